import { edgeValue, visitsBelow } from './backup.ts';
import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';

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
