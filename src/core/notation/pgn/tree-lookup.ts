import { MOVE, NULL_MOVE } from './tokens.ts';
import { type GameTree, MOVETEXT, nodeRange, TAG_SECTION, tokenEnd, tokenRange, VARIATION } from './tree.ts';

/**
 * Returns the move at or before an offset in the innermost line around it; before the first move of a line, the move it
 * starts from; -1 for the start of the game. Every position of a text is "after" such a move.
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

/**
 * Returns an offset whose move, by `moveBefore`, is this one; for -1 an offset before the first move, if the text has
 * one.
 */
export function moveOffset(tree: GameTree, move: number): number {
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

/** Returns the moves from the first to this one, through their variations. */
export function lineTo({ movePrevious }: GameTree, move: number): number[] {
  const line: number[] = [];
  for (let m = move; m >= 0; m = movePrevious[m]!) line.push(m);
  return line.reverse();
}

/** Returns the index of the token that an offset lies in; -1 before the first and after the last. */
export function tokenAt({ chunk }: GameTree, offset: number): number {
  const { starts, length } = chunk;
  if (offset < 0 || offset >= length) return -1;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return starts.length === 0 ? -1 : low;
}

/** Returns the text of a token. */
export const tokenText = (text: string, { chunk }: GameTree, token: number): string =>
  text.slice(chunk.starts[token], tokenEnd(chunk, token));

/**
 * One step from a line into a variation: the variation with `index` (0-based, in text order) among the alternatives to
 * the line's move that leads to `ply`.
 */
export interface VariationStep {
  readonly ply: number;
  readonly index: number;
}

/** Finds lines of a game by their path from the main line, and paths by line. */
export class LinePaths {
  readonly #tree: GameTree;
  readonly #steps = new Map<number, VariationStep>();
  readonly #nodes = new Map<string, number>();
  #movetext = -1;

  constructor(tree: GameTree) {
    this.#tree = tree;
    const counts = new Map<string, number>();
    for (let node = 0; node < tree.nodeKind.length; node++) {
      if (tree.nodeKind[node] === MOVETEXT) this.#movetext = node;
      if (tree.nodeKind[node] !== VARIATION) continue;
      const base = tree.nodeBase[node]!;
      const ply = base < 0 ? 1 : tree.movePly[base]! + 1;
      const place = `${tree.nodeParent[node]} ${ply}`;
      const index = counts.get(place) ?? 0;
      counts.set(place, index + 1);
      this.#steps.set(node, { ply, index });
      this.#nodes.set(`${place} ${index}`, node);
    }
  }

  /** Returns the path of a movetext or variation node. */
  pathOf(node: number): VariationStep[] {
    const path: VariationStep[] = [];
    for (let n = node; n >= 0; n = this.#tree.nodeParent[n]!) {
      const step = this.#steps.get(n);
      if (step !== undefined) path.push(step);
    }
    return path.reverse();
  }

  /** Returns the node of a path, -1 if there is none. */
  nodeAt(path: readonly VariationStep[]): number {
    let node = this.#movetext;
    for (const { ply, index } of path) node = this.#nodes.get(`${node} ${ply} ${index}`) ?? -1;
    return node;
  }
}
