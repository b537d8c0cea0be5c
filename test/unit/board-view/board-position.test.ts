import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { moveName } from '../../../src/core/games/chess/moves.ts';
import { INITIAL_FEN, parseChess, printChess } from '../../../src/core/games/chess/state.ts';
import { parseTypedMove } from '../../../src/core/games/chess/typed-move.ts';
import { recordPosition } from '../../../src/core/notation/fen/record-position.ts';
import { type BoardPosition, boardPosition } from '../../../src/core/notation/pgn/board-position.ts';
import { readPgn } from '../../../src/core/notation/pgn/document.ts';
import { BOARD_STEPS } from '../../../src/core/notation/pgn/ply-selection.ts';
import { type Replay, replay } from '../../../src/core/notation/pgn/replay.ts';
import { gameStart, readTags } from '../../../src/core/notation/pgn/tags.ts';
import { buildTree } from '../../../src/core/notation/pgn/tree.ts';
import { moveBefore, moveOffset } from '../../../src/core/notation/pgn/tree-lookup.ts';
import { pgnText } from '../pgn/arbitrary.ts';

function played(text: string): Replay {
  const { chunks, offsets } = readPgn(text);
  const tree = buildTree(chunks[0], offsets[0]);
  return replay(text, tree, gameStart(text, readTags(text, tree)));
}

/** What is shown behind `cursor` in a text. */
function shown(text: string, cursor: string): BoardPosition {
  const found = boardPosition(text, played(text), text.indexOf(cursor) + cursor.length);
  assert.ok(found);
  return found;
}

const TEXT = '[Result "*"]\n\n{ start } 1. e4 e5 (1... c5 { Sicilian } 2. Nf3 (2. c3) d6) (1... e6) 2. Nf3 $1 Nc6 *';
const names = ({ line }: BoardPosition): string[] => line.map(({ number, san }) => `${number}${san}`);
const step = (from: BoardPosition, to: (typeof BOARD_STEPS)[number]): string => {
  const at = from.steps[to];
  return at === null ? 'nowhere' : TEXT.slice(0, at).slice(-4);
};

