import { commandsIn } from '../commands.ts';
import { tokenText } from '../token-at.ts';
import { CLOSE_PAREN, GLYPH, MOVE, MOVE_NUMBER, NAG, NULL_MOVE, OPEN_PAREN, RESULT, SUFFIX } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';

/** The annotations of a move. */
export interface MoveNotes {
  /** Suffixes, NAGs and signs as written, in order. */
  readonly glyphs: readonly string[];
  /** Values of the last `[%eval]` and `[%clk]` in its comments. */
  readonly evaluation: string | undefined;
  readonly clock: string | undefined;
  /** Values of all `[%csl]` and `[%cal]` in its comments. */
  readonly squares: readonly string[];
  readonly arrows: readonly string[];
}

const isGlyph = (kind: number): boolean => kind === SUFFIX || kind === NAG || kind === GLYPH;
const endsNotes = (kind: number): boolean =>
  kind === MOVE ||
  kind === NULL_MOVE ||
  kind === MOVE_NUMBER ||
  kind === OPEN_PAREN ||
  kind === CLOSE_PAREN ||
  kind === RESULT;

/** The notes of a move (-1: the start position, which has no glyphs). `text` is that of the game. */
export function notesOf(text: string, tree: GameTree, move: number): MoveNotes {
  const { kinds } = tree.chunk;
  const glyphs: string[] = [];
  for (let t = move < 0 ? kinds.length : tree.moveToken[move]! + 1; t < kinds.length && !endsNotes(kinds[t]!); t++) {
    if (isGlyph(kinds[t]!)) glyphs.push(tokenText(text, tree, t));
  }
  const values = (name: string): string[] => {
    const found: string[] = [];
    tree.commentToken.forEach((token, i) => {
      if (tree.commentMove[i] !== move) return;
      const { start, end } = tokenRange(tree, token);
      for (const { closed, valueStart, valueEnd } of commandsIn(text, name, start, end)) {
        if (closed) found.push(text.slice(valueStart, valueEnd).trim());
      }
    });
    return found;
  };
  return {
    glyphs,
    evaluation: values('eval').pop(),
    clock: values('clk').pop(),
    squares: values('csl'),
    arrows: values('cal'),
  };
}

/** The move that a glyph token annotates, -1 if it follows none. */
export function moveOfGlyph(tree: GameTree, token: number): number {
  const { kinds } = tree.chunk;
  if (!isGlyph(kinds[token]!)) return -1;
  let t = token - 1;
  while (t >= 0 && !endsNotes(kinds[t]!)) t--;
  return t < 0 ? -1 : tree.moveToken.indexOf(t);
}

/** True if a token annotates a move: a suffix, a NAG or a sign. */
export const isGlyphToken = (tree: GameTree, token: number): boolean => token >= 0 && isGlyph(tree.chunk.kinds[token]!);
