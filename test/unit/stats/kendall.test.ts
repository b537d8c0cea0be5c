import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { kendallTauB } from '../../../src/core/base/stats/rank-correlation.ts';

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

/** The definition, pair by pair. */
function byDefinition(xs: readonly number[], ys: readonly number[]): number | undefined {
  let [difference, notTiedX, notTiedY] = [0, 0, 0];
  for (let i = 0; i < xs.length; i++) {
    for (let j = 0; j < i; j++) {
      const dx = Math.sign(xs[i] - xs[j]);
      const dy = Math.sign(ys[i] - ys[j]);
      difference += dx * dy;
      if (dx !== 0) notTiedX++;
      if (dy !== 0) notTiedY++;
    }
  }
  return notTiedX === 0 || notTiedY === 0 ? undefined : difference / Math.sqrt(notTiedX * notTiedY);
}

describe("Kendall's tau-b", () => {
  it("gives the value of SciPy's documentation example", () => {
    // scipy.stats.kendalltau: x1 = [12, 2, 1, 12, 2], x2 = [1, 4, 7, 1, 0] gives -0.47140452079103173.
    near(kendallTauB([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]), -0.47140452079103173);
  });

  it('is 1 for the same order and -1 for the opposite one', () => {
    assert.equal(kendallTauB([1, 2, 3, 4], [10, 20, 30, 40]), 1);
    assert.equal(kendallTauB([1, 2, 3, 4], [9, 7, 5, 3]), -1);
  });

  it('counts ties on both sides (by hand: 4 concordant, 0 discordant, 5 pairs untied on each side)', () => {
    near(kendallTauB([1, 1, 2, 3], [1, 2, 2, 3]), 4 / 5);
  });

  it('is undefined when a side never varies or there is no pair', () => {
    assert.equal(kendallTauB([1, 1, 1], [1, 2, 3]), undefined);
    assert.equal(kendallTauB([1, 2, 3], [0, 0, 0]), undefined);
    assert.equal(kendallTauB([1], [1]), undefined);
    assert.equal(kendallTauB([], []), undefined);
  });

  it('equals the definition on small samples full of ties', () => {
    const value = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 40 }), (pairs) => {
        const xs = pairs.map(([x]) => x);
        const ys = pairs.map(([, y]) => y);
        const expected = byDefinition(xs, ys);
        const actual = kendallTauB(xs, ys);
        if (expected === undefined) assert.equal(actual, undefined);
        else near(actual, expected);
      }),
      { seed: 1 },
    );
  });

  it('leaves its arguments as they were', () => {
    const xs = Float64Array.of(3, 1, 2);
    const ys = Float64Array.of(2, 3, 1);
    kendallTauB(xs, ys);
    assert.deepEqual([...xs, ...ys], [3, 1, 2, 2, 3, 1]);
  });
});
