import { ClusterSums, effectiveClusters } from './clusters.ts';
import { MIN_CLUSTERS } from './confidence-interval.ts';
import { twoSidedP, twoSidedStudent } from './distributions.ts';

/** Kendall's tau-b with the test of the hypothesis that it is 0. */
export interface KendallTest {
  /** -1..1. */
  readonly tauB: number;
  /** Number of pairs of values. */
  readonly n: number;
  /** Concordant minus discordant pairs, divided by the standard deviation for independent sides. */
  readonly z: number;
  /** Two-sided, from the normal distribution. */
  readonly p: number;
}

/**
 * Returns Kendall's rank correlation tau-b, which corrects for ties, in O(n log n): W. R. Knight, 1966, "A computer
 * method for calculating Kendall's tau with ungrouped data". Undefined if either side is constant or there are fewer
 * than two pairs: the coefficient is 0 / 0 there. Pairs with NaN are not allowed.
 *
 * @param xs, ys paired values, of equal length
 * @returns -1..1
 */
export function kendallTauB(xs: ArrayLike<number>, ys: ArrayLike<number>): number | undefined {
  const counts = count(xs, ys);
  return counts === undefined ? undefined : computeTau(counts);
}

/**
 * Returns tau-b and its test: the normal approximation, with the variance corrected for ties on both sides (M. G.
 * Kendall, 1970, "Rank correlation methods", section 4.4; equal to `scipy.stats.kendalltau(method="asymptotic")` and
 * R's `cor.test(exact = FALSE)`). It assumes independent pairs: see `clusteredKendall`. Undefined if tau-b is.
 */
export function kendallTest(xs: ArrayLike<number>, ys: ArrayLike<number>): KendallTest | undefined {
  const counts = count(xs, ys);
  if (counts === undefined) return undefined;
  const { n, x, y } = counts;
  const ordered = n * (n - 1);
  const variance =
    (ordered * (2 * n + 5) - x.weighted - y.weighted) / 18 +
    (2 * x.pairs * y.pairs) / ordered +
    (n > 2 ? (x.triples * y.triples) / (9 * ordered * (n - 2)) : 0);
  const z = counts.difference / Math.sqrt(variance);
  return { tauB: computeTau(counts), n, z, p: twoSidedP(z) };
}

/** Sums over the groups of t equal values of one side. */
interface Ties {
  /** t (t - 1) / 2: tied pairs. */
  pairs: number;
  /** t (t - 1) (t - 2). */
  triples: number;
  /** t (t - 1) (2 t + 5). */
  weighted: number;
}

interface Counts {
  readonly n: number;
  /** Concordant minus discordant pairs. */
  readonly difference: number;
  readonly x: Ties;
  readonly y: Ties;
}

function computeTau({ n, difference, x, y }: Counts): number {
  const pairs = (n * (n - 1)) / 2;
  return Math.max(-1, Math.min(1, difference / Math.sqrt(pairs - x.pairs) / Math.sqrt(pairs - y.pairs)));
}

