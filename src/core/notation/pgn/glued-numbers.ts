import { readSan } from '../../games/chess/san-code.ts';
import { classOf, DIGIT, OTHER } from './characters.ts';

/** Maximum number of digits of a move number that touches a move. */
const MAX_DIGITS = 3;
/** Maximum length of a move with its signs. */
const MAX_LENGTH = 10;

/**
 * The end of the move number that touches the move behind it, as in `2Nf3`; -1 if the word at `start` is none. A pawn
 * is never told from another by its rank alone, so `1e4` is one, too.
 */
export function gluedNumberEnd(text: string, start: number): number {
  let end = start;
  while (classOf(text.charCodeAt(end)) === DIGIT) end++;
  if (end - start > MAX_DIGITS || end === text.length || classOf(text.charCodeAt(end)) !== OTHER) return -1;
  const most = Math.min(text.length, end + MAX_LENGTH + 1);
  let last = end + 1;
  for (; last < most; last++) {
    const cls = classOf(text.charCodeAt(last));
    if (cls !== OTHER && cls !== DIGIT) break;
  }
  return readSan(text, end, last) >= 0 ? end : -1;
}

/** The end of the move that touches the number of the next, as in `e52.`; -1 if `text[start, end)` before a dot is none. */
export function gluedMoveEnd(text: string, start: number, end: number): number {
  if (end - start > MAX_LENGTH + MAX_DIGITS) return -1;
  for (let at = end - 1; at > start && end - at <= MAX_DIGITS && classOf(text.charCodeAt(at)) === DIGIT; at--) {
    if (readSan(text, start, at) >= 0) return at;
  }
  return -1;
}
