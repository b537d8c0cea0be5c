import type { MutableNode } from './mutable-node.ts';

/** Maximum number of steps up the tree for each node: hostile traces jump between deep nodes. */
const STEPS = 200;

/** The path from the root to the node that a search is at, and the nodes that it has left for good. */
export class SearchPath {
  readonly #path: MutableNode[] = [];
  readonly #onPath = new Set<MutableNode>();
  readonly #finished = new Set<MutableNode>();
  #budget = 10_000;

  get current(): MutableNode | undefined {
    return this.#path.at(-1);
  }

  isFinished(node: MutableNode): boolean {
    return this.#finished.has(node);
  }

  isOnPath(node: MutableNode): boolean {
    return this.#onPath.has(node);
  }

  /** Moves to a node; those that are neither it nor above it are left for good. */
  moveTo(target: MutableNode): void {
    this.#budget += STEPS;
    const below: MutableNode[] = [];
    let node: MutableNode | undefined = target;
    while (node !== undefined && !this.#onPath.has(node) && this.#budget-- > 0) {
      below.push(node);
      node = node.parent;
    }
    for (let last = this.#path.at(-1); last !== undefined && last !== node; last = this.#path.at(-1)) {
      this.#path.pop();
      this.#onPath.delete(last);
      if (last.isVisited) this.#finished.add(last);
    }
    for (const next of below.reverse()) {
      this.#path.push(next);
      this.#onPath.add(next);
    }
  }
}
