import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/core/base/random.ts';
import { ClusterSums, type Clusters, clusteredError, clusteredMean } from '../../../src/core/base/stats/clusters.ts';
import {
  type Bounds,
  type Interval,
  meanInterval,
  pointEstimate,
} from '../../../src/core/base/stats/confidence-interval.ts';
import { meanEstimate } from '../../../src/core/base/stats/descriptive.ts';
import { pairedDifference } from '../../../src/core/base/stats/paired-test.ts';
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

describe('the interval of a mean over clusters', () => {
  const ends = (values: readonly number[], bounds?: Bounds) => {
    const { low, high, method } = meanInterval(singles(values), bounds) ?? pointEstimate(Number.NaN);
    return [low?.toFixed(4), high?.toFixed(4), method];
  };
  const ones = (n: number, of: number) => Array.from({ length: of }, (_, i) => (i < n ? 1 : 0));

  it('is that of Clopper and Pearson for zeros and ones', () => {
    // C. J. Clopper and E. S. Pearson, 1934, by R's binom.test
    for (const [n, of, low, high] of [
      [0, 10, '0.0000', '0.3085'],
      [1, 10, '0.0025', '0.4450'],
      [3, 10, '0.0667', '0.6525'],
      [20, 20, '0.8316', '1.0000'],
      [300, 1000, '0.2717', '0.3295'],
    ] as const)
      assert.deepEqual(ends(ones(n, of)), [low, high, 'beta']);
  });

  it('is wide where all values are equal, as far as bounds go, and none without bounds', () => {
    assert.deepEqual(ends(Array.from({ length: 20 }, () => 1)), ['0.8316', '1.0000', 'beta']);
    assert.deepEqual(
      ends(
        Array.from({ length: 20 }, () => 0),
        { least: -1, most: 1 },
      ),
      ['-0.1684', '0.1684', 'beta'],
    );
    const counts = { least: 0, most: Number.POSITIVE_INFINITY };
    assert.deepEqual(
      ends(
        Array.from({ length: 20 }, () => 0),
        counts,
      ),
      [undefined, undefined, 'none'],
    );
    const [low, high] = ends([...Array.from({ length: 19 }, () => 0), 20], counts);
    assert.ok(Number(low) < 0.1 && Number(high) > 5, `${low} to ${high}`);
  });

  it('holds the mean, stays within the bounds, and depends on nothing but the values', () => {
    const list = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 700 });
    fc.assert(
      fc.property(list, (values) => {
        const { value, low, high } = interval(meanInterval(singles(values)));
        assert.ok(0 <= low && low <= value && value <= high && high <= 1, `${low} ${value} ${high}`);
        const turned = interval(meanInterval(singles(values.map((one) => 1 - one).reverse())));
        assert.ok(Math.abs(turned.low + high - 1) < 1e-9 && Math.abs(turned.high + low - 1) < 1e-9);
      }),
      { seed: 4, numRuns: 100 },
    );
    assert.equal(meanInterval(singles([])), undefined);
  });

  it('of a rare event in very many games stays within 0 and 1', () => {
    const { low, high } = interval(
      meanInterval(
        clustersOf(
          ones(2, 1192),
          Array.from({ length: 1192 }, (_, i) => i >> 1),
        ),
      ),
    );
    assert.ok(low >= 0 && low < 0.0017 && high > 0.004 && high < 0.01, `${low} ${high}`);
  });
});

describe('paired differences', () => {
  it('have the p-value of SciPy, which tries all signs', () => {
    const { differences, p } = scipy().signFlip;
    const test = pairedDifference(singles(differences), seeded(1));
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
    assert.deepEqual(meanInterval(nine), point);
    assert.deepEqual(pairedDifference(nine, seeded(1)), { ...point, p: null });
    assert.notEqual(pairedDifference(singles([...nine.sums, 0]), seeded(1))?.p, null);
  });
});
