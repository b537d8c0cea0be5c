import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Clusters, clusteredMean } from './clusters.ts';
import { type Interval, MIN_CLUSTERS, meanInterval, pointEstimate } from './intervals.ts';
import { type FlipTest, flipTest } from './sign-flips.ts';

/** A mean difference of paired values, and how sure it is. */
export interface PairedDifference extends Interval {
  /** Two-sided: how often chance alone gives a difference as large. Null where there are too few clusters for a test. */
  readonly p: number | null;
}

const LEVEL = 0.05;
/** Range of differences of values from 0 to 1. */
const DIFFERENCES = { least: -1, most: 1 };
/** Skewness of the differences of clusters from which a tail is widened, and that from which it is as wide as that of skewed scores. */
const SKEWED = { from: 1, fully: 2 };

/**
 * The mean of paired differences of values from 0 to 1 (run A minus run B on the same positions), with the sign-flip test over clusters
 * and the 95 % interval of the means that this test does not reject: it excludes 0 exactly if p is below 0.05. With fewer than ten
 * clusters the difference alone; undefined for none.
 *
 * The test takes differences for as likely above their mean as below. Where those of the clusters are skewed or all equal, it has not
 * seen what lies in the long tail, and that end goes out to the one of `meanInterval`; but at most half of the way to a 0 that the test
 * rejects.
 *
 * @param random a seeded generator; it advances
 */
export function pairedDifference(differences: Clusters, random: RandomGenerator): PairedDifference | undefined {
  const value = clusteredMean(differences);
  if (value === undefined) return undefined;
  if (differences.sizes.length < MIN_CLUSTERS) return { ...pointEstimate(value), p: null };
  const test = flipTest(differences, LEVEL, random);
  const { low, high } = widened(test, differences);
  return { value, low: Math.min(low, value), high: Math.max(high, value), method: 'flips', p: test.p };
}

function widened(test: FlipTest, differences: Clusters): { readonly low: number; readonly high: number } {
  const skewness = skewnessOf(differences);
  const above = skewness === undefined ? 1 : weightOf(skewness);
  const below = skewness === undefined ? 1 : weightOf(-skewness);
  if (above === 0 && below === 0) return test;
  const wide = meanInterval(differences, DIFFERENCES);
  const high = test.high + above * Math.max(0, (wide?.high ?? 1) - test.high);
  const low = test.low - below * Math.max(0, test.low - (wide?.low ?? -1));
  return {
    low: test.low > 0 ? Math.max(low, test.low / 2) : low,
    high: test.high < 0 ? Math.min(high, test.high / 2) : high,
  };
}

const weightOf = (skewness: number): number =>
  Math.max(0, Math.min(1, (skewness - SKEWED.from) / (SKEWED.fully - SKEWED.from)));

/** The skewness of the mean differences of clusters; undefined where all are equal. */
function skewnessOf({ sizes, sums }: Clusters): number | undefined {
  const count = sizes.length;
  let mean = 0;
  for (let c = 0; c < count; c++) mean += sums[c]! / sizes[c]! / count;
  let [squares, cubes] = [0, 0];
  for (let c = 0; c < count; c++) {
    const from = sums[c]! / sizes[c]! - mean;
    squares += (from * from) / count;
    cubes += from ** 3 / count;
  }
  return squares <= 1e-18 * Math.max(1, mean * mean) ? undefined : cubes / squares ** 1.5;
}
