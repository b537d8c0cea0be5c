import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Range } from '../../../src/core/base/text/range.ts';
import { alternatives, counterparts, moveOn, samePosition } from '../../../src/core/notation/pgn/board-position.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';
import {
  analysisUrl,
  fenUrl,
  finalUrl,
  resultRange,
  startLink,
} from '../../../src/core/notation/pgn/outline/analysis-links.ts';
import { gameFold, partFolds, selectionsAt } from '../../../src/core/notation/pgn/outline/folding-and-selection.ts';
import { type GameSymbol, gameSymbol } from '../../../src/core/notation/pgn/outline/symbols.ts';
import { tokenSpans } from '../../../src/core/notation/pgn/outline/token-spans.ts';
import { moveText, replay } from '../../../src/core/notation/pgn/replay.ts';
import { gameStart, headValues, playerAt, readTags, writtenName } from '../../../src/core/notation/pgn/tags.ts';
import { buildTree } from '../../../src/core/notation/pgn/tree.ts';

const GAME = `[Event "Title match"]
[Date "2016.11.30"]
[Round "12"]
[White "Carlsen"]
[Black "Karjakin \\"K\\""]
[Result "1-0"]

1. e4 $1 {a note [%clk 0:01:00]} (1. d4 d5 (1... Nf6
2. c4)) 1... e5 2. Ke3 Nf6 1-0

`;
const replayed = (text: string) => {
  const tree = buildTree(readChunk(text, 0), 0);
  return replay(text, tree, gameStart(text, readTags(text, tree)));
};
const cut = (text: string, { start, end }: Range) => text.slice(start, end);

describe('the outline of a game', () => {
  const symbol = gameSymbol(GAME, readChunk(GAME, 0), 0, 1, true);

  it('names players, result, event, date and round', () => {
    assert.equal(symbol.name, 'Carlsen – Karjakin "K", 1-0');
    assert.equal(symbol.detail, 'Title match, 2016.11.30, 12');
    assert.equal(cut(GAME, symbol.range), GAME.trimEnd());
  });

  it('lists tags, moves and nested variations by their first moves', () => {
    const shape = (s: GameSymbol): unknown => (s.children.length === 0 ? s.name : [s.name, ...s.children.map(shape)]);
    assert.deepEqual(symbol.children.map(shape), ['Tags', ['Moves', ['1. d4', '1... Nf6']]]);
  });

  it('has a number for a game without players, and nothing of what is unknown', () => {
    const text = '[Event "?"]\n[Date "????.??.??"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. e4 *';
    const { name, detail, children } = gameSymbol(text, readChunk(text, 0), 0, 7, false);
    assert.deepEqual([name, detail, children], ['Game 7, *', '', []]);
  });
});

describe('folds', () => {
  it('are the game, the tags from the second on, movetext, variations and comments', () => {
    const chunk = readChunk(GAME, 0);
    assert.equal(cut(GAME, gameFold(chunk, 0).range), GAME.trimEnd());
    const starts = partFolds(chunk, 0).map(({ kind, range }) => [kind, cut(GAME, range).slice(0, 8)]);
    assert.deepEqual(starts, [
      ['region', '[Date "2'],
      ['region', '1. e4 $1'],
      ['region', '(1. d4 d'],
      ['region', '(1... Nf'],
      ['comment', '{a note '],
    ]);
  });
});

describe('selections', () => {
  const grow = (word: string) => {
    const steps = selectionsAt(GAME, buildTree(readChunk(GAME, 0), 0), GAME.indexOf(word) + 1);
    return steps.map((step) => cut(GAME, step).replaceAll('\n', ' '));
  };

  it('grow from a move over its remarks, variations and movetext to the game', () => {
    const steps = grow('c4');
    assert.deepEqual(steps.slice(0, 5), [
      'c4',
      '2. c4',
      '1... Nf6 2. c4',
      '(1... Nf6 2. c4)',
      '1. d4 d5 (1... Nf6 2. c4)',
    ]);
    assert.ok(steps.at(-2)?.startsWith('1. e4'));
    assert.ok(steps.at(-1)?.startsWith('[Event'));
  });

  it('grow from a word of a comment over its command to the move', () => {
    assert.deepEqual(grow('0:01').slice(0, 5), [
      '0:01:00',
      '[%clk 0:01:00]',
      'a note [%clk 0:01:00]',
      '{a note [%clk 0:01:00]}',
      '1. e4 $1 {a note [%clk 0:01:00]}',
    ]);
  });

  it('grow from a value to its tag and the tags', () => {
    assert.deepEqual(grow('match').slice(0, 4), ['match', 'Title match', '"Title match"', '[Event "Title match"]']);
  });

  it('each lie inside of the next, in any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '(', ')', '[', ' e4', ' "', '\n', '1.', 'x', '[%clk ', ']')),
        (parts) => {
          const text = parts.join('');
          const chunk = readChunk(text, 0);
          for (let at = 0; at <= chunk.length; at++) {
            let inner = { start: at, end: at };
            for (const step of selectionsAt(text, buildTree(chunk, 0), at)) {
              assert.ok(step.start <= inner.start && step.end >= inner.end && step.end <= text.length);
              inner = step;
            }
          }
        },
      ),
    );
  });
});

