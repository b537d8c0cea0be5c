/**
 * The number of leading items for which a test holds, of a list whose items with that property come first: a binary search.
 *
 * @param length number of items
 * @param isBefore asked for at most log2(length) + 1 indices
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
