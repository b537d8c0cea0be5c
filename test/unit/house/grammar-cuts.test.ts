import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { actionSpans } from '../../../src/core/mav/features/outline.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { readChunk, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { tokenSpans } from '../../../src/core/notation/pgn/outline/token-spans.ts';
import { replay } from '../../../src/core/notation/pgn/replay.ts';
import { gameStart, readTags } from '../../../src/core/notation/pgn/tags.ts';
import { buildTree } from '../../../src/core/notation/pgn/tree.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { tokenizer } from './tokenize.ts';

const pgn = await tokenizer('source.pgn');
const fen = await tokenizer('source.fen');
const mav = await tokenizer('source.mav');

type Tokenize = typeof pgn;

/** Every text is cut behind each of its characters, and what follows must look as it does alone. */
function assertNoLeak(tokenize: Tokenize, cut: string, between: string, following: string): void {
  const alone = tokenize(following);
  const step = thoroughly(1, 7);
  for (let end = 1; end <= cut.length; end += step) {
    const text = cut.slice(0, end);
    assert.deepEqual(
      tokenize(text + between + following).slice(-alone.length),
      alone,
      `behind ${JSON.stringify(text.slice(-60))}`,
    );
  }
}

/** The examples and traces of a file. */
const itemsOf = (file: string): readonly string[] => {
  const text = fs.readFileSync(file, 'utf8');
  return readMav(text).flatMap(({ section: { item } }) =>
    item === undefined ? [] : [text.slice(item.range.start, item.range.end)],
  );
};

/** What can follow a line that stops: an example in both forms of its header, and a trace. */
const FOLLOWING = [
  '<mav game=chess> %state %top_2 </mav>\n[%state 2r3k1/p3p3 b]\n[%top_2 g3d6:<ctrl35> invalid : "1-0"]',
  '<|chess|> %FEN %top_1\n[%FEN 8/8 w - - 0 1]\n[%top_1 e2e4:<val_3>]',
  'Minimax breadth=3 depth=1\nEvaluation for node: <root>\n<mav game=hex> %state </mav>\n[%state x || . x . o ||]\nPlaying a1!',
] as const;

describe('what follows an example that stops', () => {
  const items = [
    ...itemsOf('samples/examples.mav'),
    ...itemsOf('samples/traces.mav'),
    ...itemsOf('test/fixtures/mav/published-example.mav'),
    `<|chess|> %prev_FEN\n  %prev_action %state\n[%prev_FEN\n8/8 w - -\n0 1]\n[%state w || . .\n. R |000||]\n`,
  ];

  itLong('looks as it does alone, wherever that is', () => {
    assert.ok(items.length > 5);
    for (const item of items.map((one) => one.slice(0, 1500)))
      for (const following of FOLLOWING) assertNoLeak(mav, item, '\n', following);
    for (const following of FOLLOWING) assertNoLeak(mav, items[0], '\n\n', following);
  });

  itLong('has the same actions marked by the server', () => {
    const marked = (text: string, from: number) =>
      readMav(text)
        .filter(({ section }) => (section.item?.range.start ?? 0) >= from)
        .flatMap(({ offset, section }) => {
          const own = text.slice(offset, offset + section.length);
          return actionSpans(mavView(own)).map(({ range, kind }) => [
            kind,
            own.slice(range.start, range.end),
            offset + range.start - from,
          ]);
        });
    const step = thoroughly(1, 5);
    for (const item of items)
      for (const following of FOLLOWING) {
        const alone = marked(following, 0);
        for (let end = 1; end <= item.length; end += step) {
          // an example behind the name of a node is that node's, and one behind the first line of a trace the root's
          const cut = item.slice(0, end);
          if (
            /(?:Evaluation for node:?\s*(?:<[^<>\n]*>?)?|^Minimax breadth=\d+ depth=\d+)\s*$/.test(cut) &&
            !following.startsWith('Min')
          )
            continue;
          assert.deepEqual(marked(`${cut}\n${following}`, cut.length + 1), alone, JSON.stringify(cut.slice(-60)));
        }
      }
  });
});

const GAME = `[Event "a \\"b\\" c"]
[White "x]"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

{ first [%pfen gpt-4o@cot#2 r3k2r/8/8/8/8/8/8/R3K2R w KQ -
3 12] [%clk 0:05:00] [%cal Re2e4,Gd4] } 1. e4 $14 (1. d4 { d [%eval -0.3] } (1. c4 c5) d5) 1... e5!? ; rest [%pfen m 8/8 w - - 0 1]
2. Nf3 ; [%clk 1:00
% an escape
2... Nc6 { closing } 1-0`;
const NEXT = [
  '[Event "y"]\n[Site "z"]\n\n1. Nf3 { good } d5 (1... c5) *',
  '[Event "with \\"quotes\\" in it"]\n\n1. Nf3 *',
  '[Event "y" ]\n\n1. Nf3 *',
] as const;

describe('what follows a game that stops', () => {
  it('looks as it does alone, wherever that is', () => {
    for (const next of NEXT) for (const between of ['\n', '\n\n']) assertNoLeak(pgn, GAME, between, next);
  });

  it('is not swallowed by a prediction in a comment that ends with its line', () => {
    const alone = pgn('1. Nf3 d5');
    for (const open of ['; [%pfen m 8/8', '; [%pfen', '; [%clk 1', '1. e4 ; x [%pfen m 8/8 w - -'])
      assert.deepEqual(pgn(`${open}\n1. Nf3 d5`).slice(-alone.length), alone, open);
  });
});

describe('what follows a game that stops, for the server', () => {
  it('has the same tokens behind a blank line, wherever that is', () => {
    const marked = (text: string, from: number) => {
      const { chunks, offsets } = readPgn(text);
      return chunks.flatMap(({ length }, i) => {
        const offset = offsets[i] ?? 0;
        if (offset + length <= from) return [];
        const own = text.slice(offset, offset + length);
        const tree = buildTree(readChunk(own, 0), 0);
        const replayed = replay(own, tree, gameStart(own, readTags(own, tree)));
        return tokenSpans(own, replayed).map(({ start, end, kind }) => [
          kind,
          own.slice(start, end),
          offset + start - from,
        ]);
      });
    };
    // tags without moves belong to the game whose tags follow
    const moves = GAME.indexOf('1. e4') + 6;
    for (const next of NEXT) {
      const alone = marked(next, 0);
      for (let end = moves; end <= GAME.length; end += thoroughly(1, 3)) {
        const cut = GAME.slice(0, end);
        assert.deepEqual(marked(`${cut}\n\n${next}`, cut.length + 2), alone, JSON.stringify(cut.slice(-60)));
      }
    }
  });
});

describe('what follows a record that stops', () => {
  it('looks as it does alone, wherever that is', () => {
    for (const record of [
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 10 12',
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm Kf2; id "a; b"; ce -15;',
      '# pfen gpt-4o@cot#2 r3k2r/8/8/8/8/8/8/R3K2R w KQ - 3 12',
      '# a comment',
    ])
      for (const next of ['4k3/8/8/8/8/8/8/4K3 b KQ e3 5 60', '# pfen m 8/8 w - - 0 1', '# comment'])
        assertNoLeak(fen, record, '\n', next);
  });
});