describe('semantic tokens', () => {
  it('distinguish moves by whether they can be played, and commands from comments', () => {
    const spans = tokenSpans(GAME, replayed(GAME)).filter(({ kind }) => !/tag|Number/.test(kind));
    assert.deepEqual(
      spans.map((span) => `${span.kind}${span.isVariation ? ' in a variation' : ''}: ${cut(GAME, span)}`),
      [
        'move: e4',
        'glyph: $1',
        'comment: {a note ',
        'command: [%clk 0:01:00]',
        'comment: }',
        'move in a variation: d4',
        'move in a variation: d5',
        'move in a variation: Nf6',
        'move in a variation: c4',
        'move: e5',
        'illegalMove: Ke3',
        'uncheckedMove: Nf6',
        'result: 1-0',
      ],
    );
  });

  it('know predictions and tags', () => {
    const text = '[Site "x"]\n\n{[%pfen gpt ?] and} 1. e4 *';
    const spans = tokenSpans(text, replayed(text)).map((span) => [span.kind, cut(text, span)]);
    assert.deepEqual(spans.slice(0, 5), [
      ['tagName', 'Site'],
      ['tagValue', '"x"'],
      ['comment', '{'],
      ['prediction', '[%pfen gpt ?]'],
      ['comment', ' and}'],
    ]);
  });

  it('end a command at its bracket, before the next command, or with the comment', () => {
    const text = '{[%a 1 [%b [x] [%pfen c} *';
    const spans = tokenSpans(text, replayed(text)).map((span) => [span.kind, cut(text, span)]);
    assert.deepEqual(spans, [
      ['comment', '{'],
      ['command', '[%a 1 '],
      ['command', '[%b [x]'],
      ['comment', ' '],
      ['prediction', '[%pfen c'],
      ['comment', '}'],
      ['result', '*'],
    ]);
  });

  it('are in order and do not overlap, in any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '(', ')', ' e4', ' "', '\n', '1.', '[%clk ', '[%pfen a', ']', '[A "')),
        (parts) => {
          const text = parts.join('');
          let end = 0;
          for (const span of tokenSpans(text, replayed(text))) {
            assert.ok(span.start >= end && span.end > span.start);
            end = span.end;
          }
        },
      ),
    );
  });
});

describe('alternatives', () => {
  const text = '1. Nf3 (1. d4 d5) (1. c4) 1... Nf6 2. Ng1 Ng8 3. Nf3 (3. c4 c5) *';
  const game = replayed(text);
  const move = (san: string, nth = 0) => {
    let at = -1;
    for (let i = 0; i <= nth; i++) at = text.indexOf(san, at + 1);
    return moveOn(game.tree, at);
  };
  const names = (moves: number[]) => moves.map((m) => moveText(text, game.tree, m));

  it('lead from a variation to the move that it varies, and back', () => {
    assert.deepEqual(names(counterparts(game.tree, move('d4'))), ['Nf3']);
    assert.deepEqual(names(counterparts(game.tree, move('Nf3'))), ['d4', 'c4']);
    assert.deepEqual(counterparts(game.tree, move('c4', 1)), [move('Nf3', 1)]);
    assert.deepEqual(counterparts(game.tree, move('d5')), []);
  });

  it('are all moves of one turn', () => {
    assert.deepEqual(names(alternatives(game.tree, move('d4'))), ['Nf3', 'd4', 'c4']);
  });

  it('know where the same position arises again', () => {
    assert.deepEqual(samePosition(game, move('Nf3')), [move('Nf3'), move('Nf3', 1)]);
  });

  it('are none off the moves', () => assert.equal(moveOn(game.tree, text.indexOf('(') + 1), -1));
});

describe('links to an analysis board', () => {
  it('have the FEN with underscores, and the side whose turn it is', () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    const url = `https://lichess.org/analysis/standard/${fen.replaceAll(' ', '_')}?color=black`;
    assert.equal(analysisUrl(fen, 'chess'), url);
    assert.equal(fenUrl(fen.split(' ')), url);
    assert.equal(fenUrl(['8/8/8', 'w']), undefined);
    assert.equal(fenUrl([]), undefined);
  });

  it('know Chess960', () => {
    const fen = 'nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR w KQkq - 0 1';
    assert.match(fenUrl(fen.split(' ')) ?? '', /\/analysis\/chess960\/nrkbbqnr/);
  });

  it('go to the final position, and to where a game starts', () => {
    const text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 (1. e3) 1... Kd7 *';
    const game = replayed(text);
    assert.equal(startLink(game)?.url, 'https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1');
    assert.equal(finalUrl(game), 'https://lichess.org/analysis/standard/8/3k4/8/8/4P3/8/8/4K3_w_-_-_1_2');
    assert.deepEqual(resultRange(game), { start: text.length - 1, end: text.length });
  });

  it('are none where a move of the main line fails', () => assert.equal(finalUrl(replayed(GAME)), undefined));
});

describe('players', () => {
  it('are found at their names', () => {
    const head = headValues(GAME, readChunk(GAME, 0), 0);
    const player = playerAt(head, GAME.indexOf('Karjakin') + 3);
    assert.equal(player?.value, 'Karjakin "K"');
    assert.equal(playerAt(head, GAME.indexOf('Title')), undefined);
  });

  it('are written with escapes, on one line', () => {
    assert.deepEqual(writtenName('A "B" \\C'), { ok: true, value: 'A \\"B\\" \\\\C' });
    assert.equal(writtenName('A\nB').ok, false);
    assert.equal(writtenName(' ').ok, false);
  });
});
