import { edgeValue, visitsBelow } from './backup.ts';
import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';

/** Settings that PUCT reads. */
export type PuctSettings = Pick<SearchSettings, 'exploration' | 'unvisited' | 'virtualLoss'>;

/** Nearer than this two scores are a tie: saturated values differ by rounding alone. */
const TIE = 1e-12;

/** sqrt(1 + sum of N) over the edges of a node, with the virtual counts. */
function rootOfCounts(node: SearchNode): number {
  const { visits } = node;
  let sum = 1;
  for (let i = 0; i < visits.length; i++) sum += visits[i]!;
  if (!node.hasNoVirtual) for (let i = 0; i < visits.length; i++) sum += node.virtualAt(i);
  return Math.sqrt(sum);
}

/** Q of an edge: the mean of what was backed up, or what one without visits has. */
const valueTerm = (total: number, count: number, fresh: number): number => (count > 0 ? total / count : fresh);

/** c P sqrt(1 + sum of N) / (1 + N); `factor` is c times the root. */
const explorationTerm = (factor: number, prior: number, count: number): number => (factor * prior) / (1 + count);

/**
 * The edge with the highest Q + c P sqrt(1 + sum of N) / (1 + N) among those that are neither closed nor given up; -1 when all are. Ties go to
 * `%best_action`, then to the higher prior, then to the one that is listed first.
 */
export function selectEdge(node: SearchNode, settings: PuctSettings): number {
  if (node.open === 0) return -1;
  const { prior, best, visits, total, listed, value, givenUp } = node;
  // hardly any node has a closed edge, or is waited for: without one the lists are not made
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
    // nearly all edges have no count: what is divided there is divided by 1
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

/** The terms that PUCT adds for an edge. */
export interface PuctTerms {
  readonly value: number;
  readonly exploration: number;
  readonly sum: number;
}

/** The terms of PUCT by edge, as `selectEdge` would add them up now; undefined for edges that are closed or given up. */
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
 * The edge to play at a root by the setting; -1 when there is none. Ties: value, `%best_action`, the first listed. Without a visit it is
 * the raw policy, which a search of no simulations plays: `%best_action` before all values, for it was learned to end won games
 * where values are equal (Schultz et al., section 2), else the highest listed value. Values that are scored by the probabilities of
 * their tokens (`max`, `mean`) are the policy themselves: then the highest decides, and `%best_action` among equals.
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

/** The line from a root that a search expects both sides to play: its final move, then the edges that are visited most. */
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

/** True if the first of the differing numbers is higher; rounding is no difference. */
function isHigher(a: readonly number[], b: readonly number[]): boolean {
  for (const [i, one] of a.entries()) {
    const difference = one - (b[i] ?? 0);
    if (Math.abs(difference) > 1e-12) return difference > 0;
  }
  return false;
}
