import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { coverageOf, DIFFERENCES, SIZES } from '../../../bench/coverage/simulation.ts';
import { seeded } from '../../../src/core/base/random.ts';
import type { Clusters } from '../../../src/core/base/stats/clusters.ts';
import { type PairedDifference, pairedDifference } from '../../../src/core/base/stats/paired-test.ts';
import { itLong } from '../../support/thorough.ts';

const clustersOf = (pairs: readonly (readonly [size: number, sum: number])[]): Clusters => ({
  sizes: Float64Array.from(pairs, ([size]) => size),
  sums: Float64Array.from(pairs, ([, sum]) => sum),
});

function differenceOf(clusters: Clusters): PairedDifference & { readonly low: number; readonly high: number } {
  const difference = pairedDifference(clusters, seeded(1));
  assert.ok(difference !== undefined);
  const { low, high } = difference;
  assert.ok(low !== null && high !== null);
  return { ...difference, low, high };
}

/** The p-value of a mean of `delta`, by all flips one after the other. */
function enumerated({ sizes, sums }: Clusters, delta: number): number {
  const residuals = Array.from(sums, (sum, i) => sum - delta * sizes[i]);
  const total = Math.abs(residuals.reduce((a, b) => a + b, 0));
  let asFar = 0;
  for (let flip = 0; flip < 2 ** residuals.length; flip++) {
    const sum = residuals.reduce((all, one, i) => all + ((flip >> i) & 1 ? -one : one), 0);
    if (Math.abs(sum) >= total - 1e-9) asFar++;
  }
  return asFar / 2 ** residuals.length;
}

const assertAgrees = ({ value, low, high, p }: PairedDifference): void => {
  assert.ok(p !== null && low !== null && high !== null);
  assert.ok(low <= value && value <= high, `${low} ${value} ${high}`);
  assert.equal(low > 0 || high < 0, p < 0.05, `${low} to ${high}, p = ${p}`);
};

const same = (n: number, value: number): Clusters =>
  clustersOf(Array.from({ length: n }, (_, i) => [i + 1, value * (i + 1)]));

describe('the interval of a paired difference', () => {
  it('holds the means that the sign-flip test does not reject, and no others', () => {
    const random = seeded(5);
    for (let round = 0; round < 5; round++) {
      // symmetric, so that no end is widened
      const clusters = clustersOf(
        Array.from({ length: 10 }, (_, i) => {
          const size = 1 + (Math.abs(random.next()) % 30);
          return [size, size * (0.05 * round + (i - 4.5) / 12)] as const;
        }),
      );
      const { low, high } = differenceOf(clusters);
      const step = 1e-6;
      for (const [inside, outside] of [
        [low + step, low - step],
        [high - step, high + step],
      ] as const) {
        assert.ok(enumerated(clusters, inside) >= 0.05, `${inside}: ${enumerated(clusters, inside)}`);
        assert.ok(enumerated(clusters, outside) < 0.05, `${outside}: ${enumerated(clusters, outside)}`);
      }
    }
  });

  it('excludes 0 exactly if p is below 0.05, with ties, zeros, skewed values and clusters of any size', () => {
    const value = fc.oneof(
      fc.constantFrom(-1, -0.5, -0.1, 0, 0, 0, 0.1, 0.3, 1),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    const size = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(0.25, 1, 1, 3000));
    const cluster = fc.tuple(size, value, fc.double({ min: 0, max: 0.3, noNaN: true }));
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 10, maxLength: 60 }), (list) => {
        assertAgrees(differenceOf(clustersOf(list.map(([n, mean, shift]) => [n, n * Math.min(1, mean + shift)]))));
      }),
      { seed: 8, numRuns: 400 },
    );
  });

  it('agrees with its test where all differences are equal, one is huge, or there are very many', () => {
    for (const value of [0, 0.1, -0.3, 1]) {
      const difference = differenceOf(same(20, value));
      assertAgrees(difference);
      // what did not occur is not excluded
      assert.ok(difference.high - difference.low > 0.04, `${value}: ${difference.low} to ${difference.high}`);
    }
    for (const huge of [1, -1])
      assertAgrees(
        differenceOf(clustersOf([[5000, 2000 * huge], ...Array.from({ length: 11 }, () => [1, 0.4] as const)])),
      );
    const random = seeded(2);
    for (const shift of [0, 0.02, 0.2])
      assertAgrees(
        differenceOf(clustersOf(Array.from({ length: 3000 }, () => [2, 2 * shift + random.next() / 2 ** 31] as const))),
      );
  });

  it('goes out to what a long tail may hold', () => {
    const rare = differenceOf(clustersOf(Array.from({ length: 20 }, (_, i) => [1, i === 0 ? 0.4 : 0])));
    assert.ok(rare.low <= 0 && rare.high > 0.1, `${rare.low} to ${rare.high}`);
  });

  it('is narrower than that of a mean of scores where clusters are unequal, and covers as it should', () => {
    const size = SIZES['Pareto, exponent 1.2'];
    const { covered, contradictions, width } = coverageOf(DIFFERENCES['normal'], { size, games: 20, runs: 200 });
    assert.equal(contradictions, 0);
    assert.ok(width < 0.75, `${width}`);
    assert.ok(covered > 0.9, `${covered}`);
  });

  for (const values of ['normal', 'right or wrong', 'skewed'])
    itLong(`covers the mean in 91 to 99 % of 300 simulations where sizes are Pareto's: ${values}`, () => {
      for (const sizes of ['Pareto, exponent 2', 'Pareto, exponent 1.2'])
        for (const games of [12, 20, 40]) {
          const { covered, contradictions } = coverageOf(DIFFERENCES[values], { size: SIZES[sizes], games, runs: 300 });
          // 95 % within three standard errors of the simulation, and a skewed tail that is widened
          assert.ok(covered >= 0.91 && covered <= 0.99, `${sizes}, ${games} games: ${covered}`);
          assert.equal(contradictions, 0);
        }
    });
});
