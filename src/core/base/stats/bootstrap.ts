import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Clusters, clusteredError, clusteredMean, effectiveClusters } from './clusters.ts';
import { normalCdf, normalQuantile, twoSidedP } from './normal.ts';
import { quantile } from './ranks.ts';
import { studentQuantile } from './student.ts';
import { Z_95 } from './wilson.ts';

/**
 * How an interval was come by. `cluster-robust`: normal, with the standard error that allows for clusters; `none`: there are too few
 * clusters for an interval.
 */
export const INTERVAL_METHODS = [
  'wilson',
  'bootstrap-bca-t',
  'bootstrap-bca',
  'bootstrap-percentile',
  'cluster-robust',
  'none',
] as const;
export type IntervalMethod = (typeof INTERVAL_METHODS)[number];

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

export interface BootstrapOptions {
  /** Times that all clusters are drawn again. Default 1,000. */
  readonly resamples?: number;
  /**
   * `bca` corrects for bias and skew (B. Efron, 1987, "Better bootstrap confidence intervals"). `bca-t`, the default, also widens its
   * tails from the normal to Student's distribution (T. Hesterberg, 2015, "What teachers should know about the bootstrap", section
   * 5.2.3), with the effective number of clusters: otherwise intervals over few or uneven clusters are too short.
   */
  readonly kind?: 'bca-t' | 'bca' | 'percentile';
  /** Number of clusters below which there is no interval and no test. Default `MIN_CLUSTERS`. */
  readonly least?: number;
}

const RESAMPLES = 1000;
/** With more clusters the normal interval is as good, and drawing them again takes long. */
const MAX_DRAWN = 500;
const TAIL = 0.025;

/**
 * 95 % intervals of the means of several quantities of the same clusters, by drawing the clusters again with replacement;
 * each resample serves all quantities. Above 500 clusters the cluster-robust normal interval instead; below ten the means alone.
 *
 * @param quantities over the same clusters in the same order
 * @param random a seeded generator; it advances
 */
export function clusterIntervals(
  quantities: readonly Clusters[],
  random: RandomGenerator,
  { resamples = RESAMPLES, kind = 'bca-t', least = MIN_CLUSTERS }: BootstrapOptions = {},
): (Interval | undefined)[] {
  const count = quantities[0]?.sizes.length ?? 0;
  if (count === 0) return quantities.map(() => undefined);
  if (count < least) return quantities.map((clusters) => pointEstimate(clusteredMean(clusters) ?? 0));
  if (count > MAX_DRAWN) return quantities.map(robustInterval);
  const draws = drawMeans(quantities, random, resamples);
  return quantities.map((clusters, i) => {
    const value = clusteredMean(clusters) ?? 0;
    const means = draws[i]!.sort();
    const [low, high] =
      kind === 'percentile'
        ? [TAIL, 1 - TAIL]
        : bcaTails(clusters, means, value, kind === 'bca' ? Z_95 : widened(clusters));
    return {
      value,
      low: quantile(means, low) ?? value,
      high: quantile(means, high) ?? value,
      method: `bootstrap-${kind}`,
    };
  });
}

/** The normal interval with the standard error that allows for clusters. */
export function robustInterval(clusters: Clusters): Interval | undefined {
  const value = clusteredMean(clusters);
  if (value === undefined) return undefined;
  const half = Z_95 * (clusteredError(clusters) ?? 0);
  return { value, low: value - half, high: value + half, method: 'cluster-robust' };
}

