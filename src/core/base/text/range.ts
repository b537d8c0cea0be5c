/** A half-open span of a text, in UTF-16 code units from the start of the document (as LSP and JavaScript strings count). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range `[start, end)`. */
export const range = (start: number, end: number): Range => ({ start, end });

/** The range, `by` code units further on. */
export const shiftRange = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });
