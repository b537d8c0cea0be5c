/** A half-open span of a text, in UTF-16 code units from the start of the document (as LSP and JavaScript strings count). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range `[start, end)`. */
export const range = (start: number, end: number): Range => ({ start, end });

/** The range, `by` code units further on. */
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

/** A range with the rest of the lines that it begins and ends in; a line of which it has nothing is not one of them. */
export function wholeLines(text: string, { start, end }: Range): Range {
  const isEnd = (at: number): boolean => text[at] === '\n' || text[at] === '\r';
  let [first, last] = [start, end];
  while (first > 0 && !isEnd(first - 1)) first--;
  if (start === end || !isEnd(end - 1)) while (last < text.length && !isEnd(last)) last++;
  return { start: first, end: last };
}

/** The edits that touch a range; all of them without one. */
export const touching = (edits: readonly TextEdit[], range: Range | undefined): readonly TextEdit[] =>
  range === undefined ? edits : edits.filter((edit) => edit.range.start <= range.end && range.start <= edit.range.end);
