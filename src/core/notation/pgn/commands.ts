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
 * The commands of a name, such as `pfen`, in the comment `text[start, end)`. A command ends at the first `]`; one that
 * has none ends where the next command of any name starts, or with the comment.
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
