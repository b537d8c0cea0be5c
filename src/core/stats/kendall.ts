/**
 * Kendall's rank correlation tau-b, which corrects for ties, in O(n log n): W. R. Knight, 1966, "A computer method for
 * calculating Kendall's tau with ungrouped data". Undefined when either side is constant or there are fewer than two
 * pairs: the coefficient is 0 / 0 there. Pairs with a value that is not a number are not allowed.
 *
 * @param xs, ys paired values, of equal length
 * @returns -1..1
 */
export function kendallTauB(xs: ArrayLike<number>, ys: ArrayLike<number>): number | undefined {
  const n = Math.min(xs.length, ys.length);
  if (n < 2) return undefined;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  const x = (i: number): number => xs[order[i]];
  const y = (i: number): number => ys[order[i]];
  order.sort((a, b) => compare(xs[a], xs[b]) || compare(ys[a], ys[b]));

  const tiedX = tiedPairs(n, (i) => x(i) === x(i - 1));
  const tiedBoth = tiedPairs(n, (i) => x(i) === x(i - 1) && y(i) === y(i - 1));
  // Sorted by x, then by y: every inversion left in y is a discordant pair, ties in x cannot be one.
  const sorted = Float64Array.from({ length: n }, (_, i) => y(i));
  const discordant = sortCountingInversions(sorted);
  const tiedY = tiedPairs(n, (i) => sorted[i] === sorted[i - 1]);

  const pairs = (n * (n - 1)) / 2;
  if (tiedX === pairs || tiedY === pairs) return undefined;
  const concordantMinusDiscordant = pairs - tiedX - tiedY + tiedBoth - 2 * discordant;
  const tau = concordantMinusDiscordant / Math.sqrt(pairs - tiedX) / Math.sqrt(pairs - tiedY);
  return Math.max(-1, Math.min(1, tau));
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Number of pairs within runs of neighbours that `sameAsPrevious` joins. */
function tiedPairs(n: number, sameAsPrevious: (i: number) => boolean): number {
  let pairs = 0;
  let before = 0;
  for (let i = 1; i < n; i++) {
    before = sameAsPrevious(i) ? before + 1 : 0;
    pairs += before;
  }
  return pairs;
}

/** Sorts ascending (bottom-up merge sort) and returns how many pairs stood in the wrong order. */
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
        if (left < middle && (right >= end || from[left] <= from[right])) {
          to[at] = from[left++];
        } else {
          to[at] = from[right++];
          inversions += middle - left;
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return inversions;
}
