import { type BackupSettings, backedUpValue, visitsBelow } from './backup.ts';
import { finalEdge } from './edge-selection.ts';
import type { SearchSettings } from './settings.ts';
import { closeEdge, type SearchNode } from './tree.ts';
import { seenNodes } from './view/node-values.ts';

/**
 * How a node parts from the truth: the model's text is no state; the action that leads to it is illegal; its state is
 * another than the rules give.
 */
export type Divergence = 'hallucination' | 'illegal' | 'untrue';

/** Result of a search without its diverged nodes. */
export interface TrueSearch {
  /** A copy of the tree without diverged nodes and all below them; nodes keep their numbers. */
  readonly root: SearchNode;
  /** Visits of the root's edges in the whole tree, and those of them that lie in or below diverged nodes. */
  readonly visits: number;
  readonly lost: number;
  /** Nodes that were left out, and how many of them are answers that were no state. */
  readonly nodesLeftOut: number;
  readonly hallucinations: number;
  /** The root's value, for its side to move: in the whole tree, and in what is left of it. */
  readonly value: { readonly whole: number; readonly kept: number };
  /** The edge to play in both; -1 where there is none, or nothing was searched. */
  readonly choice: { readonly whole: number; readonly kept: number };
}

/** Settings that the backup and the final move read. */
export type TrueSearchSettings = BackupSettings & Pick<SearchSettings, 'final'>;

/** A node that stays. */
interface Kept {
  readonly copy: SearchNode;
  readonly above: Kept | undefined;
  /** Visits that were taken away below, and the sum of their values for the side to move here. */
  visits: number;
  total: number;
  /** True if a node below was left out. */
  isTouched: boolean;
}

/**
 * The tree as if diverged nodes were never made, with counts and values backed up again by the rule of the search. An edge
 * to an untrue state counts as one that was not tried; an illegal one and one to a hallucination are closed. `mean`: what
 * was backed up from nodes left out is taken away. `minimax`: edges above such nodes have the best reply that is left.
 * Edges without such nodes below keep what they have.
 *
 * @param divergence undefined for a node that is what the rules give; nodes below a diverged one are not asked
 */
export function withoutDiverged(
  root: SearchNode,
  settings: TrueSearchSettings,
  divergence: (node: SearchNode) => Divergence | undefined,
): TrueSearch {
  const { kept, hallucinations, nodesLeftOut } = keptNodes(root, divergence);
  // from the leaves up: a node is whole before its edge is valued
  for (let i = kept.length - 1; i > 0; i--) passUp(kept[i]!, settings);
  const { copy, visits } = kept[0]!;
  return {
    root: copy,
    visits: visitsBelow(root),
    lost: visits,
    nodesLeftOut,
    hallucinations,
    value: { whole: backedUpValue(root, settings), kept: backedUpValue(copy, settings) },
    choice: { whole: choiceAt(root, settings), kept: choiceAt(copy, settings) },
  };
}

const choiceAt = (root: SearchNode, { final }: TrueSearchSettings): number =>
  visitsBelow(root) === 0 ? -1 : finalEdge(root, final);

interface KeptNodes extends Pick<TrueSearch, 'nodesLeftOut' | 'hallucinations'> {
  /** Parents first. */
  readonly kept: readonly Kept[];
}

/** Copies the nodes that stay, and takes the counts of edges to others away. */
function keptNodes(root: SearchNode, divergence: (node: SearchNode) => Divergence | undefined): KeptNodes {
  const places = new Map<SearchNode, Kept>();
  const kept: Kept[] = [];
  let [nodesLeftOut, hallucinations] = [0, 0];
  for (const node of seenNodes(root)) {
    const { parent, edge } = node;
    const above = parent === undefined || node === root ? undefined : places.get(parent);
    // below a node that was left out
    if (node !== root && above === undefined) {
      nodesLeftOut++;
      if (node.kind === 'hallucination') hallucinations++;
      continue;
    }
    const kind = divergence(node);
    if (kind !== undefined && above !== undefined) {
      nodesLeftOut++;
      if (node.kind === 'hallucination') hallucinations++;
      leaveOut(above, edge, kind);
      continue;
    }
    const place = above && { parent: above.copy, edge };
    const own: Kept = { copy: node.copy(node.id, place), above, visits: 0, total: 0, isTouched: false };
    if (above !== undefined) above.copy.children[edge] = own.copy;
    kept.push(own);
    if (kind === undefined) places.set(node, own);
    else leaveAllOut(own);
  }
  return { kept, nodesLeftOut, hallucinations };
}

/** Takes the counts of an edge away. */
function leaveOut(from: Kept, edge: number, kind: Divergence): void {
  const { copy } = from;
  from.visits += copy.visits[edge]!;
  from.total += copy.total[edge]!;
  copy.visits[edge] = 0;
  copy.total[edge] = 0;
  from.isTouched = true;
  if (kind !== 'untrue') closeEdge(copy, edge);
}

/** A root that is not the true state: nothing below it exists. */
function leaveAllOut(root: Kept): void {
  for (let edge = 0; edge < root.copy.size; edge++) leaveOut(root, edge, 'untrue');
}

/** Takes what is left out below a node from the edge that leads to it. */
function passUp({ copy, above, visits, total, isTouched }: Kept, settings: BackupSettings): void {
  if (!isTouched || above === undefined) return;
  const { edge } = copy;
  const own = visits - total;
  above.isTouched = true;
  above.visits += visits;
  above.total += own;
  const left = Math.max(0, above.copy.visits[edge]! - visits);
  above.copy.visits[edge] = left;
  // what is left of no visits is rounding
  if (left === 0) above.copy.total[edge] = 0;
  else if (settings.backup === 'mean') above.copy.total[edge]! -= own;
  else above.copy.total[edge] = left * (1 - backedUpValue(copy, settings));
}
