import type { Range } from '../../../base/text/range.ts';
import type { GameChunk } from '../document.ts';
import { buildTree, MOVETEXT, nodeRange, TAG_PAIR, TAG_SECTION, tokenRange, VARIATION } from '../tree.ts';
import { inkRange } from './head.ts';

/** A part of a text that can be folded if it covers more than one line. */
export interface Fold {
  readonly kind: 'region' | 'comment';
  readonly range: Range;
}

/** The fold of a whole game. */
export const gameFold = (chunk: GameChunk, offset: number): Fold => ({
  kind: 'region',
  range: inkRange(chunk, offset),
});

/**
 * The folds inside a game: tags, movetext, variations, comments. Editors keep one fold per line, and the line of the
 * first tag folds the game, so the tags fold from the second one.
 */
export function partFolds(chunk: GameChunk, offset: number): Fold[] {
  const tree = buildTree(chunk, offset);
  const folds: Fold[] = [];
  let tags = 0;
  let tagsEnd = 0;
  for (let node = 1; node < tree.nodeKind.length; node++) {
    const kind = tree.nodeKind[node];
    const range = nodeRange(tree, node);
    if (kind === TAG_SECTION) tagsEnd = range.end;
    else if (kind === TAG_PAIR && ++tags === 2)
      folds.push({ kind: 'region', range: { start: range.start, end: tagsEnd } });
    else if (kind === VARIATION || (kind === MOVETEXT && tags > 0)) folds.push({ kind: 'region', range });
  }
  for (const token of tree.commentToken) folds.push({ kind: 'comment', range: tokenRange(tree, token) });
  return folds;
}
