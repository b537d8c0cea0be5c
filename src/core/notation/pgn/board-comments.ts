import { readDrawings } from '../../board/drawings.ts';
import { isGlyphToken, notesOf } from './authoring/notes.ts';
import { nagMeaning, nagOf, SUFFIXES } from './nags.ts';
import { isTrivia } from './tokens.ts';
import { type GameTree, tokenRange } from './tree.ts';

/** A circle on a square, or an arrow, that a comment draws with `[%csl]` or `[%cal]`. */
export interface BoardShape {
  readonly from: string;
  /** Undefined for a circle. */
  readonly to?: string;
  readonly color: 'green' | 'red' | 'yellow' | 'blue';
}

/** Maximum number of characters of a comment that are shown. */
const MAX_COMMENT_LENGTH = 600;

const COLORS: Readonly<Record<string, BoardShape['color']>> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** The glyphs directly after a move, as signs where they have one: `!?`, ` ⩲`, ` $8`. */
export function glyphsOf(text: string, tree: GameTree, move: number): string {
  const { kinds } = tree.chunk;
  let signs = '';
  for (let t = tree.moveToken[move]! + 1; t < kinds.length; t++) {
    if (isTrivia(kinds[t]!)) continue;
    if (!isGlyphToken(tree, t)) break;
    const { start, end } = tokenRange(tree, t);
    const written = text.slice(start, end);
    const nag = nagOf(written);
    const sign = (nag === undefined ? undefined : nagMeaning(nag)?.glyph) || written;
    signs += SUFFIXES.includes(sign) ? sign : ` ${sign}`;
  }
  return signs;
}

/** The comments on a move (-1: on the start) without their commands, and the shapes that they draw. */
export function commentsOn(
  text: string,
  tree: GameTree,
  move: number,
): { readonly comment: string; readonly shapes: readonly BoardShape[] } {
  const words: string[] = [];
  tree.commentToken.forEach((token, c) => {
    if (tree.commentMove[c] !== move) return;
    const { start, end } = tokenRange(tree, token);
    words.push(
      text
        .slice(start, end)
        .replace(/^[{;]|\}$/g, '')
        .replace(/\[%[^\]]*\]?/g, ' '),
    );
  });
  const { squares, arrows } = notesOf(text, tree, move);
  const shapes = readDrawings([...squares, ...arrows]).flatMap(({ from, to, color }): BoardShape[] => {
    const known = COLORS[color];
    return known === undefined ? [] : [{ from, color: known, ...(to !== undefined && { to }) }];
  });
  const comment = words.join(' ').replace(/\s+/g, ' ').trim();
  return {
    comment: comment.length > MAX_COMMENT_LENGTH ? `${comment.slice(0, MAX_COMMENT_LENGTH)}…` : comment,
    shapes,
  };
}
