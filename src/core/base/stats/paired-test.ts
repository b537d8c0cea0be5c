import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Clusters, clusteredMean, effectiveClusters } from './clusters.ts';
import { type Interval, MIN_CLUSTERS, meanInterval, pointEstimate } from './confidence-interval.ts';
import { studentQuantile } from './distributions.ts';

/** A mean difference of paired values, with its interval and p-value. */
export interface PairedDifference extends Interval {
  /** Two-sided: probability of a difference as large by chance alone. Null if there are too few clusters for a test. */
  readonly p: number | null;
}

/** Level of the tests, for the interval of the sign-flip test and for plans. */
const TEST_LEVEL = 0.05;
/** Range of differences of values from 0 to 1. */
const DIFFERENCES = { least: -1, most: 1 };
/**
 * Skewness of the differences of clusters from which a tail is widened, and that from which it is as wide as that of
 * skewed scores.
 */
const SKEWED = { from: 1, fully: 2 };

/**
 * Returns the mean of paired differences of values from 0 to 1 (run A minus run B on the same positions), with the
 * sign-flip test over clusters and the 95 % interval of the means that this test does not reject: it excludes 0 exactly
 * if p is below 0.05. With fewer than ten clusters the difference alone; undefined for none.
 *
 * The test assumes that differences are as likely above their mean as below. If those of the clusters are skewed or all
 * equal, the sample lacks the long tail, and that end extends to the one of `meanInterval`; but at most half of the way
 * to a 0 that the test rejects.
 *
 * @param random a seeded generator; it advances
 */
export function pairedDifference(differences: Clusters, random: RandomGenerator): PairedDifference | undefined {
  const value = clusteredMean(differences);
  if (value === undefined) return undefined;
  if (differences.sizes.length < MIN_CLUSTERS) return { ...pointEstimate(value), p: null };
  const test = flipTest(differences, TEST_LEVEL, random);
  const { low, high } = widened(test, differences);
  return { value, low: Math.min(low, value), high: Math.max(high, value), method: 'flips', p: test.p };
}

