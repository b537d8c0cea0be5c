/** A move with its number, or a result and the tags of another game. */
const MOVES = /(?:^|\s)\d{1,3}\.+\s*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/;

/** What a comment took up that was not closed before the next one begins. */
export interface Swallowed {
  /** Place of the brace that begins the next comment. */
  readonly brace: number;
  /** Moves stand between them: those behind the comment cannot be played. */
  readonly moves: boolean;
}

/**
 * Whether the comment `text[start, end)`, braces included, is rather two, the first of them not closed: where moves with their
 * numbers stand before a brace in it, or a command such as `[%clk]` begins behind that brace. Other braces in comments are
 * nothing but text (PGN standard 5).
 */
export function swallowedComment(text: string, start: number, end: number): Swallowed | undefined {
  const brace = text.lastIndexOf('{', end - 1);
  if (brace <= start) return undefined;
  const inside = text.slice(start + 1, end - 1);
  if (inside.includes('}')) return undefined;
  const moves = MOVES.test(text.slice(start + 1, brace));
  return moves || /^\s*\[%/.test(text.slice(brace + 1, end)) ? { brace, moves } : undefined;
}