function count(xs: ArrayLike<number>, ys: ArrayLike<number>): Counts | undefined {
  const n = Math.min(xs.length, ys.length);
  if (n < 2) return undefined;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  order.sort((a, b) => compare(xs[a]!, xs[b]!) || compare(ys[a]!, ys[b]!));
  const sameX = (i: number): boolean => xs[order[i]!] === xs[order[i - 1]!];

  const x = ties(n, sameX);
  const both = ties(n, (i) => sameX(i) && ys[order[i]!] === ys[order[i - 1]!]);
  // Sorted by x, then by y: every inversion left in y is a discordant pair, ties in x cannot be one.
  const sorted = Float64Array.from({ length: n }, (_, i) => ys[order[i]!]!);
  const discordant = sortCountingInversions(sorted);
  const y = ties(n, (i) => sorted[i] === sorted[i - 1]);

  const pairs = (n * (n - 1)) / 2;
  if (x.pairs === pairs || y.pairs === pairs) return undefined;
  return { n, difference: pairs - x.pairs - y.pairs + both.pairs - 2 * discordant, x, y };
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the ties among sorted values, whose runs of equal neighbors `sameAsPrevious` joins. */
function ties(n: number, sameAsPrevious: (i: number) => boolean): Ties {
  const sums = { pairs: 0, triples: 0, weighted: 0 };
  for (let i = 1, t = 1; i <= n; i++) {
    if (i < n && sameAsPrevious(i)) {
      t++;
      continue;
    }
    sums.pairs += (t * (t - 1)) / 2;
    sums.triples += t * (t - 1) * (t - 2);
    sums.weighted += t * (t - 1) * (2 * t + 5);
    t = 1;
  }
  return sums;
}

/** Sorts ascending (bottom-up merge sort) and returns the number of pairs in the wrong order. */
function sortCountingInversions(values: Float64Array): number {
  const n = values.length;
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(n);
  let inversions = 0;
  for (let width = 1; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      const middle = Math.min(start + width, n);
      const end = Math.min(start + 2 * width, n);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at++) {
        if (left < middle && (right >= end || from[left]! <= from[right]!)) {
          to[at] = from[left++]!;
        } else {
          to[at] = from[right++]!;
          inversions += middle - left;
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return inversions;
}

/** Kendall's tau-b with the test of the hypothesis that it is 0, for pairs that come in clusters. */
export interface ClusteredKendall {
  /** -1..1. */
  readonly tauB: number;
  /** Number of pairs of values. */
  readonly n: number;
  /**
   * Concordant minus discordant pairs, divided by the standard deviation. Null if there are too few clusters for a
   * test.
   */
  readonly z: number | null;
  /** Two-sided, from Student's t distribution. Null with `z`. */
  readonly p: number | null;
}

/**
 * Returns tau-b and its test if pairs of one cluster are not independent: the standard deviation is that of the sums
 * over clusters of the concordant minus discordant other pairs of each pair (W. Hoeffding, 1948: the projection of a
 * U-statistic), or that of independent pairs, whichever is larger. Undefined if tau-b is.
 *
 * @param keys of the clusters, one a pair
 */
export function clusteredKendall(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  keys: ArrayLike<number>,
): ClusteredKendall | undefined {
  const plain = kendallTest(xs, ys);
  if (plain === undefined) return undefined;
  const { tauB, n } = plain;
  const each = concordances(xs, ys);
  let total = 0;
  for (const one of each) total += one;
  const sums = new ClusterSums(1);
  for (let i = 0; i < n; i++) sums.add(sums.row(keys[i]!), 0, each[i]! - total / n);
  const clusters = sums.columns()[0]!;
  const count = clusters.sizes.length;
  if (count < MIN_CLUSTERS) return { tauB, n, z: null, p: null };
  let squares = 0;
  for (const sum of clusters.sums) squares += sum * sum;
  const clustered = total / 2 / Math.sqrt((squares * count) / (count - 1));
  const z = Math.abs(clustered) < Math.abs(plain.z) ? clustered : plain.z;
  return { tauB, n, z, p: twoSidedStudent(z, Math.max(1, effectiveClusters(clusters) - 1)) };
}

/** Returns for each pair the number of concordant minus that of discordant other pairs; in O(n log n). */
function concordances(xs: ArrayLike<number>, ys: ArrayLike<number>): Float64Array {
  const n = Math.min(xs.length, ys.length);
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => xs[a]! - xs[b]!);
  const ranks = denseRanks(ys, n);
  const each = new Float64Array(n);
  const sweep = (sign: number): void => {
    const below = new CountsBelow(n);
    for (let from = 0, to = 0; from < n; from = to) {
      while (to < n && xs[order[to]!] === xs[order[from]!]) to++;
      for (let i = from; i < to; i++) {
        const rank = ranks[order[i]!]!;
        each[order[i]!]! += sign * (below.upTo(rank - 1) - (from - below.upTo(rank)));
      }
      for (let i = from; i < to; i++) below.add(ranks[order[i]!]!);
    }
  };
  sweep(1);
  order.reverse();
  sweep(-1);
  return each;
}

/** Returns ranks from 1 up, one for all equal values. */
function denseRanks(values: ArrayLike<number>, n: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Uint32Array(n);
  for (let i = 0, rank = 0; i < n; i++) {
    if (i === 0 || values[order[i]!] !== values[order[i - 1]!]) rank++;
    ranks[order[i]!] = rank;
  }
  return ranks;
}

/** Counts of added ranks, in a binary indexed tree (P. Fenwick, 1994). */
class CountsBelow {
  readonly #tree: Uint32Array;

  constructor(most: number) {
    this.#tree = new Uint32Array(most + 1);
  }

  add(rank: number): void {
    for (let i = rank; i < this.#tree.length; i += i & -i) this.#tree[i]!++;
  }

  /** Returns the number of added ranks that are at most a rank. */
  upTo(rank: number): number {
    let count = 0;
    for (let i = rank; i > 0; i -= i & -i) count += this.#tree[i]!;
    return count;
  }
}
