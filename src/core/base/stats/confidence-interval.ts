import { type Clusters, clusteredError, clusteredMean, effectiveClusters } from './clusters.ts';
import { betaQuantile } from './distributions.ts';

/** Method of an interval; `none`: there are too few clusters for one, or nothing varies in values without bounds. */
export type IntervalMethod = 'wilson' | 'beta' | 'flips' | 'none';

/** A mean with its 95 % interval, if there is one. */
export interface Interval {
  readonly value: number;
  /** Null, as is `high`, if there are too few clusters for an interval, or none was computed. */
  readonly low: number | null;
  readonly high: number | null;
  readonly method: IntervalMethod;
}

/** Minimum number of clusters: with fewer, no interval reaches its coverage and no test keeps its level. */
export const MIN_CLUSTERS = 10;

/** Returns a mean without an interval. */
export const pointEstimate = (value: number): Interval => ({ value, low: null, high: null, method: 'none' });

/** Bounds of values; infinite if there are none. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Bounds of shares, scores and rates. */
export const UNIT: Bounds = { least: 0, most: 1 };

const TAIL = 0.025;

/**
 * Returns the 95 % interval of the mean of values that come in clusters and lie between bounds; with fewer than ten
 * clusters the value alone. Undefined for no clusters.
 *
 * A mean of scores that are mostly 1 depends on the few clusters that are not, and the sample may lack those. So each
 * end is the quantile of the beta distribution with the mean and variance of the values and of one value more, beyond
 * the furthest on that side (M. Fay and E. Feuer, 1997, "Confidence intervals for directly standardized rates"; E.
 * Learned-Miller and P. Thomas, 2019, "A new confidence interval for the mean of a bounded random variable", use the
 * bound itself for it). For zeros and ones this is the interval of Clopper and Pearson. It uses no random numbers:
 * equal data have equal intervals.
 */
export function meanInterval(clusters: Clusters, { least, most }: Bounds = UNIT): Interval | undefined {
  const value = clusteredMean(clusters);
  if (value === undefined) return undefined;
  if (clusters.sizes.length < MIN_CLUSTERS) return pointEstimate(value);
  const high = upperEnd(clusters, value, most);
  const turned = { sizes: clusters.sizes, sums: clusters.sums.map((sum) => -sum) };
  const low = -upperEnd(turned, -value, -least);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return pointEstimate(value);
  return { value, low: Math.min(value, low), high: Math.max(value, high), method: 'beta' };
}

function upperEnd(clusters: Clusters, value: number, most: number): number {
  const { sizes, sums } = clusters;
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let c = 0; c < sizes.length; c++) {
    const mean = sums[c]! / sizes[c]!;
    lowest = Math.min(lowest, mean);
    highest = Math.max(highest, mean);
  }
  const isFlat = highest - lowest <= 1e-9 * Math.max(1, Math.abs(highest));
  // The longer tail of skewed values extends beyond the sample; without any spread it may reach the bound.
  const top = isFlat ? most : Math.min(most, highest + 2 * Math.max(0, highest + lowest - 2 * value));
  const width = top - lowest;
  if (!(width > 0) || !Number.isFinite(width)) return top;
  const n = effectiveClusters(clusters);
  const mean = (value - lowest) / width;
  const error = (clusteredError(clusters) ?? 0) / width;
  const center = (n * mean + 1) / (n + 1);
  const square = (n * (error * error * (n - 1) + mean * mean) + 1) / (n + 1);
  const variance = (square - center * center) / (n + 2);
  const freedom = (center * (1 - center)) / variance - 1;
  return variance > 0 && freedom > 0
    ? lowest + width * betaQuantile(1 - TAIL, center * freedom, (1 - center) * freedom)
    : top;
}

/** Returns Wilson's interval of a rate of n independent answers. */
export function wilson({ sums }: Clusters, n: number): Interval | null {
  const successes = sums.reduce((a, b) => a + b, 0);
  const interval = wilsonInterval(Math.min(n, successes), n);
  return interval === undefined
    ? null
    : { value: interval.rate, low: interval.low, high: interval.high, method: 'wilson' };
}

/**
 * Returns the interval of a share of cases, or of a mean of values between bounds: Wilson's for a share if each cluster
 * is one case. With fewer than ten clusters the value alone; null for no cases.
 */
export function shareInterval(clusters: Clusters, isRate: boolean, bounds: Bounds = UNIT): Interval | null {
  const { sizes } = clusters;
  if (isRate && sizes.length >= MIN_CLUSTERS && sizes.every((size) => Math.abs(size - 1) < 1e-9))
    return wilson(clusters, sizes.length);
  return meanInterval(clusters, bounds) ?? null;
}

/** A rate with its interval. */
export interface RateInterval {
  /** Successes divided by trials. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the standard normal distribution: two-sided 95 %. */
export const Z_95 = 1.959963984540054;

/**
 * Returns Wilson's score interval of a rate, for independent trials (E. B. Wilson, 1927, "Probable inference, the law
 * of succession, and statistical inference"). Undefined for no trials.
 *
 * @param successes 0..trials
 * @param z quantile of the normal distribution; 95 % by default
 */
export function wilsonInterval(successes: number, trials: number, z: number = Z_95): RateInterval | undefined {
  if (trials <= 0) return undefined;
  const rate = successes / trials;
  const z2 = z * z;
  const scale = 1 + z2 / trials;
  const center = (rate + z2 / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials));
  // At 0 and at n successes one end is the rate itself; rounding must not move it.
  return {
    rate,
    low: successes === 0 ? 0 : Math.max(0, center - half),
    high: successes === trials ? 1 : Math.min(1, center + half),
  };
}
