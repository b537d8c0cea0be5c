import type { Range } from '../../base/text/range.ts';

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

/** Returns true if a line contains a prediction, from its `#` on. */
export const isPredictionLine = (line: string): boolean => PFEN.test(line);

/** Returns the offset after `# pfen` in a line that contains a prediction. */
export const predictionValueStart = (line: string): number => PFEN.exec(line)?.[0].length ?? 0;

/**
 * Returns the records of a FEN or EPD file: one position per line; `#` starts a comment line, as `;` and `//` do, and
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

/**
 * Returns true if a line of a FEN or EPD file whose first character that is not white space stands at `at` is a
 * comment: `#`, or as in test suites `;` and `//`.
 */
export const startsComment = (text: string, at: number): boolean =>
  text[at] === '#' || text[at] === ';' || (text[at] === '/' && text[at + 1] === '/');

const BYTE_ORDER_UNIT = 0xfeff;

/**
 * Returns the start of the last record of a FEN or EPD text, whatever follows the text; 0 if there is none after the
 * start of the text. A text cut there reads the same as in one piece.
 */
export function lastRecordStart(text: string): number {
  let end = text.length;
  for (let at = end - 1; at >= 0; at--) {
    const c = text.charCodeAt(at);
    if (c !== 0x0a && c !== 0x0d) continue;
    if (isRecord(text, at + 1, end)) return at + 1;
    end = at;
  }
  return 0;
}

/**
 * Returns true if a line contains a position. A byte order mark is one only at the start of a file, so nothing is cut
 * before it.
 */
function isRecord(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c) continue;
    return !startsComment(text, i) && text.charCodeAt(start) !== BYTE_ORDER_UNIT;
  }
  return false;
}

/** Formats a word of a FEN for a message: quoted and truncated. */
export const quotedWord = (word: string): string => JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);