describe('the position that a board shows', () => {
  it('is that behind the move at or before the place, in its variation', () => {
    const cases: [string, string][] = [
      ['[Result', 'start'],
      ['{ sta', 'start'],
      ['1. e', '1.e4'],
      ['1. e4 e5', '1...e5'],
      ['1. e4 e5 (', '1.e4'],
      ['{ Sici', '1...c5'],
      ['2. c3', '2.c3'],
      ['d6', '2...d6'],
      ['d6)', '1...e5'],
      ['Nc6 *', '2...Nc6'],
    ];
    for (const [cursor, expected] of cases) {
      const found = shown(TEXT, cursor);
      assert.equal(found.at < 0 ? 'start' : names(found)[found.at], expected, cursor);
    }
  });

  it('has the line through it, and what is played in place of each move', () => {
    const main = shown(TEXT, '2. Nf3 $1');
    assert.deepEqual(names(main), ['1.e4', '1...e5', '2.Nf3', '2...Nc6']);
    assert.deepEqual(
      main.line[1].instead.map(({ san }) => san),
      ['c5', 'e6'],
    );
    assert.equal(main.glyphs, '!');
    assert.deepEqual(main.lastMove, ['g1', 'f3']);
    assert.equal(main.situation, 'Black to move, 29 legal moves');
    const side = shown(TEXT, '2. c3');
    assert.deepEqual(names(side), ['1.e4', '1...c5', '2.c3']);
    assert.deepEqual(
      side.line[1].instead.map(({ san }) => san),
      ['e5', 'e6'],
    );
    assert.deepEqual(
      side.line[2].instead.map(({ san }) => san),
      ['Nf3'],
    );
    assert.equal(shown(TEXT, 'c5 {').comment, 'Sicilian');
    assert.equal(shown(TEXT, '[Res').comment, 'start');
  });

  it('knows the ways to others', () => {
    const at = shown(TEXT, '1. e4');
    assert.deepEqual(
      BOARD_STEPS.map((to) => step(at, to)),
      ['"]\n\n', '"]\n\n', '4 e5', ' Nc6', 'nowhere', '. c5'],
    );
    assert.equal(step(shown(TEXT, 'e5'), 'down'), '. c5');
    assert.equal(step(shown(TEXT, 'e5'), 'up'), '. e6');
    assert.equal(step(shown(TEXT, '1... e6'), 'down'), '4 e5');
    assert.equal(step(shown(TEXT, 'd6'), 'up'), ' Nf3');
    assert.equal(step(shown(TEXT, 'Nc6'), 'up'), '4 e5');
    assert.equal(step(shown(TEXT, 'Nc6'), 'next'), 'nowhere');
  });

  it('draws circles and arrows, and shows comments without their commands', () => {
    const text = '1. e4 { [%csl Gd4,Re5,Xa1,Ga9][%cal Ge2e4] [%clk 0:01:00] a \n b } { c } *';
    const { shapes, comment } = shown(text, 'e4');
    assert.equal(comment, 'a b c');
    assert.deepEqual(shapes, [
      { from: 'd4', color: 'green' },
      { from: 'e5', color: 'red' },
      { from: 'e2', to: 'e4', color: 'green' },
    ]);
  });

  it('is the last one known behind a move that cannot be played', () => {
    const found = shown('1. e4 e5 2. Ke3 Ke6 *', 'Ke6');
    assert.equal(found.stuckAt, 'Ke3');
    assert.equal(found.ply, 2);
    assert.deepEqual(
      found.line.map(({ legal }) => legal),
      [true, true, false, false],
    );
    const none = '[Variant "Crazyhouse"]\n\n1. e4 *';
    assert.equal(boardPosition(none, played(none), 30), undefined);
  });

  it('lists what is near alone', () => {
    const moves = Array.from({ length: 400 }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(' ');
    const found = shown(`${moves} *`, '200. Ng1');
    assert.deepEqual([found.line.length, found.at, found.cut], [600, 299, [true, true]]);
    assert.equal(names(found)[found.at], '200.Ng1');
  });

  it('leads from every move to itself, and never outside of the text, whatever is written', () => {
    fc.assert(
      fc.property(pgnText(), fc.nat(), (text, pick) => {
        if (text === '') return;
        const game = played(text);
        const { tree } = game;
        for (let m = 0; m < tree.moveToken.length; m++) assert.equal(moveBefore(tree, moveOffset(tree, m)), m);
        const found = boardPosition(text, game, pick % (text.length + 1));
        for (const at of Object.values(found?.steps ?? {})) assert.ok(at === null || (at >= 0 && at <= text.length));
      }),
    );
  });
});

describe('a move that is typed', () => {
  const start = parseChess('r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1', false);
  const named = (text: string): string => {
    assert.ok(start.ok);
    const found = parseTypedMove(start.value, text);
    return found.ok ? moveName(found.value) : found.error;
  };

  it('is read in all the forms that people use', () => {
    for (const text of ['O-O', '0-0', 'e1g1', ' O-O ', '1. O-O!?']) assert.equal(named(text), 'e1g1', text);
    for (const text of ['b8=Q', 'b8Q', 'b7b8q']) assert.equal(named(text), 'b7b8q', text);
    assert.equal(named('bxa8=N'), 'b7a8n');
  });

  it('is refused with the reason', () => {
    assert.equal(named(''), 'this is not a move');
    assert.equal(named('hello world'), 'this is not a move');
    assert.match(named('Ke3'), /king/i);
    assert.match(named('Nf3'), /knight/i);
  });
});

describe('the position of a FEN record', () => {
  const read = (text: string, epd = false): string => {
    const found = recordPosition(text, epd);
    return found.ok ? printChess(found.value.state) : found.error;
  };

  it('is that of its first line that is none of comments', () => {
    assert.equal(read(`\n# pfen m ?\n  ${INITIAL_FEN}\n# pfen m ?\n`), INITIAL_FEN);
    assert.equal(read('4k3/8/8/8/8/8/8/4K3'), '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    assert.equal(read('4k3/8/8/8/8/8/8/4K3 b - - bm Kd7;', true), '4k3/8/8/8/8/8/8/4K3 b - - 0 1');
    assert.equal(read('\uFEFF4k3/8/8/8/8/8/8/4K3'), '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  });

  it('keeps castling rights that fit Chess960 alone', () => {
    const found = recordPosition('1k1r4/8/8/8/8/8/8/1K1R4 w Dd - 0 1', false);
    assert.ok(found.ok);
    assert.equal(found.value.variant, 'chess960');
    assert.equal(printChess(found.value.state), '1k1r4/8/8/8/8/8/8/1K1R4 w Kk - 0 1');
  });

  it('says why there is none', () => {
    assert.equal(read('# nothing'), 'there is no position here');
    assert.match(read('8/8/8/8/8/8/8/8 w - - 0 1'), /^this is not a position: /);
  });
});
