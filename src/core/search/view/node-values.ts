import { t } from '../../base/text/l10n.ts';
import { flipBucket } from '../../mav/values.ts';
import { type BackupSettings, backedUpValue, edgeValue, visitsBelow } from '../backup.ts';
import type { SearchNode } from '../tree.ts';
import type { BucketChances } from '../world-model.ts';

/** Returns N of the edge to a node; for a root the sum of those below. */
export function countVisits(node: SearchNode): number {
  const { parent, edge } = node;
  return parent === undefined ? visitsBelow(node) : parent.visits[edge]!;
}

/**
 * Returns the value of a node for the side to move at `root`, 0 to 1, where sides alternate: Q of its edge; for the
 * root itself the backed-up value by the rule of the search (`backedUpValue`). Undefined for a hallucination, and for a
 * node of a trace that has a status instead.
 */
export function valueAtRoot(node: SearchNode, root: SearchNode, rule: BackupSettings): number | undefined {
  if (node.kind === 'hallucination' || node.marks !== undefined) return undefined;
  if (node.parent === undefined || node === root) return backedUpValue(node, rule);
  return seenFromRoot(edgeValue(node.parent, node.edge), node.parent, root);
}

/** Returns v of a node for the side to move at `root`, 0 to 1; undefined where `valueAtRoot` is. */
export const ownValueAtRoot = (node: SearchNode, root: SearchNode): number | undefined =>
  node.kind === 'hallucination' || node.marks !== undefined ? undefined : seenFromRoot(node.value, node, root);

/** Returns true if the text of the model's state differs from the true one: `GameStates.differs` compares their meaning. */
export const differsFromTruth = ({ truth, state, kind }: SearchNode): boolean =>
  truth !== undefined && kind !== 'hallucination' && truth !== state;

/** Returns true if a node is in the counts: nodes of a stored tree exist before the simulation that created them. */
export const isSeen = ({ parent, edge, kind }: SearchNode): boolean =>
  parent === undefined || parent.visits[edge]! > 0 || (kind === 'hallucination' && parent.closed[edge] === 1);

/** Returns the nodes below a node that are in the counts: most visits first, hallucinations last. */
export function seenChildren(node: SearchNode): SearchNode[] {
  const found: SearchNode[] = [];
  // Arrays of a node are created on first use, and most nodes are leaves.
  if (node.isLeaf) return found;
  for (const child of node.children) if (child !== undefined && isSeen(child)) found.push(child);
  if (found.length < 2) return found;
  const { visits } = node;
  const rank = ({ kind, edge }: SearchNode): number => (kind === 'hallucination' ? -1 : visits[edge]!);
  return found.sort((a, b) => rank(b) - rank(a) || a.edge - b.edge);
}

/** Returns all nodes of a tree that are in the counts, parents first. */
export function seenNodes(root: SearchNode): SearchNode[] {
  const all = [root];
  for (const node of all) {
    if (node.isLeaf) continue;
    for (const child of node.children) if (child !== undefined && isSeen(child)) all.push(child);
  }
  return all;
}

/** Most visited nodes of a tree, with all above them. */
export interface MostVisited {
  /** Nodes, parents first. */
  readonly nodes: ReadonlySet<SearchNode>;
  /** Number of nodes in the counts that are not among them. */
  readonly left: number;
}

/**
 * Returns at most `limit` nodes of a tree; of equal visits those that were created first. A hallucination took one
 * simulation, and counts as one.
 */
export function mostVisited(root: SearchNode, limit: number): MostVisited {
  const all = seenNodes(root);
  if (all.length <= limit) return { nodes: new Set(all), left: 0 };
  const rank = (node: SearchNode): number =>
    node === root ? Number.POSITIVE_INFINITY : node.kind === 'hallucination' ? 1 : countVisits(node);
  const ranked = all.map((node) => ({ node, rank: rank(node) }));
  ranked.sort((a, b) => b.rank - a.rank || a.node.depth - b.node.depth || a.node.id - b.node.id);
  const chosen = new Set<SearchNode>();
  for (const { node } of ranked) {
    if (chosen.size >= limit) break;
    // A damaged file may have a child with more visits than its parent.
    if (node === root || (node.parent !== undefined && chosen.has(node.parent))) chosen.add(node);
  }
  return { nodes: chosen, left: all.length - chosen.size };
}

/** View of values: all values on one screen are for the side to move at the root. */
export interface ValueView {
  readonly root: SearchNode;
  /** Rule of the backup. */
  readonly rule: BackupSettings;
  /** Side that moves at the root: `White`, `Black`, `x`, `o`. */
  readonly side: string;
}

/** Returns true if the side to move at the root also moves at a node: sides alternate. */
const isRootsTurn = (node: SearchNode, root: SearchNode): boolean => (node.depth - root.depth) % 2 === 0;

/**
 * Converts a win probability, 0 to 1, for the side that moves at a node to one for the side that moves at the root; and
 * back again.
 */
export const seenFromRoot = (value: number, node: SearchNode, root: SearchNode): number =>
  isRootsTurn(node, root) ? value : 1 - value;

/**
 * Converts probabilities of buckets for the side that moves at a node to those for the side that moves at the root; and
 * back again.
 */
export const chancesFromRoot = (chances: BucketChances, node: SearchNode, root: SearchNode): BucketChances =>
  isRootsTurn(node, root) ? chances : flippedChances(chances);

/** Moves each share to the bucket from the other side, the lowest first. */
function flippedChances({ mass, shares }: BucketChances): BucketChances {
  const other = shares.map(([bucket, share]) => [flipBucket(bucket, { base: 0 }), share] as const);
  return { mass, shares: other.reverse() };
}

const OTHER: Readonly<Record<string, string>> = { White: 'Black', Black: 'White', x: 'o', o: 'x' };

/** Returns the side that moves at a node by alternation, whatever a wrong state says; in words where the root names no side. */
export function sideAt(node: SearchNode, { root, side }: Pick<ValueView, 'root' | 'side'>): string {
  return isRootsTurn(node, root) ? side : (OTHER[side] ?? 'the other side');
}

/** Names the rule of the backup, as the name of the value of a root. */
export const backupWord = ({ backup }: Pick<BackupSettings, 'backup'>): string =>
  backup === 'minimax' ? t('minimax') : t('mean');

/** Returns a side for display, `White` in the user's language; a text that is no color unchanged. */
export function sideWord(side: string): string {
  switch (side) {
    case 'White':
      return t('White');
    case 'Black':
      return t('Black');
    case 'the side to move':
      return t('the side to move');
    case 'the other side':
      return t('the other side');
    default:
      return side;
  }
}

/** Returns `White to move`, or that the state names no side. */
export function toMoveWords(side: string): string {
  switch (side) {
    case 'White':
      return t('White to move');
    case 'Black':
      return t('Black to move');
    case 'x':
      return t('x to move');
    case 'o':
      return t('o to move');
    default:
      return t('no side to move');
  }
}
