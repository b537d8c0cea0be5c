import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { legalMoves } from '../../../src/core/games/chess/chess.ts';
import { printSan } from '../../../src/core/games/chess/san-print.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { isGame, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { insertMove, type MoveInsertion } from '../../../src/core/notation/pgn/insert-move.ts';
import { moveText, PLAYED, type Replay, replay, stateAfter } from '../../../src/core/notation/pgn/replay.ts';
import { gameStart, readTags } from '../../../src/core/notation/pgn/tags.ts';
import { isTrivia, MOVE_NUMBER } from '../../../src/core/notation/pgn/tokens.ts';
import { buildTree, tokenRange } from '../../../src/core/notation/pgn/tree.ts';
import { itLong } from '../../support/thorough.ts';
import { gameText } from './arbitrary-game.ts';

function played(text: string, game = 0): Replay {
  const { chunks, offsets } = readPgn(text);
  const tree = buildTree(chunks[game], offsets[game]);
  return replay(text, tree, gameStart(text, readTags(text, tree)));
}

const moveBy = (game: Replay, after: number, san: string): number => {
  const state = stateAfter(game, after);
  assert.ok(state);
  const found = [...legalMoves(state)].find((move) => printSan(state.words, 0, move) === san);
  assert.ok(found !== undefined, `${san} is not legal here`);
  return found;
};

function inserted(text: string, after: number, san: string): MoveInsertion {
  const game = played(text);
  const found = insertMove(text, game, after, moveBy(game, after, san));
  assert.ok(typeof found !== 'string', `refused: ${JSON.stringify(found)}`);
  return found;
}

/** The text with the move, and `|` behind it. */
function withMove(text: string, after: number, san: string): string {
  const { edits, cursor } = inserted(text, after, san);
  const changed = applyEdits(text, edits);
  return `${changed.slice(0, cursor)}|${changed.slice(cursor)}`;
}

