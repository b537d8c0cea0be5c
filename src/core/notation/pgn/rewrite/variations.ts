import { readChunk } from '../document.ts';
import { linesIn } from '../format/spacing.ts';
import { isBlacks, numberingOf } from '../numbering.ts';
import { type WholeGame, wholeGame } from '../replay.ts';
import { CLOSE_PAREN, isTrivia, LINE_COMMENT } from '../tokens.ts';
import { MAX_DEPTH, MOVETEXT, tokenEnd, VARIATION } from '../tree.ts';
import { alternativesOf, before, hasEscape, isClosed, numberStart } from './alternatives.ts';
import { isPlain, promoteVariation, variedMove } from './promote.ts';

/** The innermost variation around an offset of a game; -1 in the main line. */
export function variationAt({ replay: { tree } }: WholeGame, offset: number): number {
  const { nodeKind, nodeFirst, nodeEnd, chunk } = tree;
  let found = -1;
  for (let node = 0; node < nodeKind.length; node++) {
    if (nodeKind[node] !== VARIATION) continue;
    const start = tree.offset + chunk.starts[nodeFirst[node]!]!;
    const end = tree.offset + tokenEnd(chunk, nodeEnd[node]! - 1);
    // nodes are in text order: an inner one comes later
    if (start <= offset && offset < end) found = node;
  }
  return found;
}

/** The depth of a variation: 1 if it varies the main line. */
export function levelOf({ replay: { tree } }: WholeGame, node: number): number {
  let level = 0;
  for (let n = node; tree.nodeKind[n] === VARIATION; n = tree.nodeParent[n]!) level++;
  return level;
}

/** The text of a game after repeated promotions that make the line through a variation the main line. */
export function makeMainLine(game: WholeGame, node: number): string | undefined {
  let now = game;
  let at = node;
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const { tree } = now.replay;
    const parent = tree.nodeParent[at]!;
    const varied = variedMove(now, at);
    const text = promoteVariation(now, at);
    if (text === undefined || varied < 0) return undefined;
    if (tree.nodeKind[parent] === MOVETEXT) return text;
    // the line around it is at the same place as before, whatever it contains now
    const index = tree.nodeFirst[parent]!;
    now = wholeGame(text, readChunk(text, 0), 0);
    at = now.replay.tree.nodeFirst.lastIndexOf(index);
    if (at < 0 || now.replay.tree.nodeKind[at] !== VARIATION) return undefined;
  }
  return undefined;
}

/** The first variation directly after a move, which replaces the move when it is demoted; -1 if there is none. */
export const firstVariation = (game: WholeGame, move: number): number => alternativesOf(game, move).nodes[0] ?? -1;

/**
 * The text of a game without a variation. The number of Black's move after it is removed if it is no longer needed.
 *
 * @returns undefined if something in the game is unclosed, or an escape line is in or next to the variation
 */
export function deleteVariation(game: WholeGame, node: number): string | undefined {
  const { text, replay } = game;
  const { tree } = replay;
  const { kinds, starts } = tree.chunk;
  if (tree.nodeKind[node] !== VARIATION || !isClosed(tree)) return undefined;
  const first = tree.nodeFirst[node]!;
  const end = tree.nodeEnd[node]!;
  const last = before(tree, first);
  let next = end;
  while (next < kinds.length && isTrivia(kinds[next]!)) next++;
  if (last < 0 || hasEscape(tree, last, next)) return undefined;
  const start = tokenEnd(tree.chunk, last);
  const gapBefore = text.slice(start, starts[first]);
  const stop = next < kinds.length ? starts[next]! : text.length;
  const gapAfter = text.slice(tokenEnd(tree.chunk, end - 1), stop);
  let gap = gapAfter;
  if (kinds[last] === LINE_COMMENT || (linesIn(gapBefore) > 0 && next < kinds.length)) gap = gapBefore;
  else if (gapAfter === '' && kinds[next] !== CLOSE_PAREN) gap = ' ';
  return text.slice(0, start) + gap + text.slice(resumeAt(game, last, next, stop));
}

/** The end of the number at `next` if Black's move there needs none directly after the token `last`; else `stop`. */
function resumeAt(game: WholeGame, last: number, next: number, stop: number): number {
  const { tree, start } = game.replay;
  const numbering = numberingOf(start, game.tags);
  if (numbering === undefined || !isPlain(tree.chunk.kinds[last])) return stop;
  const move = tree.moveToken.findIndex((token) => token >= next);
  if (move < 0 || numberStart(game, move) !== next || !isBlacks(numbering, tree.movePly[move]!)) return stop;
  return tree.chunk.starts[tree.moveToken[move]!]!;
}
