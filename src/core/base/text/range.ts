/** A half-open span of a text, in UTF-16 code units from the start of the document (as LSP and JavaScript strings count). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the range `[start, end)`. */
export const range = (start: number, end: number): Range => ({ start, end });

/** Returns the range moved by `by` code units. */
export const shiftRange = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });

/** A replacement of a span of a text; `range` is in the text before any edit. */
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** Applies edits that are sorted and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { range, newText } of edits) {
    parts.push(text.slice(done, range.start), newText);
    done = range.end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** Extends a range to the lines that it begins and ends in; a line of which it contains nothing is not one of them. */
export function wholeLines(text: string, { start, end }: Range): Range {
  const isEnd = (at: number): boolean => text[at] === '\n' || text[at] === '\r';
  let [first, last] = [start, end];
  while (first > 0 && !isEnd(first - 1)) first--;
  if (start === end || !isEnd(end - 1)) while (last < text.length && !isEnd(last)) last++;
  return { start: first, end: last };
}

/** Returns the edits that touch a range; all of them without a range. */
export const editsTouching = (edits: readonly TextEdit[], range: Range | undefined): readonly TextEdit[] =>
  range === undefined ? edits : edits.filter((edit) => edit.range.start <= range.end && range.start <= edit.range.end);

/** One of the simultaneous changes of an editor; `range` is in the text before all of them. */
export interface TextChange {
  readonly range: Range;
  /** Length of the replacement. */
  readonly length: number;
}

/**
 * Returns ranges after changes that do not overlap each other; undefined for a range that a change touched inside. Text
 * inserted right before a range moves it; text right after it leaves it.
 */
export function shiftRanges(
  ranges: readonly (Range | undefined)[],
  changes: readonly TextChange[],
): (Range | undefined)[] {
  const sorted = [...changes].sort((a, b) => a.range.start - b.range.start);
  /** Shift of an offset after the first `i` changes */
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

/** Returns the number of sorted changes that end at or before an offset. */
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

const isLow = (c: number): boolean => c >= 0xdc00 && c <= 0xdfff;

/** Returns true if an offset lies between the two halves of a line end or of a character. */
const isInside = (text: string, at: number): boolean =>
  (text.charCodeAt(at) === 0x0a && text.charCodeAt(at - 1) === 0x0d) || (at > 0 && isLow(text.charCodeAt(at)));

/**
 * Returns the edit that makes `text[start, end)` into `wanted`, without the equal characters at both ends; undefined if
 * they are equal. It splits neither CR LF nor surrogate pairs.
 */
export function changedSpan(text: string, start: number, end: number, wanted: string): TextEdit | undefined {
  const most = Math.min(end - start, wanted.length);
  let head = 0;
  while (head < most && text.charCodeAt(start + head) === wanted.charCodeAt(head)) head++;
  if (head === end - start && head === wanted.length) return undefined;
  while (head > 0 && (isInside(text, start + head) || isInside(wanted, head))) head--;
  let tail = 0;
  const rest = most - head;
  while (tail < rest && text.charCodeAt(end - 1 - tail) === wanted.charCodeAt(wanted.length - 1 - tail)) tail++;
  while (tail > 0 && (isInside(text, end - tail) || isInside(wanted, wanted.length - tail))) tail--;
  return { range: { start: start + head, end: end - tail }, newText: wanted.slice(head, wanted.length - tail) };
}

/**
 * A text whose parts can be read: a string, or one that is kept in pieces. Lengths and offsets are in UTF-16 code
 * units.
 */
export interface TextSource {
  readonly length: number;
  slice(start: number, end: number): string;
}
