import { dominantLineEnding } from '../../base/text/lines.ts';
import type { Range, TextEdit } from '../../base/text/range.ts';
import { startsComment } from './fen-file.ts';
import { fenFields } from './read-fen.ts';

/**
 * Returns edits that put one space between fields, none at either end of a line, and a line end after the last line.
 * Only white space changes: it stays inside operations, remarks and comments, and inside a piece placement too, since
 * that is a problem with its own repair.
 */
export const formatFen = (text: string, epd: boolean): TextEdit[] => [...formatRecords(text, epd)].flat();

/**
 * Formats line by line, so that long texts can be formatted in slices; with a range, only the lines that it touches.
 */
export function* formatRecords(text: string, epd: boolean, range?: Range): Generator<readonly TextEdit[]> {
  yield* formatLines(text, epd, range);
  const touchesLast = range === undefined || !/[\r\n]/.test(text.slice(range.end));
  if (touchesLast && text.trim() !== '' && !isLineEnded(text))
    yield [{ range: { start: text.length, end: text.length }, newText: dominantLineEnding(text) }];
}

/** Returns true if a text ends with a line end. */
export const isLineEnded = (text: string): boolean => /[\r\n]$/.test(text);

/** Formats without adding a line end after the last line. */
export function* formatLines(text: string, epd: boolean, range?: Range): Generator<readonly TextEdit[]> {
  for (let at = text.charCodeAt(0) === BOM ? 1 : 0; at < text.length; ) {
    let end = at;
    while (end < text.length && text.charAt(end) !== '\n' && text.charAt(end) !== '\r') end++;
    if (range !== undefined && at > range.end) return;
    if (range === undefined || end >= range.start) yield lineEdits(text, at, end, epd);
    at = end + 1;
  }
}

const BOM = 0xfeff;

function lineEdits(text: string, start: number, end: number, epd: boolean): TextEdit[] {
  const edits: TextEdit[] = [];
  const put = (from: number, to: number, newText: string): void => {
    if (text.slice(from, to) !== newText) edits.push({ range: { start: from, end: to }, newText });
  };
  let first = start;
  while (first < end && isBlank(text.charCodeAt(first))) first++;
  let last = end;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
  // comments stay in place
  if (first < last && !startsComment(text, first)) {
    let before = start;
    for (const field of fenFields(text, first, last, epd)) {
      // a byte order mark must not become the first character
      const isMark = before === start && text.charCodeAt(field.start) === BOM;
      if (!isMark) put(before, field.start, before === start ? '' : ' ');
      before = field.end;
    }
    let rest = before;
    while (rest < last && isBlank(text.charCodeAt(rest))) rest++;
    if (rest > before && rest < last) put(before, rest, ' ');
  } else if (first === last) last = start;
  put(last, end, '');
  return edits;
}

const isBlank = (c: number): boolean => c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c;
