import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Clusters } from './clusters.ts';

/** Sign flips that are drawn when there are too many to try all. */
const FLIPS = 4999;
/** Up to this many clusters all flips are tried: with the first one fixed 2^11, since opposite flips say the same. */
const ALL_FLIPS = 12;
/** More clusters are flipped in so many groups. */
const MAX_FLIPPED = 256;
/** Sums of the same numbers in another order differ in the last digits. */
const ROUNDING = 1e-12;

/** The test of a mean difference by sign flips, and the interval of all means that this test does not reject. */
export interface FlipTest {
  /** Two-sided p-value of a mean of 0. */
  readonly p: number;
  /** Holds 0 exactly if p is at least the level. */
  readonly low: number;
  readonly high: number;
}

/**
 * Tests the mean of clustered differences by flipping the signs of whole clusters, and inverts the test. Under a mean of δ the sums
 * d - δn of the clusters are as likely to have the other sign, whatever their sizes; p is the share of flips whose sum is as far from 0.
 * A flip is as far exactly if δ lies between the mean of the flipped clusters and the mean of the others, so that the interval consists
 * of quantiles of those means (J. A. Hartigan, 1969, "Using subsample values as typical values"). All flips are tried up to twelve
 * clusters, else 4,999 are drawn, and the one that was seen counts (B. Phipson and G. Smyth, 2010). More than 256 clusters are
 * flipped in groups, which keeps the level.
 *
 * @param clusters two or more
 * @param level of the test, such as 0.05
 * @param random a seeded generator; it advances
 */
export function flipTest(clusters: Clusters, level: number, random: RandomGenerator): FlipTest {
  const grouped = clusters.sums.length > MAX_FLIPPED ? inGroups(clusters) : clusters;
  const { lows, highs, seen } = meansOfFlips(grouped, random);
  const tried = lows.length;
  let asFar = 0;
  for (let flip = 0; flip < tried; flip++) if (lows[flip]! <= 0 && highs[flip]! >= 0) asFar++;
  const share = (count: number): number => (count + seen) / (tried + seen);
  // the fewest flips as far that do not reject
  let least = Math.max(1, Math.ceil(level * (tried + seen)) - seen);
  while (share(least) < level) least++;
  while (least > 1 && share(least - 1) >= level) least--;
  lows.sort();
  highs.sort();
  return { p: share(asFar), low: lows[least - 1]!, high: highs[tried - least]! };
}

/** For each flip the lower and the higher of the two means that it has; `seen`: 1 if the flip that was seen is not among them. */
function meansOfFlips(
  clusters: Clusters,
  random: RandomGenerator,
): { readonly lows: Float64Array; readonly highs: Float64Array; readonly seen: 0 | 1 } {
  const { sizes, sums } = clusters;
  const count = sums.length;
  const isAll = count <= ALL_FLIPS;
  const flips = isAll ? 2 ** (count - 1) : FLIPS;
  const choices = byteSums(clusters);
  const [total, size] = [totalOf(sums), totalOf(sizes)];
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
    const flipped = meanOf(sum, n, slack, size);
    const others = meanOf(total - sum, size - n, slack, size);
    // without a cluster on one side the flip is as far for all means
    lows[flip] = flipped === undefined || others === undefined ? Number.NEGATIVE_INFINITY : Math.min(flipped, others);
    highs[flip] = flipped === undefined || others === undefined ? Number.POSITIVE_INFINITY : Math.max(flipped, others);
  }
  return { lows, highs, seen: isAll ? 0 : 1 };
}

/** Exactly 0 where the sum is 0 but for rounding; undefined of no clusters. */
function meanOf(sum: number, n: number, slack: number, size: number): number | undefined {
  if (n <= ROUNDING * size) return undefined;
  return Math.abs(sum) <= slack ? 0 : sum / n;
}

function totalOf(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** For each eight clusters, sum and size of every choice among them, by the bits of the choice: 512 numbers. */
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

/** The clusters in groups of about one size each: the largest ones are dealt first. */
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
