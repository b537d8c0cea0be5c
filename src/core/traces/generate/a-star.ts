import type { SearchLimits, TraceSearchEnd } from './depth-first.ts';
import type { SearchLog } from './search-log.ts';
import { expandNode, type SearchSpace, type TraceSearchNode } from './search-space.ts';

/** Ways in which A* breaks ties. */
export interface AStarOptions {
  readonly limits: SearchLimits;
  /** Order in which children are created. */
  readonly order: <T>(items: T[]) => T[];
  /** Returns the rank among nodes of equal f, the least first: the number of the node, or a random one. */
  readonly rank: (number: number) => number;
  /** Number of the close that takes another open node than the best one: a labeled fault. */
  readonly misorderedAt?: number | undefined;
}

interface OpenEntry<State> {
  readonly node: TraceSearchNode<State>;
  readonly total: number;
  readonly rank: number;
  /** False once a cheaper way to its state is found. */
  isOpen: boolean;
}

const isBefore = <State>(a: OpenEntry<State>, b: OpenEntry<State>): boolean =>
  a.total < b.total || (a.total === b.total && a.rank < b.rank);

/** Binary heap of open nodes, the least f first. */
class OpenList<State> {
  readonly #heap: OpenEntry<State>[] = [];

  push(entry: OpenEntry<State>): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = entry;
  }

  /** Removes the first entry that is still open. */
  pop(): OpenEntry<State> | undefined {
    const heap = this.#heap;
    for (;;) {
      const [first] = heap;
      const last = heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (heap.length > 0) this.#sink(last);
      if (first.isOpen) return first;
    }
  }

  #sink(entry: OpenEntry<State>): void {
    const heap = this.#heap;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      const [left, right] = [heap[below], heap[below + 1]];
      const least = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (least === undefined || !isBefore(least, entry)) break;
      heap[at] = least;
      at = least === right ? below + 1 : below;
    }
    heap[at] = entry;
  }
}

/**
 * Searches with A* as Searchformer does (Lehnert et al. 2024): the open node of the least f is closed; a child is created
 * unless its state is open or closed at no higher cost; the search ends when it closes the goal.
 */
export function aStar<State>(
  space: SearchSpace<State>,
  root: TraceSearchNode<State>,
  log: SearchLog<State>,
  { limits, order, rank, misorderedAt }: AStarOptions,
): TraceSearchEnd<State> {
  const open = new OpenList<State>();
  const latest = new Map<string, OpenEntry<State>>();
  let nodes = 0;
  let closes = 0;
  const pop = (): OpenEntry<State> | undefined => {
    const best = open.pop();
    const other = closes++ === misorderedAt ? open.pop() : undefined;
    if (best === undefined || other === undefined) return best;
    open.push(best);
    return other;
  };
  const add = (node: TraceSearchNode<State>, key: string): void => {
    const entry = { node, total: node.cost + node.estimate, rank: rank(nodes++), isOpen: true };
    latest.set(key, entry);
    open.push(entry);
  };
  log.begin(root);
  add(root, space.key(root.state));
  for (let entry = pop(); entry !== undefined; entry = pop()) {
    const { node } = entry;
    entry.isOpen = false;
    log.close(node);
    if (space.isGoal(node.state)) {
      log.reach(node);
      log.plan(node);
      return { kind: 'goal', nodes, goal: node };
    }
    for (const child of order(expandNode(space, node))) {
      const key = space.key(child.state);
      const known = latest.get(key);
      if (known !== undefined && known.total <= child.cost + child.estimate) continue;
      if (limits.depth !== undefined && child.depth > limits.depth) continue;
      if (nodes >= limits.nodes) return { kind: 'limit', nodes };
      if (known?.isOpen === true) {
        known.isOpen = false;
        log.prune(known.node, 'cheaper way');
      }
      log.generate(child);
      add(child, key);
    }
  }
  log.exhaust(limits.depth === undefined);
  return { kind: 'none', nodes };
}