/** Means of resamples, per quantity. */
function drawMeans(quantities: readonly Clusters[], random: RandomGenerator, resamples: number): Float64Array[] {
  const count = quantities[0]?.sizes.length ?? 0;
  const means = quantities.map(() => new Float64Array(resamples));
  const times = new Float64Array(count);
  for (let b = 0; b < resamples; b++) {
    times.fill(0);
    // 2^32 numbers over at most 500 places: no place is likelier than another by more than 2e-7.
    for (let i = 0; i < count; i++) times[Math.floor(((random.next() >>> 0) / 0x1_0000_0000) * count)]!++;
    let [n, counted]: [number, Float64Array | undefined] = [0, undefined];
    for (const [q, { sizes, sums }] of quantities.entries()) {
      // Quantities of one clustering share their sizes, which are counted once.
      if (sizes !== counted) {
        n = weighted(times, sizes);
        counted = sizes;
      }
      means[q]![b] = weighted(times, sums) / n;
    }
  }
  return means;
}

function weighted(times: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < times.length; c++) sum += times[c]! * values[c]!;
  return sum;
}

/** The normal quantile whose tails are those of Student's distribution, and make up for the narrow spread of a bootstrap. */
function widened(clusters: Clusters): number {
  const effective = Math.max(2, effectiveClusters(clusters));
  return studentQuantile(1 - TAIL, effective - 1) * Math.sqrt(effective / (effective - 1));
}

/**
 * The two tails of the sorted means that the interval of Efron (1987) takes instead of 2.5 and 97.5 %.
 *
 * @param width quantile of the normal distribution that is corrected
 */
function bcaTails(clusters: Clusters, means: Float64Array, value: number, width: number): [number, number] {
  // Half of the ties count as below, or a mean on a coarse grid would look biased.
  let below = 0;
  for (const mean of means) below += mean < value ? 1 : mean === value ? 0.5 : 0;
  const bias = normalQuantile(below / means.length);
  const acceleration = jackknifeAcceleration(clusters);
  const tail = (z: number): number => {
    const shifted = bias + z;
    return normalCdf(bias + shifted / (1 - acceleration * shifted));
  };
  const tails: [number, number] = [tail(-width), tail(width)];
  return Number.isFinite(bias) && tails[0] < tails[1] ? tails : [normalCdf(-width), normalCdf(width)];
}

/** The skew of the mean as clusters are left out one at a time, over 6. */
function jackknifeAcceleration({ sizes, sums }: Clusters): number {
  const n = sizes.reduce((a, b) => a + b, 0);
  const sum = sums.reduce((a, b) => a + b, 0);
  const without = sizes.length < 2 ? [] : Array.from(sizes, (size, c) => (sum - sums[c]!) / (n - size));
  const centre = without.reduce((a, b) => a + b, 0) / without.length;
  let [squares, cubes] = [0, 0];
  for (const mean of without) {
    squares += (centre - mean) ** 2;
    cubes += (centre - mean) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/** A mean difference of paired values, and how sure it is. */
export interface PairedDifference extends Interval {
  /** Two-sided: how often chance alone gives a difference as large. Null where there are too few clusters for a test. */
  readonly p: number | null;
}

/** Sign flips that are tried when there are too many to try all. */
const FLIPS = 4999;
/** Up to this many clusters all flips are tried: 2^12. */
const ALL_FLIPS = 12;

/**
 * The mean of paired differences (run A minus run B on the same positions): the interval by drawing clusters again, the
 * p-value by the sign-flip test. If the runs were equally good, each cluster's difference would as likely have had the
 * other sign; p is the share of such flips whose mean is as far from 0. Above 500 clusters both are normal.
 *
 * @param random a seeded generator; it advances
 */
export function pairedDifference(
  differences: Clusters,
  random: RandomGenerator,
  options?: BootstrapOptions,
): PairedDifference | undefined {
  const [interval] = clusterIntervals([differences], random, options);
  if (interval === undefined) return undefined;
  const isTested = differences.sizes.length >= (options?.least ?? MIN_CLUSTERS);
  return { ...interval, p: isTested ? signFlipP(differences, interval.value, random) : null };
}

function signFlipP({ sizes, sums }: Clusters, value: number, random: RandomGenerator): number {
  const count = sums.length;
  if (count > MAX_DRAWN) {
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
