import { MOVE, NULL_MOVE } from './tokens.ts';
import { type GameTree, MOVETEXT, nodeRange, TAG_SECTION, tokenRange, VARIATION } from './tree.ts';

/**
 * The move at or before an offset in the innermost line around it; before the first move of a line, the move it starts
 * from; -1 for the start of the game. Every position of a text is "after" such a move.
 */
export function moveBefore(tree: GameTree, offset: number): number {
  let line = -1;
  for (let node = 0; node < tree.nodeKind.length; node++) {
    const kind = tree.nodeKind[node];
    if (kind === MOVETEXT) line = node;
    if (kind !== VARIATION) continue;
    const { start, end } = nodeRange(tree, node);
    // Nodes are in text order, so the last that contains the offset is the innermost.
    if (start < offset && offset < end) line = node;
  }
  let found = line < 0 ? -1 : tree.nodeBase[line]!;
  for (let m = 0; m < tree.moveToken.length; m++) {
    if (tree.moveNode[m] === line && tokenRange(tree, tree.moveToken[m]!).start <= offset) found = m;
  }
  return found;
}

/** An offset whose move, by `moveBefore`, is this one; for -1 an offset before the first move, if the text has one. */
export function offsetOf(tree: GameTree, move: number): number {
  if (move >= 0) return tokenRange(tree, tree.moveToken[move]!).end;
  const movetext = tree.nodeKind.indexOf(MOVETEXT);
  if (movetext >= 0) {
    const first = tree.nodeFirst[movetext]!;
    const { start } = tokenRange(tree, first);
    const kind = tree.chunk.kinds[first];
    return kind === MOVE || kind === NULL_MOVE ? Math.max(tree.offset, start - 1) : start;
  }
  const tags = tree.nodeKind.indexOf(TAG_SECTION);
  return tags < 0 ? tree.offset : nodeRange(tree, tags).end;
}

/** The moves from the first to this one, through their variations. */
export function lineTo({ movePrevious }: GameTree, move: number): number[] {
  const line: number[] = [];
  for (let m = move; m >= 0; m = movePrevious[m]!) line.push(m);
  return line.reverse();
}
