import { commandsIn } from './commands.ts';

/** White space in comments, where other tools may wrap. */
export const isCommentSpace = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d);

/**
 * The words of a comment's inner text. A command `[%…]` is never split and is kept verbatim, with the characters
 * that touch it. Runs in linear time.
 */
export function commentWords(inner: string): string[] {
  const words: string[] = [];
  let start = -1;
  let i = 0;
  while (i < inner.length) {
    if (isCommentSpace(inner.charCodeAt(i))) {
      if (start >= 0) words.push(inner.slice(start, i));
      start = -1;
      i++;
      continue;
    }
    if (start < 0) start = i;
    i = inner.charCodeAt(i) === 0x5b && inner.charCodeAt(i + 1) === 0x25 ? commandEnd(inner, i) : i + 1;
  }
  if (start >= 0) words.push(inner.slice(start));
  return words;
}

/** The end of the command that opens at `at`; the end of its `[%` if it is not closed, or not before the next. */
function commandEnd(inner: string, at: number): number {
  for (let i = at + 2; i < inner.length; i++) {
    const c = inner.charCodeAt(i);
    if (c === 0x5d) return i + 1;
    if (c === 0x5b && inner.charCodeAt(i + 1) === 0x25) break;
  }
  return at + 2;
}

/** True if a comment's inner text contains only predictions; such a comment has its own line. */
export function holdsPredictions(inner: string): boolean {
  if (!inner.includes('[%pfen')) return false;
  let at = 0;
  for (const { start, end, closed } of commandsIn(inner, 'pfen', 0, inner.length)) {
    if (!closed || inner.slice(at, start).trim() !== '') return false;
    at = end;
  }
  return inner.slice(at).trim() === '';
}
