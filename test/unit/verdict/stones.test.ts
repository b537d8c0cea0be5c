import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareStates } from '../../../src/core/metrics/compare.ts';
import type { ComparedGame } from '../../../src/core/metrics/compared-games.ts';
import type { Comparison } from '../../../src/core/metrics/comparison.ts';

function compare(variant: ComparedGame, trueFen: string, predictedFen: string | undefined, m = 2): Comparison {
  const result = compareStates({ variant, trueFen, predictedFen }, { affordance: { m }, moves: true, setBased: true });
  assert.ok(result.ok);
  return result.value;
}

/** A state of Connect Four from its rows, the top row first. */
const discs = (side: string, ...rows: string[]): string =>
  `${side} || ${[...Array<string>(6 - rows.length).fill('.......'), ...rows].join('').split('').join(' ')} ||`;
const four = (truth: string, predicted: string | undefined): Comparison => compare('connect_four', truth, predicted);

const TRUE = discs('x', '...o...', '...x...');

describe('a predicted state of Connect Four', () => {
  it('is exact when it is the true one, and then p and r are 1', () => {
    const same = four(TRUE, TRUE.replace('||', ' ||'));
    assert.deepEqual([same.verdict, same.p, same.r, same.editDistance], ['exact', [1, 1], [1, 1], 0]);
    assert.deepEqual([same.squares, same.squaresRight, same.boardAccuracy], [42, 42, 1]);
  });

  it('has its wrong cells named, and is scored on both sides', () => {
    const wrong = four(TRUE, discs('x', '...x...', '..oo...'));
    assert.deepEqual(wrong.errors, [
      { kind: 'swapped', square: 'c3r2', predicted: 'x', actual: 'o' },
      { kind: 'phantom', square: 'c2r1', predicted: 'o' },
      { kind: 'swapped', square: 'c3r1', predicted: 'o', actual: 'x' },
    ]);
    assert.deepEqual([wrong.verdict, wrong.wrongSquares], ['squares', ['c3r2', 'c2r1', 'c3r1']]);
    assert.deepEqual([wrong.editDistance, wrong.placementDistance], [3, 3]);
    assert.match(wrong.verdictText, /^3 cells wrong \(c3r2 c2r1 c3r1\) · 39\/42 · p₂ 1 · r₂ 1 · edit 3$/);
  });

  it('loses all moves with the wrong side, which the conditional scores forgive', () => {
    const side = four(TRUE, TRUE.replace(/^x/, 'o'));
    assert.deepEqual([side.verdict, side.p, side.r], ['side', [0, 0], [0, 0]]);
    assert.deepEqual(side.conditional?.trueSide, { p: [1, 1], r: [1, 1], exact: true });
    assert.deepEqual(
      side.movesLost?.map(({ uci }) => uci),
      ['x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6'],
    );
    assert.match(side.verdictText, /^board right, side to move wrong · p₂ 0 \(true side: 1\)/);
  });

  it('lacks the moves of a column that it takes for full', () => {
    const truth = discs('x', '...o...', '...x...', '...o...', '...x...', '...o...');
    const full = truth.replace('. . . . . . .', '. . . x . . .');
    const lost = compare('connect_four', truth, full, 1);
    assert.deepEqual([lost.p, lost.r], [[1], [6 / 7]]);
    assert.deepEqual([lost.movesLost, lost.movesInvented], [[{ uci: 'x3', san: 'x3' }], []]);
  });

  it('says what makes a text no state, and reads its board where there is one', () => {
    const hanging = four(TRUE, discs('x', '...x...', '...o...', '.......'));
    assert.deepEqual([hanging.verdict, hanging.valid, hanging.p], ['impossible', false, [0, 0]]);
    assert.match(hanging.reason ?? '', /floats in column 3/);
    assert.equal(hanging.squaresRight, 40);
    const short = four(TRUE, TRUE.replace('. ', ''));
    assert.deepEqual([short.verdict, short.squaresRight, short.wrongSquares], ['unparsable', 0, []]);
    assert.match(short.reason ?? '', /41 cells/);
    const none = four(TRUE, undefined);
    assert.deepEqual([none.verdict, none.editDistance], ['none', TRUE.length]);
    assert.equal(none.verdictText.split(' · ')[0], 'no state in the answer');
    const dense = four(TRUE, TRUE.replaceAll('. ', '.'));
    assert.deepEqual([dense.verdict, dense.exactMatch, dense.editDistance, dense.kernel], ['exact', true, 0, 1]);
    assert.equal(dense.rawEditDistance, TRUE.length - TRUE.replaceAll('. ', '.').length);
  });
});

describe('a predicted state of Hex', () => {
  const board = (side: string, size: number, stones: Readonly<Record<number, string>>): string =>
    `${side} || ${Array.from({ length: size * size }, (_, cell) => stones[cell] ?? '.').join(' ')} ||`;

  it('is compared by cells and actions', () => {
    const truth = board('x', 3, { 4: 'x', 0: 'o' });
    const moved = compare('hex', truth, board('x', 3, { 4: 'x', 1: 'o' }), 1);
    assert.deepEqual(moved.errors, [
      { kind: 'missing', square: 'a1', actual: 'o' },
      { kind: 'phantom', square: 'b1', predicted: 'o' },
    ]);
    assert.deepEqual([moved.p, moved.r], [[6 / 7], [6 / 7]]);
    assert.deepEqual(moved.movesLost, [{ uci: 'b1', san: 'b1' }]);
    assert.deepEqual(moved.movesInvented, [{ uci: 'a1', san: 'a1' }]);
  });

  it('of another size has wrong cells where the boards differ', () => {
    const smaller = compare('hex', board('x', 3, {}), board('x', 2, {}), 1);
    assert.deepEqual([smaller.verdict, smaller.wrongSquares], ['squares', ['c1', 'c2', 'a3', 'b3', 'c3']]);
    assert.deepEqual([smaller.p, smaller.r], [[1], [4 / 9]]);
  });

  it('gives plain numbers for any two boards', () => {
    const cells = fc.array(fc.constantFrom('.', '.', 'x', 'o'), { minLength: 9, maxLength: 9 });
    const state = fc.tuple(fc.constantFrom('x', 'o'), cells).map(([side, all]) => `${side} || ${all.join(' ')} ||`);
    fc.assert(
      fc.property(state, state, (truth, predicted) => {
        const result = compare('hex', truth, predicted);
        const back = compare('hex', predicted, truth);
        assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
        assert.deepEqual([result.p, result.r], [back.r, back.p]);
        assert.equal(result.squaresRight, 9 - result.wrongSquares.length);
        for (const score of [...result.p, ...result.r]) assert.ok(score >= 0 && score <= 1);
      }),
      { numRuns: 100 },
    );
  });
});
