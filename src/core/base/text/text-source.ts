/** A text of which parts can be had: a string, or one that is kept in pieces. Lengths and offsets are in UTF-16 code units. */
export interface TextSource {
  readonly length: number;
  slice(start: number, end: number): string;
}
