import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readPgn } from '../../../src/core/pgn/document.ts';
import { applyEdits } from '../../../src/core/text/edits.ts';
import { pgnText } from '../pgn/arbitrary.ts';
import { assertInOrder, assertKept, fixAll, fixesOf } from './fix-law.ts';
import { brokenText, gamesText } from './game-text.ts';

const REAL = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
const { chunks, offsets } = readPgn(REAL);

/** What people and programs write instead: each changes the first place that it fits behind some offset. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/\bN(?=[a-h])/, 'n'],
  [/\bN(?=[a-h])/, 'S'],
  [/\bN(?=[a-h])/, '\u2658'],
  [/\bB(?=[a-h])/, 'L'],
  [/O-O/, '0-0'],
  [/O-O-O/, '0-0-0'],
  [/x(?=[a-h][1-8])/, ''],
  [/x(?=[a-h][1-8])/, ':'],
  [/(?<=[RNBQK])(?=[a-h][1-8])/, 'x'],
  [/\+(?= )/, ''],
  [/#/, '+'],
  [/#/, ''],
  [/(?<=[a-h][1-8]) /, '+ '],
  [/(?<=x[a-h][36]) /, ' e.p. '],
  [/=Q/, 'Q'],
  [/=Q/, ''],
  [/\be4\b/, 'e2e4'],
  [/\bNf3\b/, 'Ng1-f3'],
  [/\bNf3\b/, 'Ngf3'],
  [/\b\d+\. /, '99. '],
  [/\b\d+\. /, ''],
  [/\b\d+\. /, '7... '],
  [/\d\.\.\. /, '8. '],
  [/ (?=\d+\. )/, '\n\n'],
  [/ (?=\d+\. )/, '\u00a0'],
  [/(?:1-0|0-1|1\/2-1\/2)\s*$/, ''],
  [/(?:1-0|0-1|1\/2-1\/2)\s*$/, '*\n'],
  [/(?:1-0|0-1|1\/2-1\/2)\s*$/, '1/2\n'],
  [/\s*$/, ' 1-0 1-0\n'],
  [/\[Result "[^"]*"\]\n/, ''],
  [/\[Result "[^"]*"\]/, '[Result "1/2"]'],
  [/\[Date "[^"]*"\]/, '[Date "2025-5-1"]'],
  [/\[Event "[^"]*"\]\n/, ''],
  [/\[WhiteElo "[^"]*"\]/, '[WhiteElo "high"]\n[WhiteElo "high"]'],
  [/\[Round/, '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n[Round'],
  [/\[Round/, '[SetUp "1"]\n[Round'],
  [/\[%clk 0/, '[%clk zero'],
  [/\{ /, '{ a { brace '],
  [/ \}/, ''],
  [/(?<=\}) /, ' (1. a3) '],
  [/(?<=\}) /, ' ( '],
  [/(?<=\}) /, ' $300 \u00b1 '],
  [/\n/, '\r\n'],
  [/^/, '\uFEFF'],
];

/** Two real games, as people and programs might have written them. */
const habitualText = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(chunks.length - 2),
      fc.array(fc.tuple(fc.constantFrom(...HABITS), fc.noBias(fc.nat(0xffff))), { minLength: 1, maxLength: 8 }),
    )
    .map(([first, habits]) =>
      habits.reduce(
        (text, [[pattern, instead], place]) => {
          const at = place % text.length;
          return text.slice(0, at) + text.slice(at).replace(pattern, instead);
        },
        REAL.slice(offsets[first], offsets[first + 2]),
      ),
    );

const TEXTS: Readonly<Record<string, [texts: fc.Arbitrary<string>, runs: number]>> = {
  'games as people write them': [habitualText(), 300],
  'games with everything in them': [gamesText({ loose: true }), 200],
  'broken games': [brokenText(), 200],
  'any text': [pgnText(), 400],
};
/** Rounds of "fix all" until nothing changes: a move that can be read may bring the next fault of its line to light. */
const MOST_ROUNDS = 50;

for (const [name, [texts, numRuns]] of Object.entries(TEXTS)) {
  describe(`fixes of ${name}`, () => {
    for (const strictExport of [false, true]) {
      const how = strictExport ? ', by the export format' : '';

      it(`keep what the games say where they are safe${how}`, () => {
        fc.assert(
          fc.property(texts, (text) => {
            for (const { code, fix } of fixesOf(text, { strictExport })) {
              const what = `${code}: ${fix.title}`;
              assertInOrder(text, fix.edits, what);
              if (fix.safe) assertKept(text, applyEdits(text, fix.edits), what);
            }
          }),
          { numRuns },
        );
      });

      it(`come to an end when all safe ones are applied again and again${how}`, () => {
        fc.assert(
          fc.property(texts, (text) => {
            let now = text;
            for (let round = 0; ; round++) {
              assert.ok(round < MOST_ROUNDS, `after ${round} rounds: ${JSON.stringify(now)}`);
              const next = fixAll(now, { strictExport });
              if (next === now) break;
              now = next;
            }
            assertKept(text, now, 'all safe fixes');
          }),
          { numRuns },
        );
      });
    }
  });
}

describe('the law of fixes', () => {
  const game = '[Event "x"]\n[Result "1-0"]\n\n1. e4 {a} e5 $1 (1... c5) 2. Nf3 1-0\n';

  it('lets pass what says the same', () => {
    for (const same of [
      game.replace('Nf3', 'g1f3'),
      game.replace('1-0\n', '*\n'),
      game.replace('[Result "1-0"]\n', ''),
      game.replace('1. e4', '7.\ne4'),
    ])
      assertKept(game, same, 'same');
  });

  it('finds what says something else', () => {
    for (const other of [
      game.replace('Nf3', 'Nc3'),
      game.replace(' {a}', ''),
      game.replace(' $1', ''),
      game.replace('(1... c5) ', ''),
      game.replace('"x"', '"y"'),
      `${game}\n1. e4 *\n`,
    ])
      assert.throws(() => assertKept(game, other, 'other'), assert.AssertionError);
  });
});
