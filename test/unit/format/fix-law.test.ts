import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { itLong } from '../../support/thorough.ts';
import { pgnText } from '../pgn/arbitrary.ts';
import { assertInOrder, assertKept, fixAll, fixesOf } from './fix-law.ts';
import { brokenText, gamesText } from './game-text.ts';
import { habitualText } from './habitual-text.ts';

const TEXTS: Readonly<Record<string, [texts: fc.Arbitrary<string>, runs: number]>> = {
  'games as people write them': [habitualText(), 300],
  'games with everything in them': [gamesText({ loose: true }), 200],
  'broken games': [brokenText(), 200],
  'any text': [pgnText(), 400],
};
/** Rounds of "fix all" until nothing changes: a move that can be read may bring the next fault of its line to light. */
const MAX_ROUNDS = 50;

for (const [name, [texts, numRuns]] of Object.entries(TEXTS)) {
  describe(`fixes of ${name}`, () => {
    for (const strictExport of [false, true]) {
      const how = strictExport ? ', by the export format' : '';

      itLong(`keep what the games say where they are safe${how}`, () => {
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

      itLong(`come to an end when all safe ones are applied again and again${how}`, () => {
        fc.assert(
          fc.property(texts, (text) => {
            let now = text;
            for (let round = 0; ; round++) {
              assert.ok(round < MAX_ROUNDS, `after ${round} rounds: ${JSON.stringify(now)}`);
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

  it('accepts texts with the same meaning', () => {
    for (const same of [
      game.replace('Nf3', 'g1f3'),
      game.replace('1-0\n', '*\n'),
      game.replace('[Result "1-0"]\n', ''),
      game.replace('1. e4', '7.\ne4'),
    ])
      assertKept(game, same, 'same');
  });

  it('finds texts with another meaning', () => {
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
