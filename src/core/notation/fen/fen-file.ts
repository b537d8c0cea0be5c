import type { Range } from '../../base/text/range.ts';
import { startsComment } from './comment-line.ts';

/** A FEN or EPD record of a file. */
export interface FenRecord {
  /** Its line without the line end and surrounding white space. */
  readonly range: Range;
  /** `# pfen` lines below it, from `#` to the last character. */
  readonly predictions: readonly Range[];
}

export interface FenFile {
  readonly records: readonly FenRecord[];
  /** `# pfen` lines above the first record. */
  readonly orphans: readonly Range[];
  readonly hasByteOrderMark: boolean;
}

const BOM = 0xfeff;
const PFEN = /^#[ \t]*pfen(?=[ \t]|$)/;

/** True if a line contains a prediction, from its `#` on. */
export const isPredictionLine = (line: string): boolean => PFEN.test(line);

/** Offset after `# pfen` in a line that contains a prediction. */
export const predictionValueStart = (line: string): number => PFEN.exec(line)?.[0].length ?? 0;

/**
 * The records of a FEN or EPD file: one position per line; `#` starts a comment line, as `;` and `//` do, and
 * `# pfen LABEL FEN` a prediction of the record above it; blank lines have no meaning.
 */
export function readFenFile(text: string): FenFile {
  const records: { range: Range; predictions: Range[] }[] = [];
  const orphans: Range[] = [];
  const hasByteOrderMark = text.charCodeAt(0) === BOM;
  let at = hasByteOrderMark ? 1 : 0;
  while (at < text.length) {
    let end = at;
    while (end < text.length && text.charCodeAt(end) !== 0x0a && text.charCodeAt(end) !== 0x0d) end++;
    let start = at;
    let last = end;
    while (start < last && isBlank(text.charCodeAt(start))) start++;
    while (last > start && isBlank(text.charCodeAt(last - 1))) last--;
    if (start < last && startsComment(text, start)) {
      if (isPredictionLine(text.slice(start, Math.min(last, start + 40)))) {
        (records.at(-1)?.predictions ?? orphans).push({ start, end: last });
      }
    } else if (start < last) records.push({ range: { start, end: last }, predictions: [] });
    at = end + 1;
  }
  return { records, orphans, hasByteOrderMark };
}

const isBlank = (c: number): boolean => c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c;
