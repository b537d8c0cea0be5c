import { startsComment } from './comment-line.ts';

const BOM = 0xfeff;

/**
 * The start of the last record of a FEN or EPD text, whatever follows the text; 0 if there is none after the start of
 * the text. A text cut there reads the same as in one piece.
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
 * True if a line contains a position. A byte order mark is one only at the start of a file, so nothing is cut before
 * it.
 */
function isRecord(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c) continue;
    return !startsComment(text, i) && text.charCodeAt(start) !== BOM;
  }
  return false;
}

/** Formats a word of a FEN for a message: quoted and truncated. */
export const quotedWord = (word: string): string => JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);