function widened(test: FlipTest, differences: Clusters): { readonly low: number; readonly high: number } {
  const skewness = computeSkewness(differences);
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

/** Returns the skewness of the mean differences of clusters; undefined if all are equal. */
function computeSkewness({ sizes, sums }: Clusters): number | undefined {
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

/** Number of random sign flips if there are too many to try all. */
const FLIPS = 4999;
/**
 * Number of clusters up to which all flips are tried: with the first one fixed 2^11, since opposite flips are
 * equivalent.
 */
const ALL_FLIPS = 12;
/** Number of groups in which more clusters are flipped. */
const MAX_FLIPPED = 256;
/** Sums of the same numbers in another order differ in the last digits. */
const ROUNDING = 1e-12;

/** The test of a mean difference by sign flips, and the interval of all means that this test does not reject. */
interface FlipTest {
  /** Two-sided p-value of a mean of 0. */
  readonly p: number;
  /** Holds 0 exactly if p is at least the level. */
  readonly low: number;
  readonly high: number;
}

/**
 * Tests the mean of clustered differences by flipping the signs of whole clusters, and inverts the test. Under a mean
 * of δ the sums d - δn of the clusters are as likely to have the other sign, whatever their sizes; p is the share of
 * flips whose sum is as far from 0. A flip is as far exactly if δ lies between the mean of the flipped clusters and the
 * mean of the others, so that the interval consists of quantiles of those means (J. A. Hartigan, 1969, "Using subsample
 * values as typical values"). All flips are tried up to twelve clusters; otherwise 4,999 are drawn, and the observed
 * one counts (B. Phipson and G. Smyth, 2010). More than 256 clusters are flipped in groups, which keeps the level.
 *
 * @param clusters two or more
 * @param level of the test, such as 0.05
 * @param random a seeded generator; it advances
 */
function flipTest(clusters: Clusters, level: number, random: RandomGenerator): FlipTest {
  const grouped = clusters.sums.length > MAX_FLIPPED ? inGroups(clusters) : clusters;
  const { lows, highs, seen } = computeFlipMeans(grouped, random);
  const tried = lows.length;
  let asFar = 0;
  for (let flip = 0; flip < tried; flip++) if (lows[flip]! <= 0 && highs[flip]! >= 0) asFar++;
  const share = (count: number): number => (count + seen) / (tried + seen);
  // the smallest number of flips as far that do not reject
  let least = Math.max(1, Math.ceil(level * (tried + seen)) - seen);
  while (share(least) < level) least++;
  while (least > 1 && share(least - 1) >= level) least--;
  lows.sort();
  highs.sort();
  return { p: share(asFar), low: lows[least - 1]!, high: highs[tried - least]! };
}

/** Returns the lower and the higher of the two means of each flip; `seen`: 1 if the observed flip is not among them. */
function computeFlipMeans(
  clusters: Clusters,
  random: RandomGenerator,
): { readonly lows: Float64Array; readonly highs: Float64Array; readonly seen: 0 | 1 } {
  const { sizes, sums } = clusters;
  const count = sums.length;
  const isAll = count <= ALL_FLIPS;
  const flips = isAll ? 2 ** (count - 1) : FLIPS;
  const choices = byteSums(clusters);
  const [total, size] = [sumValues(sums), sumValues(sizes)];
  const slack = ROUNDING * sums.reduce((all, sum) => all + Math.abs(sum), 0);
  const lows = new Float64Array(flips);
  const highs = new Float64Array(flips);
  for (let flip = 0; flip < flips; flip++) {
    let signs = flip;
    let [sum, n] = [0, 0];
    for (let at = 0, byte = 0; at < choices.length; at += 512, byte++) {
      if (!isAll && (byte & 3) === 0) signs = random.next();
      const choice = at + 2 * ((signs >>> ((byte & 3) * 8)) & 255);
      sum += choices[choice]!;
      n += choices[choice + 1]!;
    }
    const flipped = computeMean(sum, n, slack, size);
    const others = computeMean(total - sum, size - n, slack, size);
    // without a cluster on one side the flip is as far for all means
    lows[flip] = flipped === undefined || others === undefined ? Number.NEGATIVE_INFINITY : Math.min(flipped, others);
    highs[flip] = flipped === undefined || others === undefined ? Number.POSITIVE_INFINITY : Math.max(flipped, others);
  }
  return { lows, highs, seen: isAll ? 0 : 1 };
}

/** Returns a mean, exactly 0 if the sum is 0 but for rounding; undefined for no clusters. */
function computeMean(sum: number, n: number, slack: number, size: number): number | undefined {
  if (n <= ROUNDING * size) return undefined;
  return Math.abs(sum) <= slack ? 0 : sum / n;
}

function sumValues(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Returns sum and size of every subset of each eight clusters, by the bits of the subset: 512 numbers. */
function byteSums({ sizes, sums }: Clusters): Float64Array {
  const bytes = Math.ceil(sums.length / 8);
  const choices = new Float64Array(512 * bytes);
  for (let byte = 0; byte < bytes; byte++) {
    for (let bits = 1; bits < 256; bits++) {
      const cluster = 8 * byte + 31 - Math.clz32(bits & -bits);
      const [at, before] = [512 * byte + 2 * bits, 512 * byte + 2 * (bits & (bits - 1))];
      choices[at] = choices[before]! + (sums[cluster] ?? 0);
      choices[at + 1] = choices[before + 1]! + (sizes[cluster] ?? 0);
    }
  }
  return choices;
}

/** Returns the clusters in groups of about one size each: the largest ones are dealt first. */
function inGroups({ sizes, sums }: Clusters): Clusters {
  const order = Uint32Array.from(sizes, (_, i) => i).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const grouped = { sizes: new Float64Array(MAX_FLIPPED), sums: new Float64Array(MAX_FLIPPED) };
  for (const [rank, cluster] of order.entries()) {
    // there and back, so that no group has the largest of each round
    const place = rank % (2 * MAX_FLIPPED);
    const group = place < MAX_FLIPPED ? place : 2 * MAX_FLIPPED - 1 - place;
    grouped.sizes[group]! += sizes[cluster]!;
    grouped.sums[group]! += sums[cluster]!;
  }
  return grouped;
}

/**
 * Corrects p-values for the number of tests by Holm's step-down method (S. Holm, 1979, "A simple sequentially rejective
 * multiple test procedure"), in the given order. A test is significant at a level if its corrected value is at most
 * that level; the probability of any false finding in the family then stays below it, for any dependence of the tests.
 *
 * @param pValues 0..1 each
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const n = pValues.length;
  const ascending = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  const adjusted = [...pValues];
  let least = 0;
  for (const [rank, [i, p]] of ascending.entries()) {
    least = Math.max(least, Math.min(1, (n - rank) * p));
    adjusted[i] = least;
  }
  return adjusted;
}

/**
 * Assumptions of a plan about two models: the share of the positions on which one is right and the other wrong, and the
 * correlation of the differences on positions of one game.
 */
export const PLANNED = { differing: 0.25, correlation: 0.3, power: 0.8 } as const;

/**
 * Power of a paired comparison: none with too few clusters, otherwise differences from `least` on; null if no possible
 * difference is large enough.
 */
export type Detectable =
  | { readonly clusters: number; readonly isTested: false }
  | { readonly clusters: number; readonly isTested: true; readonly least: number | null };

/**
 * Returns the smallest difference between two models' rates of right answers that a paired test at 5 % finds with a
 * power of 80 %, from the numbers of positions of the clusters: the standard error of a mean over clusters of such
 * sizes, times the quantiles of Student's t, whose degrees of freedom are the number of equivalent clusters of one
 * size, less one.
 */
export function detectableDifference(sizes: Float64Array): Detectable {
  const clusters = sizes.length;
  if (clusters < MIN_CLUSTERS) return { clusters, isTested: false };
  const { differing, correlation, power } = PLANNED;
  let [n, inflated] = [0, 0];
  for (const size of sizes) {
    n += size;
    inflated += size * (1 + (size - 1) * correlation);
  }
  const freedom = Math.max(1, effectiveClusters({ sizes, sums: sizes }) - 1);
  const quantiles = studentQuantile(1 - TEST_LEVEL / 2, freedom) + studentQuantile(power, freedom);
  const least = (quantiles * Math.sqrt(differing * inflated)) / n;
  return { clusters, isTested: true, least: least > differing ? null : least };
}
