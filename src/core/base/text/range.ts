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
