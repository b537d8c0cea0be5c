import type { SearchSettings } from './settings.ts';
import type { SearchNode } from './tree.ts';

/** Q of an edge: the mean of what was backed up; what the model listed before that. */
export const edgeValue = ({ visits, total, listed }: SearchNode, edge: number): number =>
  visits[edge]! > 0 ? total[edge]! / visits[edge]! : listed[edge]!;

/** Settings that the backup reads. */
export type BackupSettings = Pick<SearchSettings, 'backup' | 'unvisited'>;

/**
 * The value of a node by its best reply that is known: replies without visits are worth what the model listed, or 0 where that
 * is set, which leaves those that were searched.
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
 * What a node is worth to its side to move by what was backed up below it: the mean of what its edges brought, or its best reply that is
 * known. Before the first visit, and where all edges are closed, its own v.
 */
export function backedUpValue(node: SearchNode, { backup, unvisited }: BackupSettings): number {
  const visits = visitsBelow(node);
  if (visits === 0) return node.value;
  return backup === 'mean' ? sumOf(node.total) / visits : minimaxValue(node, unvisited);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** N of all edges of a node. */
export const visitsBelow = (node: SearchNode): number => (node.isLeaf ? 0 : sumOf(node.visits));

/**
 * Counts a visit of each edge of a way, and gives the value of its leaf up: crossing an edge turns v into 1 - v. `mean` adds it up
 * (AlphaZero, OpenSpiel), `minimax` sets each edge to the best reply that is known below it.
 *
 * @param value for the side to move at the leaf
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

/** Takes away what `backUp` counted by `mean`, of the way that was counted last or of any other. */
export function takeBack(nodes: readonly SearchNode[], edges: readonly number[], value: number): void {
  let below = value;
  for (let i = edges.length - 1; i >= 0; i--) {
    const { visits, total } = nodes[i]!;
    const edge = edges[i]!;
    below = 1 - below;
    visits[edge]!--;
    // What is left of no visits is rounding.
    total[edge] = visits[edge] === 0 ? 0 : total[edge]! - below;
  }
}
