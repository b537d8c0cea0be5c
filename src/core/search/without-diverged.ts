import { type BackupSettings, backedUpValue, visitsBelow } from './backup.ts';
import { finalEdge } from './edge-selection.ts';
import type { SearchSettings } from './settings.ts';
import { closeEdge, type SearchNode } from './tree.ts';
import { seenNodes } from './view/node-values.ts';

/**
 * Divergence of a node from the truth: the model's text is no state; the action that leads to it is illegal; its state
 * differs from that by the rules.
 */
export type Divergence = 'hallucination' | 'illegal' | 'untrue';

/** Result of a search without its diverged nodes. */
export interface TrueSearch {
  /** Copy of the tree without diverged nodes and all below them; nodes keep their numbers. */
  readonly root: SearchNode;
  /** Visits of the root's edges in the whole tree, and those of them that lie in or below diverged nodes. */
  readonly visits: number;
  readonly lost: number;
  /** Number of omitted nodes, and of those that are no state. */
  readonly nodesLeftOut: number;
  readonly hallucinations: number;
  /** Value of the root, for its side to move: in the whole tree, and in the rest of it. */
  readonly value: { readonly whole: number; readonly kept: number };
  /** Edge to play in both; -1 where there is none, or nothing was searched. */
  readonly choice: { readonly whole: number; readonly kept: number };
}

/** Settings of the backup and the final move. */
export type TrueSearchSettings = BackupSettings & Pick<SearchSettings, 'final'>;

/** Node that stays. */
interface Kept {
  readonly copy: SearchNode;
  readonly above: Kept | undefined;
  /** Number of visits removed below, and the sum of their values for the side to move here. */
  visits: number;
  total: number;
  /** True if a node below was omitted. */
  isTouched: boolean;
}

/**
 * Returns the tree as if diverged nodes had never been created, with counts and values backed up again by the rule of
 * the search. An edge to an untrue state counts as untried; an illegal one and one to a hallucination are closed.
 * `mean`: values backed up from omitted nodes are subtracted. `minimax`: edges above such nodes have the best remaining
 * reply. Edges without such nodes below keep their values.
 *
 * @param divergence undefined for a node that agrees with the rules; nodes below a diverged one are not tested
 */
export function withoutDiverged(
  root: SearchNode,
  settings: TrueSearchSettings,
  divergence: (node: SearchNode) => Divergence | undefined,
): TrueSearch {
  const { kept, hallucinations, nodesLeftOut } = keptNodes(root, divergence);
  // From the leaves up: a node is complete before its edge is valued.
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
  /** Nodes, parents first. */
  readonly kept: readonly Kept[];
}

/** Copies the nodes that stay, and subtracts the counts of edges to others. */
function keptNodes(root: SearchNode, divergence: (node: SearchNode) => Divergence | undefined): KeptNodes {
  const places = new Map<SearchNode, Kept>();
  const kept: Kept[] = [];
  let [nodesLeftOut, hallucinations] = [0, 0];
  for (const node of seenNodes(root)) {
    const { parent, edge } = node;
    const above = parent === undefined || node === root ? undefined : places.get(parent);
    // Below an omitted node.
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

/** Subtracts the counts of an edge. */
function leaveOut(from: Kept, edge: number, kind: Divergence): void {
  const { copy } = from;
  from.visits += copy.visits[edge]!;
  from.total += copy.total[edge]!;
  copy.visits[edge] = 0;
  copy.total[edge] = 0;
  from.isTouched = true;
  if (kind !== 'untrue') closeEdge(copy, edge);
}

/** Omits everything below a root that is not the true state: nothing below it exists. */
function leaveAllOut(root: Kept): void {
  for (let edge = 0; edge < root.copy.size; edge++) leaveOut(root, edge, 'untrue');
}

/** Subtracts the omitted counts below a node from the edge that leads to it. */
function passUp({ copy, above, visits, total, isTouched }: Kept, settings: BackupSettings): void {
  if (!isTouched || above === undefined) return;
  const { edge } = copy;
  const own = visits - total;
  above.isTouched = true;
  above.visits += visits;
  above.total += own;
  const left = Math.max(0, above.copy.visits[edge]! - visits);
  above.copy.visits[edge] = left;
  // The rest after no visits is rounding.
  if (left === 0) above.copy.total[edge] = 0;
  else if (settings.backup === 'mean') above.copy.total[edge]! -= own;
  else above.copy.total[edge] = left * (1 - backedUpValue(copy, settings));
}
