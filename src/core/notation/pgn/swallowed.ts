/** A move with its number, or a result and the tags of another game. */
const MOVES = /(?:^|\s)\d{1,3}\.+\s*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/;

/** The content of a comment that was not closed before the next one. */
export interface Swallowed {
  /** Offset of the brace that begins the next comment. */
  readonly brace: number;
  /** True if moves are between them: the moves after the comment cannot be played. */
  readonly moves: boolean;
}

/**
 * Detects a comment `text[start, end)`, braces included, that is really two comments, the first of them unclosed:
 * numbered moves precede a brace in it, or a command such as `[%clk]` follows that brace. Other braces in comments are
 * plain text (PGN standard 5).
 */
export function swallowedComment(text: string, start: number, end: number): Swallowed | undefined {
  const brace = text.lastIndexOf('{', end - 1);
  if (brace <= start) return undefined;
  const inside = text.slice(start + 1, end - 1);
  if (inside.includes('}')) return undefined;
  const moves = MOVES.test(text.slice(start + 1, brace));
  return moves || /^\s*\[%/.test(text.slice(brace + 1, end)) ? { brace, moves } : undefined;
}
