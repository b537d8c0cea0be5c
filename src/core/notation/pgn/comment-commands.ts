/** A command in a comment, `[%name value]`. Offsets are those of the text. */
export interface CommentCommand {
  readonly name: string;
  /** Offset of the bracket. */
  readonly start: number;
  /** Offset after the closing bracket, or the end of the comment. */
  readonly end: number;
  /** Offset after the name. */
  readonly valueStart: number;
  /** Offset of the closing bracket. */
  readonly valueEnd: number;
  readonly closed: boolean;
}

/**
 * Returns the commands of a name, such as `pfen`, in the comment `text[start, end)`. A command ends at the first `]`;
 * one that has none ends where the next command of any name starts, or with the comment.
 */
export function commandsIn(text: string, name: string, start: number, end: number): CommentCommand[] {
  const commands: CommentCommand[] = [];
  const opening = `[%${name}`;
  const comment = text.slice(start, end);
  let bracket = 0;
  for (let at = comment.indexOf(opening); at >= 0; ) {
    const valueStart = at + opening.length;
    if (/[A-Za-z0-9_]/.test(comment.charAt(valueStart))) {
      at = comment.indexOf(opening, valueStart);
      continue;
    }
    if (bracket >= 0 && bracket < valueStart) bracket = comment.indexOf(']', valueStart);
    const next = comment.indexOf('[%', valueStart);
    const closed = bracket >= 0 && (next < 0 || bracket < next);
    const isWhole = comment.endsWith('}');
    const valueEnd = closed ? bracket : next >= 0 ? next : comment.length - (isWhole ? 1 : 0);
    commands.push({
      name,
      start: start + at,
      end: start + (closed ? bracket + 1 : valueEnd),
      valueStart: start + valueStart,
      valueEnd: start + valueEnd,
      closed,
    });
    at = comment.indexOf(opening, valueEnd);
  }
  return commands;
}

/** Returns true for white space in comments, where other tools may wrap. */
export const isCommentSpace = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d);

/**
 * Returns the words of a comment's inner text. A command `[%…]` is never split and is kept verbatim, with the
 * characters that touch it. Runs in linear time.
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

/**
 * Returns the end of the command that opens at `at`; the end of its `[%` if it is not closed, or not before the next.
 */
function commandEnd(inner: string, at: number): number {
  for (let i = at + 2; i < inner.length; i++) {
    const c = inner.charCodeAt(i);
    if (c === 0x5d) return i + 1;
    if (c === 0x5b && inner.charCodeAt(i + 1) === 0x25) break;
  }
  return at + 2;
}

/** Returns true if a comment's inner text contains only predictions; such a comment has its own line. */
export function holdsPredictions(inner: string): boolean {
  if (!inner.includes('[%pfen')) return false;
  let at = 0;
  for (const { start, end, closed } of commandsIn(inner, 'pfen', 0, inner.length)) {
    if (!closed || inner.slice(at, start).trim() !== '') return false;
    at = end;
  }
  return inner.slice(at).trim() === '';
}
