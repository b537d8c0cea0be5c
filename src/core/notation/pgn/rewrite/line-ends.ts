import { annotates, CLOSE_PAREN, isTrivia, OPEN_PAREN, RESULT } from '../tokens.ts';
import type { GameTree } from '../tree.ts';

/** The last token that belongs to a move: its glyphs, comments, and the variations that are played in its place. */
export function endOfVariants({ chunk: { kinds }, moveToken }: GameTree, move: number): number {
  let last = moveToken[move];
  let depth = 0;
  for (let t = last + 1; t < kinds.length; t++) {
    const kind = kinds[t];
    if (kind === OPEN_PAREN) depth++;
    else if (kind === CLOSE_PAREN) {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && !annotates(kind)) {
      if (isTrivia(kind)) continue;
      break;
    }
    if (depth === 0) last = t;
  }
  return last;
}

/**
 * The last token of a line before what ends it, which is a parenthesis, the result or the text. Without any: the
 * parenthesis that opens a variation, and -1 for the movetext. Undefined when a variation in it is never closed.
 *
 * @param after the move from which on the line is looked at, or -1
 */
export function endOfLine(tree: GameTree, line: number, after: number): number | undefined {
  const { kinds } = tree.chunk;
  let t = after < 0 ? tree.nodeFirst[line] : tree.moveToken[after];
  let last = -1;
  let depth = 0;
  for (; t < tree.nodeEnd[line]; t++) {
    const kind = kinds[t];
    if (isTrivia(kind)) continue;
    if (kind === OPEN_PAREN) depth++;
    else if (kind === CLOSE_PAREN && --depth < 0) break;
    else if (kind === RESULT && depth === 0) break;
    if (depth === 0) last = t;
  }
  return depth > 0 ? undefined : last;
}
