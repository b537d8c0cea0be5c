import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { averageRanks, quantile } from '../../../src/core/base/stats/descriptive.ts';
import { normalCdf, normalQuantile, normalUpperTail, twoSidedP } from '../../../src/core/base/stats/distributions.ts';
import { holmAdjusted } from '../../../src/core/base/stats/paired-test.ts';
import { kendallTauB, kendallTest } from '../../../src/core/base/stats/rank-correlation.ts';
import { scipy } from '../../support/scipy.ts';

const close = (actual: number | undefined, expected: number, relative = 1e-12): void => {
  const scale = Math.max(Math.abs(expected), Number.MIN_VALUE);
  assert.ok(
    actual !== undefined && (actual === expected || Math.abs(actual - expected) <= relative * scale),
    `${actual} is not ${expected}`,
  );
};

describe('the normal distribution', () => {
  it('has the tails that SciPy gives, also far out', () => {
    for (const [z, tail] of scipy().upperTail) close(normalUpperTail(z), tail, 1e-11);
  });

  it('has the quantiles that SciPy gives', () => {
    for (const [p, z] of scipy().normalQuantile) {
      if (z === 0) assert.ok(Math.abs(normalQuantile(p)) < 1e-14);
      else close(normalQuantile(p), z, 1e-9);
    }
    assert.deepEqual([normalQuantile(0), normalQuantile(1)], [-Infinity, Infinity]);
  });

  it('has quantiles that its distribution takes back, and two equal sides', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (p) => {
        close(normalCdf(normalQuantile(p)), p, 1e-9);
        assert.equal(twoSidedP(normalQuantile(p)), twoSidedP(-normalQuantile(p)));
      }),
      { seed: 1 },
    );
  });
});

describe("the test of Kendall's tau-b", () => {
  it('gives the coefficient and the p-value of SciPy, with ties and without', () => {
    for (const { x, y, tauB, p } of scipy().kendall) {
      const test = kendallTest(x, y);
      close(test?.tauB, tauB);
      close(test?.p, p, 1e-10);
      assert.equal(test?.n, x.length);
    }
  });

  it('is the same in any order of the pairs, turns round with one side, and has the coefficient of its own', () => {
    const value = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 60 }), (pairs) => {
        const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        const test = kendallTest(xs, ys);
        assert.equal(test?.tauB, kendallTauB(xs, ys));
        if (test === undefined) return;
        assert.deepEqual(kendallTest([...xs].reverse(), [...ys].reverse()), test);
        const turned = kendallTest(
          xs,
          ys.map((y) => -y),
        );
        close(turned?.z, -test.z);
        close(kendallTest(ys, xs)?.z, test.z);
      }),
      { seed: 2 },
    );
  });
});

describe('Holm', () => {
  it('gives the corrected values of an example by hand: 4 x 0.005, 3 x 0.01, then never less than the one before', () => {
    assert.deepEqual(holmAdjusted([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
    assert.deepEqual(holmAdjusted([]), []);
  });

  it('rejects what the step-down procedure of Holm (1979) rejects, at every level', () => {
    const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(ps, fc.double({ min: 0.001, max: 0.5, noNaN: true }), (pValues, level) => {
        const order = pValues.map((p, i) => ({ p, i })).sort((a, b) => a.p - b.p);
        const stop = order.findIndex(({ p }, rank) => (pValues.length - rank) * p > level);
        const rejected = new Set(order.slice(0, stop < 0 ? undefined : stop).map(({ i }) => i));
        const adjusted = holmAdjusted(pValues);
        for (const [i, p] of adjusted.entries()) assert.equal(p <= level, rejected.has(i));
      }),
      { seed: 3 },
    );
  });
});

describe('ranks', () => {
  it('are those of SciPy, equal values sharing the mean', () => {
    const { values, ranks } = scipy().ranks;
    assert.deepEqual(averageRanks(values), ranks);
  });

  it('have the quantiles of NumPy', () => {
    const { sorted, at } = scipy().quantiles;
    for (const [q, value] of at) close(quantile(sorted, q), value);
    assert.equal(quantile([], 0.5), undefined);
  });
});
