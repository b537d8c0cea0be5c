import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Clusters, clusteredError, clusteredMean, effectiveClusters } from './clusters.ts';
import { twoSidedP } from './normal.ts';
import { betaQuantile } from './student.ts';

/** How an interval was come by; `none`: there are too few clusters for one, or nothing varies in values without bounds. */
export type IntervalMethod = 'wilson' | 'beta' | 'none';

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
/** Of differences of those. */
const DIFFERENCES: Bounds = { least: -1, most: 1 };

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

/** A mean difference of paired values, and how sure it is. */
export interface PairedDifference extends Interval {
  /** Two-sided: how often chance alone gives a difference as large. Null where there are too few clusters for a test. */
  readonly p: number | null;
}

/** With more clusters the normal test is as good, and flipping them takes long. */
const MAX_FLIPPED = 500;
/** Sign flips that are tried when there are too many to try all. */
const FLIPS = 4999;
/** Up to this many clusters all flips are tried: 2^12. */
const ALL_FLIPS = 12;

/**
 * The mean of paired differences of values from 0 to 1 (run A minus run B on the same positions): its interval, and the
 * p-value of the sign-flip test. If the runs were equally good, each cluster's difference would as likely have had the
 * other sign; p is the share of such flips whose mean is as far from 0. Above 500 clusters it is normal.
 *
 * @param random a seeded generator; it advances
 */
export function pairedDifference(differences: Clusters, random: RandomGenerator): PairedDifference | undefined {
  const interval = meanInterval(differences, DIFFERENCES);
  if (interval === undefined) return undefined;
  const isTested = differences.sizes.length >= MIN_CLUSTERS;
  return { ...interval, p: isTested ? signFlipP(differences, interval.value, random) : null };
}

function signFlipP({ sizes, sums }: Clusters, value: number, random: RandomGenerator): number {
  const count = sums.length;
  if (count > MAX_FLIPPED) {
    const error = clusteredError({ sizes, sums }) ?? 0;
    return error === 0 ? 1 : twoSidedP(value / error);
  }
  const total = sums.reduce((a, b) => a + b, 0);
  // Sums of the same numbers in another order differ in the last digits.
  const least = Math.abs(total) * (1 - 1e-12);
  const bytes = byteSums(sums);
  const all = count <= ALL_FLIPS;
  const flips = all ? 2 ** count : FLIPS;
  let asFar = 0;
  for (let flip = 0; flip < flips; flip++) {
    let signs = flip;
    let flipped = 0;
    for (const [i, ofByte] of bytes.entries()) {
      if (!all && (i & 3) === 0) signs = random.next();
      flipped += ofByte[(signs >>> ((i & 3) * 8)) & 255]!;
    }
    if (Math.abs(total - 2 * flipped) >= least) asFar++;
  }
  // Of drawn flips the one that was seen counts, too, or p could be 0 (Phipson and Smyth, 2010).
  return all ? asFar / flips : (asFar + 1) / (flips + 1);
}

/** For each eight sums, the sum of every choice among them, by the bits of the choice. */
function byteSums(sums: Float64Array): Float64Array[] {
  return Array.from({ length: Math.ceil(sums.length / 8) }, (_, i) => {
    const choices = new Float64Array(256);
    for (let bits = 1; bits < 256; bits++) {
      const lowest = 31 - Math.clz32(bits & -bits);
      choices[bits] = choices[bits & (bits - 1)]! + (sums[8 * i + lowest] ?? 0);
    }
    return choices;
  });
}
