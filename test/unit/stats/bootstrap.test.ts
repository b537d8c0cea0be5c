import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/core/base/random.ts';
import {
  clusterIntervals,
  type Interval,
  pairedDifference,
  robustInterval,
} from '../../../src/core/base/stats/bootstrap.ts';
import { ClusterSums, type Clusters, clusteredError, clusteredMean } from '../../../src/core/base/stats/clusters.ts';
import { meanEstimate } from '../../../src/core/base/stats/mean.ts';
import { scipy } from '../../support/scipy.ts';

const singles = (values: readonly number[]) => ({
  sizes: Float64Array.from(values, () => 1),
  sums: Float64Array.from(values),
});

function clustersOf(values: readonly number[], keys: readonly (number | string)[]): Clusters {
  const sums = new ClusterSums(1);
  for (const [i, value] of values.entries()) sums.add(sums.row(keys[i] ?? ''), 0, value);
  const [clusters] = sums.columns();
  assert.ok(clusters !== undefined);
  return clusters;
}

function interval(of: Interval | undefined): Interval & { readonly low: number; readonly high: number } {
  assert.ok(of !== undefined);
  const { low, high } = of;
  assert.ok(low !== null && high !== null);
  return { ...of, low, high };
}

/** However few clusters there are. */
const ANY = { least: 1 };

describe('clusters', () => {
  it('sum values by key, in the order in which keys come first', () => {
    const { sizes, sums } = clustersOf([1, 2, 4, 8], ['b', 'a', 'b', 'c']);
    assert.deepEqual(
      [Array.from(sizes), Array.from(sums)],
      [
        [2, 1, 1],
        [5, 2, 8],
      ],
    );
  });

  it('sum several columns of the same rows, however many clusters there are', () => {
    const sums = new ClusterSums(2);
    for (let i = 0; i < 100; i++) {
      const row = sums.row(i % 40);
      sums.add(row, 0, i);
      sums.add(row, 1, -1);
    }
    const [first, second] = sums.columns();
    assert.equal(sums.count, 40);
    assert.deepEqual([first?.sizes[0], first?.sums[0], second?.sums[0]], [3, 0 + 40 + 80, -3]);
    assert.deepEqual([first?.sizes[39], first?.sums[39], second?.sums[39]], [2, 39 + 79, -2]);
  });

  it('of one value each have the mean and the standard error of independent values', () => {
    const values = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(values, (list) => {
        const plain = meanEstimate(list);
        assert.ok(plain !== undefined);
        const clusters = singles(list);
        assert.ok(Math.abs((clusteredMean(clusters) ?? Number.NaN) - plain.mean) < 1e-12);
        assert.ok(Math.abs((clusteredError(clusters) ?? Number.NaN) - plain.standardError) < 1e-12);
      }),
      { seed: 1 },
    );
  });

  it('of values that only repeat each other are as sure as one of them, not as all', () => {
    const values = [0.1, 0.7, 0.4, 0.9, 0.2];
    const keys = values.map((_, i) => i);
    const repeated = clustersOf([...values, ...values, ...values], [...keys, ...keys, ...keys]);
    assert.ok(Math.abs((clusteredError(repeated) ?? 0) - (clusteredError(singles(values)) ?? 0)) < 1e-12);
  });
});

