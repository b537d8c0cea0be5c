import { FRAME, HASH } from '../../../games/chess/frame.ts';
import { PLAYED, type Replay } from '../replay.ts';
import { type GameTree, MOVETEXT, tokenRange, VARIATION } from '../tree.ts';

/** The move at an offset or directly before it; -1 if there is none. */
export function moveOn(tree: GameTree, offset: number): number {
  let low = 0;
  let high = tree.moveToken.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { start, end } = tokenRange(tree, tree.moveToken[middle]!);
    if (offset < start) high = middle - 1;
    else if (offset > end) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** All moves written for one position: a move and the first moves of its variations, in text order. */
export function alternatives(tree: GameTree, move: number): number[] {
  const found: number[] = [];
  const before = tree.movePrevious[move];
  for (let m = 0; m < tree.moveToken.length; m++) if (tree.movePrevious[m] === before) found.push(m);
  return found;
}

/**
 * The moves that a move links to: from the first move of a variation to the move that it varies, from a move to the
 * first moves of its variations. Empty for a move without alternatives.
 */
export function counterparts(tree: GameTree, move: number): number[] {
  const node = tree.moveNode[move]!;
  const all = alternatives(tree, move);
  if (all.length < 2) return [];
  const isFirst =
    tree.nodeKind[node] === VARIATION && tree.movePrevious[move] === tree.nodeBase[node] && all[0] !== move;
  if (!isFirst) return all.filter((m) => m !== move && isBelow(tree, m, node));
  const parent = tree.nodeParent[node];
  const varied = all.find((m) => tree.moveNode[m] === parent) ?? all[0];
  return varied === undefined ? [] : [varied];
}

/** True if a move opens a variation that stands directly in a line. */
const isBelow = (tree: GameTree, move: number, line: number): boolean =>
  tree.nodeKind[tree.moveNode[move]!] !== MOVETEXT && tree.nodeParent[tree.moveNode[move]!] === line;

/** The moves that lead to the same board, turn and rights as this one, itself included. */
export function samePosition({ tree, status, frames }: Replay, move: number): number[] {
  const found: number[] = [];
  if (status[move] !== PLAYED) return found;
  const own = (move + 1) * FRAME;
  for (let m = 0; m < tree.moveToken.length; m++) {
    if (status[m] !== PLAYED) continue;
    const at = (m + 1) * FRAME;
    let same = 0;
    while (same < HASH && frames[at + same] === frames[own + same]) same++;
    if (same === HASH) found.push(m);
  }
  return found;
}
