import type { Range } from './range.ts';

/** One of the changes that an editor makes at a time; `range` is in the text before all of them. */
export interface TextChange {
  readonly range: Range;
  /** Length of the text that came in its place. */
  readonly length: number;
}

/**
 * Where ranges are after changes that do not overlap each other; undefined for one that a change touched inside. Text
 * that is put right before a range moves it; right behind it leaves it.
 */
export function shiftRanges(
  ranges: readonly (Range | undefined)[],
  changes: readonly TextChange[],
): (Range | undefined)[] {
  const sorted = [...changes].sort((a, b) => a.range.start - b.range.start);
  /** How far a place behind the first `i` changes moves. */
  const shifts = [0];
  for (const { range, length } of sorted) shifts.push((shifts.at(-1) ?? 0) + length - (range.end - range.start));
  return ranges.map((range) => {
    if (range === undefined) return undefined;
    const before = countEndingBy(sorted, range.start);
    const next = sorted[before];
    if (next !== undefined && next.range.start < range.end) return undefined;
    const by = shifts[before] ?? 0;
    return { start: range.start + by, end: range.end + by };
  });
}

/** Number of of the sorted changes end at or before a place. */
function countEndingBy(sorted: readonly TextChange[], place: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.range.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
