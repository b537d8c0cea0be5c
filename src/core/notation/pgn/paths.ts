import { type GameTree, MOVETEXT, VARIATION } from './tree.ts';

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

  /** The path of a movetext or variation node. */
  pathOf(node: number): VariationStep[] {
    const path: VariationStep[] = [];
    for (let n = node; n >= 0; n = this.#tree.nodeParent[n]!) {
      const step = this.#steps.get(n);
      if (step !== undefined) path.push(step);
    }
    return path.reverse();
  }

  /** The node of a path, -1 if there is none. */
  nodeAt(path: readonly VariationStep[]): number {
    let node = this.#movetext;
    for (const { ply, index } of path) node = this.#nodes.get(`${node} ${ply} ${index}`) ?? -1;
    return node;
  }
}
