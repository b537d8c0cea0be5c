import { type Clusters, clusteredError, clusteredMean, effectiveClusters } from './clusters.ts';
import { betaQuantile } from './student.ts';

/** How an interval was come by; `none`: there are too few clusters for one, or nothing varies in values without bounds. */
export type IntervalMethod = 'wilson' | 'beta' | 'flips' | 'none';

/** A mean with its 95 % interval, if there is one. */
export interface Interval {
  readonly value: number;
  /** Null with `high` where no interval is honest, or none was computed. */
  readonly low: number | null;
  readonly high: number | null;
  readonly method: IntervalMethod;
}

/** With fewer clusters no interval covers its share and no test keeps its level, so there is none. */
export const MIN_CLUSTERS = 10;

/** A mean about whose spread nothing can be said. */
export const pointEstimate = (value: number): Interval => ({ value, low: null, high: null, method: 'none' });

/** Where values lie; infinite where they have no end. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Of shares, scores and rates. */
export const UNIT: Bounds = { least: 0, most: 1 };

const TAIL = 0.025;

/**
 * The 95 % interval of the mean of values that come in clusters and lie between bounds; with fewer than ten clusters the value alone.
 * Undefined for no clusters.
 *
 * A mean of scores that are mostly 1 hangs on the few clusters that are not, and those may not have been seen. So each end is the
 * quantile of the beta distribution with the mean and variance of the values and of one value more, beyond the furthest on that side
 * (M. Fay and E. Feuer, 1997, "Confidence intervals for directly standardized rates"; E. Learned-Miller and P. Thomas, 2019, "A new
 * confidence interval for the mean of a bounded random variable", take the bound itself for it). Of zeros and ones this is the interval
 * of Clopper and Pearson. It draws nothing: equal data have equal intervals.
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
  // The longer tail of skewed values goes on behind what was seen of it; without any spread it may reach the bound.
  const top = isFlat ? most : Math.min(most, highest + 2 * Math.max(0, highest + lowest - 2 * value));
  const width = top - lowest;
  if (!(width > 0) || !Number.isFinite(width)) return top;
  const n = effectiveClusters(clusters);
  const mean = (value - lowest) / width;
  const error = (clusteredError(clusters) ?? 0) / width;
  const centre = (n * mean + 1) / (n + 1);
  const square = (n * (error * error * (n - 1) + mean * mean) + 1) / (n + 1);
  const variance = (square - centre * centre) / (n + 2);
  const freedom = (centre * (1 - centre)) / variance - 1;
  return variance > 0 && freedom > 0
    ? lowest + width * betaQuantile(1 - TAIL, centre * freedom, (1 - centre) * freedom)
    : top;
}
