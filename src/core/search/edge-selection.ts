import { edgeValue, visitsBelow } from './backup.ts';
import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';

/** Settings of PUCT. */
export type PuctSettings = Pick<SearchSettings, 'exploration' | 'unvisited' | 'virtualLoss'>;

/** Maximum difference of scores that tie: saturated values differ by rounding alone. */
const TIE = 1e-12;

/** Returns sqrt(1 + sum of N) over the edges of a node, with the virtual counts. */
function rootOfCounts(node: SearchNode): number {
  const { visits } = node;
  let sum = 1;
  for (let i = 0; i < visits.length; i++) sum += visits[i]!;
  if (!node.hasNoVirtual) for (let i = 0; i < visits.length; i++) sum += node.virtualAt(i);
  return Math.sqrt(sum);
}

/** Returns Q of an edge: the mean of the backed-up values, or the value of one without visits. */
const valueTerm = (total: number, count: number, fresh: number): number => (count > 0 ? total / count : fresh);

/** Returns c P sqrt(1 + sum of N) / (1 + N); `factor` is c times the root. */
const explorationTerm = (factor: number, prior: number, count: number): number => (factor * prior) / (1 + count);

/**
 * Returns the edge with the highest Q + c P sqrt(1 + sum of N) / (1 + N) among those that are neither closed nor given
 * up; -1 when all are. Ties go to `%best_action`, then to the higher prior, then to the first listed.
 */
export function selectEdge(node: SearchNode, settings: PuctSettings): number {
  if (node.open === 0) return -1;
  const { prior, best, visits, total, listed, value, givenUp } = node;
  // Few nodes have a closed edge, or a pending one: without one the lists are not made.
  const closed = node.open < visits.length ? node.closed : undefined;
  const isWaitedFor = !node.hasNoVirtual;
  const { exploration, unvisited, virtualLoss } = settings;
  const factor = exploration * rootOfCounts(node);
  let chosen = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < visits.length; i++) {
    if (closed?.[i] === 1 || givenUp?.has(i) === true) continue;
    const visited = visits[i]!;
    const count = isWaitedFor ? visited + node.virtualAt(i) : visited;
    const fresh = unvisited === 'listed' ? listed[i]! : unvisited === 'zero' ? 0 : value;
    // Nearly all edges have no count: the divisor is then 1.
    const score =
      count === 0
        ? fresh + factor * prior[i]!
        : valueTerm(total[i]!, virtualLoss ? count : visited, fresh) + explorationTerm(factor, prior[i]!, count);
    if (
      score > highest + TIE ||
      (score > highest - TIE && chosen !== best && (i === best || prior[i]! > prior[chosen]!))
    ) {
      chosen = i;
      highest = Math.max(highest, score);
    }
  }
  return chosen;
}

/** Terms that PUCT adds for an edge. */
export interface PuctTerms {
  readonly value: number;
  readonly exploration: number;
  readonly sum: number;
}

/** Returns the terms of PUCT by edge, as `selectEdge` would add them now; undefined for edges that are closed or given up. */
export function puctTerms(node: SearchNode, settings: PuctSettings): readonly (PuctTerms | undefined)[] {
  const { closed, prior, visits, virtual, total, listed, givenUp, value: own } = node;
  const { exploration: c, unvisited, virtualLoss } = settings;
  const factor = c * rootOfCounts(node);
  return visits.map((visited, i) => {
    if (closed[i] === 1 || givenUp?.has(i) === true) return undefined;
    const count = visited + virtual[i]!;
    const fresh = unvisited === 'listed' ? listed[i]! : unvisited === 'zero' ? 0 : own;
    const value = valueTerm(total[i]!, virtualLoss ? count : visited, fresh);
    const exploration = explorationTerm(factor, prior[i]!, count);
    return { value, exploration, sum: value + exploration };
  });
}

/**
 * Returns the edge to play at a root by the setting; -1 when there is none. Ties: value, `%best_action`, the first
 * listed. Without a visit it is the raw policy, which a search of no simulations plays: `%best_action` before all
 * values, since models learn it to win won games where values are equal (Schultz et al., section 2), else the highest
 * listed value. Values that are scored by the probabilities of their tokens (`max`, `mean`) are the policy themselves:
 * then the highest decides, and `%best_action` among equals.
 */
export function finalEdge(root: SearchNode, final: SearchSettings['final']): number {
  const isWritten = root.chances === undefined;
  if (isWritten && root.best >= 0 && root.closed[root.best] !== 1 && visitsBelow(root) === 0) return root.best;
  const rank = (edge: number): readonly number[] => {
    const [visits, value] = [root.visits[edge]!, edgeValue(root, edge)];
    const best = edge === root.best ? 1 : 0;
    return final === 'visits' ? [visits, value, best] : [visits > 0 ? 1 : 0, value, visits, best];
  };
  let chosen = -1;
  let highest: readonly number[] = [];
  for (let edge = 0; edge < root.actions.length; edge++) {
    if (root.closed[edge] === 1) continue;
    const own = rank(edge);
    if (chosen < 0 || isHigher(own, highest)) {
      chosen = edge;
      highest = own;
    }
  }
  return chosen;
}

/** Returns the line from a root that a search expects both sides to play: its final move, then the most visited edges. */
export function principalVariation(root: SearchNode, final: SearchSettings['final']): readonly SearchNode[] {
  const line: SearchNode[] = [];
  for (let node: SearchNode | undefined = root.children[finalEdge(root, final)]; node !== undefined; ) {
    line.push(node);
    const { visits, children }: SearchNode = node;
    let most = -1;
    for (const [i, count] of visits.entries()) if (count > (visits[most] ?? 0)) most = i;
    node = children[most];
  }
  return line;
}

/** Returns true if the first of the differing numbers is higher; rounding is no difference. */
function isHigher(a: readonly number[], b: readonly number[]): boolean {
  for (const [i, one] of a.entries()) {
    const difference = one - (b[i] ?? 0);
    if (Math.abs(difference) > 1e-12) return difference > 0;
  }
  return false;
}
