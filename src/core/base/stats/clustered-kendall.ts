import { ClusterSums, effectiveClusters } from './clusters.ts';
import { MIN_CLUSTERS } from './intervals.ts';
import { kendallTest } from './kendall.ts';
import { twoSidedStudent } from './student.ts';

/** Kendall's tau-b with the test of its being 0, for pairs that come in clusters. */
export interface ClusteredKendall {
  /** -1..1. */
  readonly tauB: number;
  /** Number of pairs of values. */
  readonly n: number;
  /** Concordant minus discordant, over its standard deviation. Null where there are too few clusters for a test. */
  readonly z: number | null;
  /** Two-sided, from Student's t distribution. Null with `z`. */
  readonly p: number | null;
}

/**
 * Tau-b and its test where pairs of one cluster hang together: the standard deviation is that of the sums over clusters of how many
 * other pairs each is concordant and discordant with (W. Hoeffding, 1948: the projection of a U-statistic), or that of independent
 * pairs, whichever is larger. Undefined where tau-b is.
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

/** For each pair, the pairs that it is concordant with minus those that it is discordant with; in O(n log n). */
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

/** Ranks from 1 in which equal values share one. */
function denseRanks(values: ArrayLike<number>, n: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Uint32Array(n);
  for (let i = 0, rank = 0; i < n; i++) {
    if (i === 0 || values[order[i]!] !== values[order[i - 1]!]) rank++;
    ranks[order[i]!] = rank;
  }
  return ranks;
}

/** Counts of ranks that were added, by a binary indexed tree (P. Fenwick, 1994). */
class CountsBelow {
  readonly #tree: Uint32Array;

  constructor(most: number) {
    this.#tree = new Uint32Array(most + 1);
  }

  add(rank: number): void {
    for (let i = rank; i < this.#tree.length; i += i & -i) this.#tree[i]!++;
  }

  /** How many are at most a rank. */
  upTo(rank: number): number {
    let count = 0;
    for (let i = rank; i > 0; i -= i & -i) count += this.#tree[i]!;
    return count;
  }
}
