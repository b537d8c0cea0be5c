import type { SearchLog } from './search-log.ts';
import { expandNode, type SearchSpace, type TraceSearchNode } from './search-space.ts';

/** Limits of a search. */
export interface SearchLimits {
  /** Maximum number of nodes; a search that needs more is given up. */
  readonly nodes: number;
  /** Maximum depth of a node; undefined for no bound. */
  readonly depth: number | undefined;
}

/** End of a search: the goal, or none; `limit` if it was given up. */
export interface TraceSearchEnd<State> {
  readonly kind: 'goal' | 'none' | 'limit';
  /** Number of generated nodes with the root. */
  readonly nodes: number;
  readonly goal?: TraceSearchNode<State>;
}

/** Ways in which depth-first search chooses children. */
export interface DepthFirstOptions {
  readonly limits: SearchLimits;
  /** Children whose estimate is higher are left out; undefined for none. */
  readonly threshold: number | undefined;
  /** True to generate a state again that the search has had: the generator of Stream of Search does. */
  readonly repeats: boolean;
  /** Order of children without a heuristic. */
  readonly order: <T>(items: T[]) => T[];
}

/**
 * Writes what a new node is: a goal with its plan, an end without one, or a node below which the depth allows none.
 *
 * @returns `open` for a node that is searched further
 */
export function judgeNode<State>(
  space: SearchSpace<State>,
  node: TraceSearchNode<State>,
  log: SearchLog<State>,
  { depth }: Pick<SearchLimits, 'depth'>,
): 'goal' | 'failed' | 'cut' | 'open' {
  if (space.isGoal(node.state)) {
    log.reach(node);
    log.plan(node);
    return 'goal';
  }
  if (space.isTerminal(node.state)) {
    log.fail(node);
    return 'failed';
  }
  if (depth === undefined || node.depth < depth) return 'open';
  log.prune(node, 'depth');
  return 'cut';
}

interface Frame<State> {
  readonly node: TraceSearchNode<State>;
  readonly children: readonly TraceSearchNode<State>[];
  next: number;
}

/**
 * Searches depth first: children with the least estimate first, each followed to its end before the next is generated;
 * after it the search turns back to the parent. It stops at the first goal.
 */
export function depthFirst<State>(
  space: SearchSpace<State>,
  root: TraceSearchNode<State>,
  log: SearchLog<State>,
  { limits, threshold, repeats, order }: DepthFirstOptions,
): TraceSearchEnd<State> {
  const seen = new Set<string>(repeats ? [] : [space.key(root.state)]);
  const isKnown = ({ state }: TraceSearchNode<State>): boolean => !repeats && seen.has(space.key(state));
  let nodes = 1;
  let isCut = false;
  const frameOf = (node: TraceSearchNode<State>): Frame<State> => {
    const all = expandNode(space, node);
    const kept = threshold === undefined ? all : all.filter(({ estimate }) => estimate <= threshold);
    isCut ||= kept.length < all.length;
    const children = space.heuristic === undefined ? order(kept) : kept.sort((a, b) => a.estimate - b.estimate);
    return { node, children, next: 0 };
  };
  log.begin(root);
  log.visit(root);
  const frames = [frameOf(root)];
  for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
    const { node: parent, children } = top;
    let child = children[top.next];
    while (child !== undefined && isKnown(child)) child = children[++top.next];
    if (child === undefined) {
      log.close(parent);
      frames.pop();
      continue;
    }
    const place = top.next++;
    if (nodes++ >= limits.nodes) return { kind: 'limit', nodes };
    if (!repeats) seen.add(space.key(child.state));
    child.id = `${parent.id},${place}`;
    if (place > 0) log.backtrack(parent);
    log.generate(child);
    const kind = judgeNode(space, child, log, limits);
    if (kind === 'goal') return { kind, nodes, goal: child };
    if (kind === 'cut') isCut = true;
    if (kind !== 'open') continue;
    log.visit(child);
    frames.push(frameOf(child));
  }
  log.exhaust(!isCut);
  return { kind: 'none', nodes };
}
