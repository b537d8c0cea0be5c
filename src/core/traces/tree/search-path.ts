import type { MutableNode } from './mutable-node.ts';

/** Maximum number of steps up the tree for each move: hostile traces jump between deep nodes. */
const STEPS = 200;
const FIRST_STEPS = 10_000;

/**
 * The node that a search is at, and those that it has left for good. Moves are followed when somebody asks for these:
 * A* jumps between deep nodes, and nobody asks then.
 */
export class SearchPath {
  readonly #moves: MutableNode[] = [];
  /** Number of moves that are followed. */
  #followed = 0;
  readonly #path: MutableNode[] = [];
  readonly #onPath = new Set<MutableNode>();
  readonly #visited = new Set<MutableNode>();
  readonly #finished = new Set<MutableNode>();
  #budget = FIRST_STEPS;

  get current(): MutableNode | undefined {
    return this.#moves.at(-1);
  }

  /** Returns true if the search has left a node for good; false once that costs too much to know. */
  isFinished(node: MutableNode): boolean {
    this.#follow();
    return this.#finished.has(node);
  }

  /** Returns true for the present node and those above it. */
  isOnPath(node: MutableNode): boolean {
    this.#follow();
    return this.#onPath.has(node);
  }

  /** Moves to a node, which is visited then; nodes that are neither it nor above it are left for good. */
  moveTo(target: MutableNode): void {
    this.#moves.push(target);
  }

  #follow(): void {
    for (; this.#followed < this.#moves.length; this.#followed++) {
      const target = this.#moves[this.#followed];
      if (target === undefined || this.#budget < 0) continue;
      this.#budget += STEPS;
      this.#followMove(target);
    }
    if (this.#budget < 0) this.#finished.clear();
  }

  #followMove(target: MutableNode): void {
    this.#visited.add(target);
    const below: MutableNode[] = [];
    let node: MutableNode | undefined = target;
    for (; node !== undefined && !this.#onPath.has(node); node = node.parent) {
      if (this.#budget-- <= 0) return;
      below.push(node);
    }
    for (let last = this.#path.at(-1); last !== undefined && last !== node; last = this.#path.at(-1)) {
      this.#path.pop();
      this.#onPath.delete(last);
      if (this.#visited.has(last)) this.#finished.add(last);
    }
    for (const next of below.reverse()) {
      this.#path.push(next);
      this.#onPath.add(next);
    }
  }
}
