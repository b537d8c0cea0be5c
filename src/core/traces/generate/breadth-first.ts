import { judgeNode, type SearchLimits, type TraceSearchEnd } from './depth-first.ts';
import type { SearchLog } from './search-log.ts';
import { expandNode, type SearchSpace, type TraceSearchNode } from './search-space.ts';

/**
 * A heap that orders equal items as Python's `heapq` does, on which the order of published traces depends: a removed
 * top is replaced by the last item, which sinks to a leaf along the lesser children, then rises.
 */
export class PythonHeap<T> {
  readonly #items: T[] = [];
  readonly #valueOf: (item: T) => number;

  /** @param valueOf value by which items are compared, the least first */
  constructor(valueOf: (item: T) => number) {
    this.#valueOf = valueOf;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#items.push(item);
    this.#rise(0, this.#items.length - 1, item);
  }

  pop(): T | undefined {
    const items = this.#items;
    const last = items.pop();
    const [first] = items;
    if (last === undefined || first === undefined) return last;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const right = child + 1;
      if (right < items.length && !this.#isLess(items[child] ?? last, items[right] ?? last)) child = right;
      items[at] = items[child] ?? last;
      at = child;
    }
    this.#rise(0, at, last);
    return first;
  }

  #isLess(a: T, b: T): boolean {
    return this.#valueOf(a) < this.#valueOf(b);
  }

  #rise(top: number, from: number, item: T): void {
    const items = this.#items;
    let at = from;
    while (at > top) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || !this.#isLess(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }
}

/** Ways in which searches by levels choose nodes. */
interface BreadthFirstOptions {
  readonly limits: SearchLimits;
  /** Maximum number of nodes of a level that are expanded; undefined for all. */
  readonly breadth: number | undefined;
  /** Order of children without a heuristic. */
  readonly order: <T>(items: T[]) => T[];
}

/**
 * Searches level by level. With a breadth it is a beam search: of all new nodes of a level those with the least estimate
 * are kept. Each state is generated once. It stops at the first goal that it generates.
 */
export function breadthFirst<State>(
  space: SearchSpace<State>,
  root: TraceSearchNode<State>,
  log: SearchLog<State>,
  { limits, breadth, order }: BreadthFirstOptions,
): TraceSearchEnd<State> {
  const seen = new Set([space.key(root.state)]);
  let nodes = 1;
  let isCut = false;
  log.begin(root);
  for (let level = [root]; level.length > 0; ) {
    const found: TraceSearchNode<State>[] = [];
    for (const node of level) {
      log.visit(node);
      let place = 0;
      for (const child of order(expandNode(space, node))) {
        const key = space.key(child.state);
        if (seen.has(key)) continue;
        seen.add(key);
        if (nodes++ >= limits.nodes) return { kind: 'limit', nodes };
        child.id = `${node.id},${place++}`;
        log.generate(child);
        const kind = judgeNode(space, child, log, limits);
        if (kind === 'goal') return { kind, nodes, goal: child };
        if (kind === 'cut') isCut = true;
        else if (kind === 'open') found.push(child);
      }
      log.close(node);
    }
    const kept = breadth === undefined ? found : leastOf(found, breadth);
    if (kept.length < found.length) {
      isCut = true;
      const isKept = new Set(kept);
      for (const node of found) if (!isKept.has(node)) log.prune(node, 'beam');
    }
    level = kept;
  }
  log.exhaust(!isCut);
  return { kind: 'none', nodes };
}

/** Returns the nodes with the least estimates, equal ones in their order. */
const leastOf = <State>(nodes: readonly TraceSearchNode<State>[], count: number): TraceSearchNode<State>[] =>
  [...nodes].sort((a, b) => a.estimate - b.estimate).slice(0, count);

/**
 * Searches as `bfs` of Stream of Search: in each round the `breadth` best open nodes are expanded, whatever their level;
 * of the children of a node the `breadth` best are kept, and written in a random order. Leaves take no number, and stay
 * open.
 *
 * @param order random order of the children that are kept
 */
export function streamBreadthFirst<State>(
  space: SearchSpace<State>,
  root: TraceSearchNode<State>,
  log: SearchLog<State>,
  { limits, breadth = 5, order }: BreadthFirstOptions,
): TraceSearchEnd<State> {
  const open = new PythonHeap<TraceSearchNode<State>>(({ estimate }) => estimate);
  open.push(root);
  let nodes = 1;
  log.begin(root);
  while (open.size > 0) {
    const round = Array.from({ length: Math.min(breadth, open.size) }, () => open.pop());
    for (const node of round) {
      if (node === undefined) continue;
      log.visit(node);
      const best = order(leastOf(expandNode(space, node), breadth));
      let place = 0;
      for (const child of best) {
        child.id = `${node.id},${place}`;
        if (nodes++ >= limits.nodes) return { kind: 'limit', nodes };
        log.generate(child);
        if (space.isGoal(child.state)) {
          log.reach(child);
          return { kind: 'goal', nodes, goal: child };
        }
        if (space.isTerminal(child.state)) log.fail(child);
        else place++;
      }
      for (const child of best.sort((a, b) => a.estimate - b.estimate)) open.push(child);
    }
  }
  log.exhaust(false);
  return { kind: 'none', nodes };
}