/** Each move by the moves that lead to it, with all that is said of it, in text order. */
function meaning(text: string, { tree, status }: Replay): string[] {
  const lines: string[] = [];
  return Array.from(tree.moveToken, (token, m) => {
    assert.equal(status[m], PLAYED);
    const previous = tree.movePrevious[m];
    lines[m] = `${previous < 0 ? '' : lines[previous]} ${moveText(text, tree, m)}`;
    const said: string[] = [];
    const { kinds } = tree.chunk;
    for (let t = token + 1; t < kinds.length; t++) {
      if (isTrivia(kinds[t]) || kinds[t] === MOVE_NUMBER) continue;
      const { start, end } = tokenRange(tree, t);
      if (!/^[{;$!?]/.test(text.charAt(start))) break;
      said.push(text.slice(start, end));
    }
    tree.commentToken.forEach((comment, c) => {
      if (tree.commentMove[c] !== m) return;
      const { start, end } = tokenRange(tree, comment);
      said.push(text.slice(start, end));
    });
    return `${lines[m]}: ${said.join(' ')}`;
  });
}

/** Inserts a move, and holds what has to hold. */
function check(text: string, index: number, pick: number, which: number): void {
  const game = played(text, index);
  const after = (pick % (game.tree.moveToken.length + 1)) - 1;
  const state = stateAfter(game, after);
  assert.ok(state);
  const legal = legalMoves(state);
  if (legal.length === 0) return;
  const move = legal[which % legal.length];
  const found = insertMove(text, game, after, move);
  assert.ok(typeof found !== 'string');
  const { edits, cursor, kind, san } = found;
  const changed = applyEdits(text, edits);
  const now = played(changed, index);
  const before = meaning(text, game);
  const behind = meaning(changed, now);
  if (kind === 'known') assert.equal(changed, text);
  else {
    assert.equal(changed.slice(cursor - san.length, cursor), san);
    assert.equal(behind.length, before.length + 1);
    const at = behind.findIndex((line, i) => line !== before[i]);
    assert.deepEqual(
      behind.filter((_, i) => i !== at),
      before,
    );
    const line = after < 0 ? '' : before[after].slice(0, before[after].indexOf(':'));
    assert.equal(behind[at], `${line} ${san}: `);
    const isMain = kind === 'continuation';
    const line0 = after < 0 ? 0 : now.tree.moveNode[after];
    if (after >= 0) assert.equal(now.tree.moveNode[at] === line0, isMain);
  }
  // The same move again is there already, and at the same place.
  const again = insertMove(changed, now, after, move);
  assert.ok(typeof again !== 'string');
  assert.equal(again.kind, 'known');
  assert.equal(again.cursor, cursor);
  // A mate is a result, which `*` contradicts.
  if (!san.endsWith('#')) assert.deepEqual(checkText(changed, 'pgn'), checkText(text, 'pgn'));
}

describe('inserting a move', () => {
  it('goes to an existing move, in any line', () => {
    const text = '1. e4 (1. d4 d5) 1... e5 *';
    assert.equal(withMove(text, -1, 'e4'), '1. e4| (1. d4 d5) 1... e5 *');
    assert.equal(withMove(text, -1, 'd4'), '1. e4 (1. d4| d5) 1... e5 *');
    assert.equal(inserted(text, 0, 'e5').kind, 'known');
  });

  it('continues a line at its end, before the result', () => {
    assert.equal(withMove('1. e4 *', 0, 'e5'), '1. e4 e5| *');
    assert.equal(withMove('1. e4 e5 *', 1, 'Nf3'), '1. e4 e5 2. Nf3| *');
    assert.equal(withMove('1.e4 e5\n*\n', 1, 'Nf3'), '1.e4 e5 2.Nf3|\n*\n');
    assert.equal(withMove('e4 e5 *', 1, 'Nf3'), 'e4 e5 Nf3| *');
    assert.equal(withMove('1. e4 e5', 1, 'Nf3'), '1. e4 e5 2. Nf3|');
  });

  it('numbers Black’s move after a comment, a variation or nothing', () => {
    assert.equal(withMove('1. e4 { best } *', 0, 'e5'), '1. e4 { best } 1... e5| *');
    assert.equal(withMove('1. e4 (1. d4) *', 0, 'e5'), '1. e4 (1. d4) 1... e5| *');
    assert.equal(withMove('1. e4 $1 *', 0, 'e5'), '1. e4 $1 e5| *');
    const black = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 7"]\n\n*\n';
    assert.equal(withMove(black, -1, 'Kd8'), black.replace('*', '7... Kd8| *'));
  });

  it('continues a variation before its parenthesis', () => {
    assert.equal(withMove('1. e4 (1. d4 d5) e5 *', 2, 'c4'), '1. e4 (1. d4 d5 2. c4|) e5 *');
    assert.equal(
      withMove('1. e4 (1. d4 d5 (1... Nf6)) 1... e5 *', 2, 'c4'),
      '1. e4 (1. d4 d5 (1... Nf6) 2. c4|) 1... e5 *',
    );
  });

  it('adds a variation after the variations and comments of a move, and numbers Black’s move after it', () => {
    assert.equal(withMove('1. e4 e5 2. Nf3 *', 0, 'c5'), '1. e4 e5 (1... c5|) 2. Nf3 *');
    assert.equal(withMove('1. e4 e5 2. Nf3 *', -1, 'd4'), '1. e4 (1. d4|) 1... e5 2. Nf3 *');
    assert.equal(
      withMove('1. e4 $1 { a } (1. d4) {b} e5 *', -1, 'c4'),
      '1. e4 $1 { a } (1. d4) {b} (1. c4|) 1... e5 *',
    );
    assert.equal(withMove('1. e4 {a}e5 *', -1, 'c4'), '1. e4 {a} (1. c4|) 1... e5 *');
  });

  it('stays off a comment that ends with its line', () => {
    assert.equal(withMove('1. e4 ; best\n*', 0, 'e5'), '1. e4 ; best\n1... e5|\n*');
    assert.equal(withMove('1. e4 e5 ; best', 0, 'c5'), '1. e4 e5 ; best\n(1... c5|)');
  });

  it('keeps comments on lines of their own, line ends, and lines of eighty characters', () => {
    assert.equal(
      withMove('1. e4\r\n{ [%pfen m ?] }\r\n1... e5 *\r\n', -1, 'd4'),
      '1. e4\r\n{ [%pfen m ?] }\r\n(1. d4|)\r\n1... e5 *\r\n',
    );
    const wrapped =
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3\nO-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. d5\n';
    assert.ok(withMove(wrapped, 28, 'a4').endsWith(' 15. d5\na4|\n'));
  });

  it('starts a game that has tags alone', () => {
    assert.equal(withMove('[White "A"]\n[Black "B"]\n', -1, 'e4'), '[White "A"]\n[Black "B"]\n\n1. e4|\n');
    assert.equal(withMove('[White "A"]\n\n{ soon } *\n', -1, 'e4'), '[White "A"]\n\n{ soon }\n1. e4| *\n');
  });

  it('refuses where the position or the end of the line is not known', () => {
    const bad = '1. e4 e5 2. Ke3 *';
    assert.equal(insertMove(bad, played(bad), 2, 0), 'unknown-position');
    const open = '1. e4 (1. d4 d5 *';
    const game = played(open);
    assert.equal(insertMove(open, game, 0, moveBy(game, 0, 'e5')), 'unclosed');
    const deep = `1. e4 ${'(1. d4 (1. e4 '.repeat(100)}d5${'))'.repeat(100)} *`;
    const tree = played(deep);
    assert.equal(insertMove(deep, tree, 200, moveBy(tree, 200, 'a6')), 'too-deep');
  });

  itLong('adds one move and changes no other, nor a comment, glyph or number, in games of any form', () => {
    fc.assert(
      fc.property(gameText(), fc.nat(), fc.nat(), (text, pick, which) => {
        assert.deepEqual(checkText(text, 'pgn'), []);
        check(text, 0, pick, which);
      }),
      { numRuns: 600 },
    );
  });

  it('does so in real games', () => {
    const text = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
    const { chunks, offsets } = readPgn(text);
    const games = chunks.flatMap((chunk, i) => (isGame(chunk) ? [text.slice(offsets[i], offsets[i + 1])] : []));
    fc.assert(
      fc.property(fc.constantFrom(...games), fc.nat(), fc.nat(), (game, pick, which) => {
        const now = played(game);
        // Behind a mate nothing can be played, and a game that is won goes on all the same.
        if (now.tree.moveToken.length > 0) check(game, 0, pick, which);
      }),
      { numRuns: 150 },
    );
  });
});
