import type { SearchNode } from '../../core/search/tree.ts';
import {
  isNoFilter,
  makeNodeTest,
  NO_FILTER,
  type NodeFilter,
  passesFilter,
} from '../../core/search/view/node-search.ts';
import { isSeen } from '../../core/search/view/node-values.ts';
import type { TreeStates } from '../../core/search/view/world-states.ts';

/** Nodes that are visited between two checks of the clock. */
const SLICE = 64;

/** A search for nodes of a tree and its matches: node by node, a few milliseconds per frame. */
export class NodeSearch {
  filter: NodeFilter = NO_FILTER;
  query = '';
  #nodes: Iterator<SearchNode> | undefined;
  #test: ((node: SearchNode) => boolean) | undefined;
  /** The matches of the running search; they replace the others at its end. */
  #next = new Set<SearchNode>();
  #found: ReadonlySet<SearchNode> | undefined;
  #stale = false;

  /** In the order in which they were made; undefined where there is no query. */
  get found(): ReadonlySet<SearchNode> | undefined {
    return this.#found;
  }

  get isBusy(): boolean {
    return this.#nodes !== undefined || this.#stale;
  }

  get isActive(): boolean {
    return !isNoFilter(this.filter) || this.query.trim() !== '';
  }

  /** Searches again for another query or tree: after the running search, or immediately if `now`. */
  restart(now: boolean): void {
    if (!this.isActive) {
      this.#found = undefined;
      this.#nodes = undefined;
      this.#stale = false;
      return;
    }
    this.#stale = true;
    if (now) this.#nodes = undefined;
  }

  /** Searches until the time is up; returns true if the matches have changed. */
  run(until: number, nodes: () => Iterator<SearchNode>, states: TreeStates): boolean {
    if (!this.isBusy) return false;
    if (this.#nodes === undefined) {
      const sought = makeNodeTest(this.query, states);
      const { filter } = this;
      this.#test = (node) =>
        isSeen(node) && passesFilter(node, filter, states) && (sought === undefined || sought(node));
      this.#nodes = nodes();
      this.#next = new Set();
      this.#stale = false;
    }
    while (performance.now() < until) {
      for (let i = 0; i < SLICE; i++) {
        const { done, value } = this.#nodes.next() as { done?: boolean; value: SearchNode };
        if (done === true) {
          this.#nodes = undefined;
          this.#found = this.#next;
          return true;
        }
        if (this.#test?.(value) === true) this.#next.add(value);
      }
    }
    // Partial matches are shown only in the first pass: later they would flicker.
    if (this.#found === undefined) this.#found = this.#next;
    return this.#found === this.#next;
  }
}
