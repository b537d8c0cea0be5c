import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';

/** Returns Q of an edge: the mean of the backed-up values; before the first, the model's listed value. */
export const edgeValue = ({ visits, total, listed }: SearchNode, edge: number): number =>
  visits[edge]! > 0 ? total[edge]! / visits[edge]! : listed[edge]!;

/** Settings of the backup. */
export type BackupSettings = Pick<SearchSettings, 'backup' | 'unvisited'>;

/**
 * Returns the value of a node by its best known reply: replies without visits have the model's listed value, or 0 where
 * that is set, which leaves the searched ones.
 */
export function minimaxValue(node: SearchNode, unvisited: SearchSettings['unvisited']): number {
  if (node.open === 0) return node.value;
  const { closed, visits } = node;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < visits.length; i++) {
    if (closed[i] === 1) continue;
    const value = visits[i] === 0 && unvisited === 'zero' ? 0 : edgeValue(node, i);
    if (value > highest) highest = value;
  }
  return highest;
}

/**
 * Returns the backed-up value of a node for its side to move: the mean over its edges, or its best known reply. Before
 * the first visit, and where all edges are closed, its own v.
 */
export function backedUpValue(node: SearchNode, { backup, unvisited }: BackupSettings): number {
  const visits = visitsBelow(node);
  if (visits === 0) return node.value;
  return backup === 'mean' ? sumOf(node.total) / visits : minimaxValue(node, unvisited);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Returns N of all edges of a node. */
export const visitsBelow = (node: SearchNode): number => (node.isLeaf ? 0 : sumOf(node.visits));

/**
 * Counts a visit of each edge of a path, and backs up the value of its leaf: crossing an edge turns v into 1 - v.
 * `mean` adds it up (AlphaZero, OpenSpiel), `minimax` sets each edge to the best known reply below it.
 *
 * @param value value for the side to move at the leaf
 */
export function backUp(
  nodes: readonly SearchNode[],
  edges: readonly number[],
  value: number,
  { backup, unvisited }: BackupSettings,
): void {
  let below = value;
  for (let i = edges.length - 1; i >= 0; i--) {
    const node = nodes[i]!;
    const edge = edges[i]!;
    const own = 1 - below;
    node.visits[edge]!++;
    if (backup === 'mean') {
      node.total[edge]! += own;
      below = own;
    } else {
      node.total[edge] = node.visits[edge]! * own;
      below = minimaxValue(node, unvisited);
    }
  }
}

/** Subtracts the counts of a `backUp` by `mean`, for the last path or any other. */
export function takeBack(nodes: readonly SearchNode[], edges: readonly number[], value: number): void {
  let below = value;
  for (let i = edges.length - 1; i >= 0; i--) {
    const { visits, total } = nodes[i]!;
    const edge = edges[i]!;
    below = 1 - below;
    visits[edge]!--;
    // The rest after no visits is rounding.
    total[edge] = visits[edge] === 0 ? 0 : total[edge]! - below;
  }
}