describe('bootstrap of clusters', () => {
  it('gives the intervals of SciPy, for single values and for means over clusters', () => {
    for (const { sizes, sums, kind, low, high, standardError } of scipy().bootstrap) {
      const clusters = { sizes: Float64Array.from(sizes), sums: Float64Array.from(sums) };
      const drawn = interval(clusterIntervals([clusters], seeded(1), { resamples: 20_000, kind, ...ANY })[0]);
      assert.ok(Math.abs(drawn.low - low) < 0.08 * standardError, `${kind}: low ${drawn.low}, SciPy ${low}`);
      assert.ok(Math.abs(drawn.high - high) < 0.08 * standardError, `${kind}: high ${drawn.high}, SciPy ${high}`);
      assert.equal(drawn.method, `bootstrap-${kind}`);
    }
  });

  it('is the same for the same seed, and draws all quantities from the same resamples', () => {
    const a = singles([0.1, 0.5, 0.2, 0.9, 0.4, 0.7]);
    const twice = { sizes: a.sizes, sums: a.sums.map((v) => 2 * v) };
    const [one, two] = clusterIntervals([a, twice], seeded(5), ANY).map(interval);
    assert.deepEqual(clusterIntervals([a], seeded(5), ANY)[0], one);
    assert.ok(one !== undefined && two !== undefined);
    assert.ok(Math.abs(two.low - 2 * one.low) < 1e-12 && Math.abs(two.high - 2 * one.high) < 1e-12);
  });

  it('holds the mean inside, is a point where nothing varies, and is nothing for nothing', () => {
    const list = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(list, (values) => {
        const { value, low, high } = interval(
          clusterIntervals([singles(values)], seeded(1), { resamples: 200, ...ANY })[0],
        );
        assert.ok(low <= value + 1e-12 && value <= high + 1e-12, `${low} ${value} ${high}`);
      }),
      { seed: 4, numRuns: 50 },
    );
    const flat = interval(clusterIntervals([singles([0.5, 0.5, 0.5])], seeded(1), ANY)[0]);
    assert.deepEqual([flat.low, flat.high], [0.5, 0.5]);
    assert.deepEqual(clusterIntervals([singles([])], seeded(1)), [undefined]);
  });

  it('of very many clusters is the normal one', () => {
    const values = Array.from({ length: 1500 }, (_, i) => (i * 37) % 11);
    assert.deepEqual(clusterIntervals([singles(values)], seeded(1))[0], robustInterval(singles(values)));
  });
});

describe('paired differences', () => {
  it('have the p-value of SciPy, which tries all signs', () => {
    const { differences, p } = scipy().signFlip;
    const test = pairedDifference(singles(differences), seeded(1), ANY);
    assert.ok(Math.abs((test?.p ?? 2) - p) < 1e-12, `${test?.p} is not ${p}`);
  });

  it('agree with all signs where only some are drawn', () => {
    const values = [0.3, -0.1, 0.4, 0.25, 0.05, -0.02, 0.31, 0.12, 0.07, -0.15, 0.2, -0.3, 0.1, 0.05];
    let asFar = 0;
    const total = Math.abs(values.reduce((a, b) => a + b, 0));
    for (let flip = 0; flip < 2 ** 14; flip++) {
      const sum = values.reduce((s, v, i) => s + ((flip >> i) & 1 ? -v : v), 0);
      if (Math.abs(sum) >= total - 1e-9) asFar++;
    }
    const test = pairedDifference(singles(values), seeded(3));
    assert.ok(Math.abs((test?.p ?? 2) - asFar / 2 ** 14) < 0.03, `${test?.p}`);
  });

  it('are no finding where the runs are the same, and one where they always differ', () => {
    assert.equal(pairedDifference(singles(Array.from({ length: 40 }, () => 0)), seeded(1))?.p, 1);
    assert.equal(pairedDifference(singles(Array.from({ length: 40 }, () => 0.1)), seeded(1))?.p, 1 / 5000);
    assert.equal(pairedDifference(singles([]), seeded(1)), undefined);
  });

  it('of fewer than ten clusters are a difference alone, and so are means', () => {
    const nine = singles([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const point = { value: 5, low: null, high: null, method: 'none' };
    assert.deepEqual(clusterIntervals([nine], seeded(1)), [point]);
    assert.deepEqual(pairedDifference(nine, seeded(1)), { ...point, p: null });
    assert.notEqual(pairedDifference(singles([...nine.sums, 0]), seeded(1))?.p, null);
  });
});
