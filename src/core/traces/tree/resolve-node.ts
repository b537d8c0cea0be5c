import type { NodeReference, Span } from '../events.ts';
import type { FaultKind } from '../tree.ts';
import type { MutableNode } from './mutable-node.ts';
import type { KeyedState, TraceRules } from './rules.ts';

/** The node that a reference means, and what does not fit about it. */
export interface ResolvedNode {
  readonly node: MutableNode | undefined;
  readonly fault?: {
    readonly kind: FaultKind;
    readonly range: NodeReference['range'];
    readonly others?: readonly MutableNode[];
    readonly detail?: string;
  };
}

/** The nodes of a tree by what a text calls them. */
export interface NodeIndex {
  readonly rules: TraceRules | undefined;
  readonly root: MutableNode | undefined;
  /** Number of actions of the root itself, if the search begins within another one. */
  readonly rootLength: number;
  readonly byId: ReadonlyMap<string, MutableNode>;
  /** Returns true if the search has left a node for good. */
  isFinished(node: MutableNode): boolean;
  /** The latest node of each state. */
  readonly byKey: ReadonlyMap<string, MutableNode>;
}

/**
 * Finds the node of a reference. A name, a list of actions and a state can stand together; what two of them say is
 * right, the name where each says something else.
 */
export function resolveNode(index: NodeIndex, reference: NodeReference, stated: KeyedState | undefined): ResolvedNode {
  const { id, path, state } = reference;
  const named = id === undefined ? undefined : index.byId.get(id);
  const node = named ?? findUnnamed(index, reference, stated);
  if (node === undefined) return { node };
  const hasState = stated === undefined || node.hasState(stated.key);
  const wrongAction = path === undefined ? undefined : firstWrongAction(index, node, reference, path);
  if (hasState && wrongAction === undefined) return { node };
  const other = named === undefined ? undefined : findByPath(index, path, stated);
  const isOther = other !== undefined && other !== named && (stated === undefined || other.hasState(stated.key));
  // With equal states on both sides, the node that the search can still visit is meant.
  const isLikelier = named !== undefined && other !== undefined && index.isFinished(named) && !index.isFinished(other);
  if (isOther && path !== undefined && (isLikelier || !(hasState && stated !== undefined)))
    return { node: other, fault: { kind: 'reference', range: reference.range, others: [node] } };
  if (!hasState && state !== undefined) return { node, fault: { kind: 'restated', range: state.range } };
  return wrongAction === undefined ? { node } : { node, fault: { kind: 'operations', ...wrongAction } };
}

/** Finds a node without its name. */
function findUnnamed(index: NodeIndex, reference: NodeReference, stated: KeyedState | undefined) {
  const { id, path } = reference;
  if (path === undefined && stated === undefined) return undefined;
  // A name such as 0,2,1 names the parent, too.
  const parent = id === undefined ? undefined : index.byId.get(parentName(id));
  const last = path?.at(-1);
  const byPath = findByPath(index, path, stated);
  if (parent !== undefined && last !== undefined) {
    const named = parent.childrenBy(last.text);
    const all = [pick(named, stated), childIn(parent, stated), byPath, named.at(-1)].filter(
      (node) => node !== undefined,
    );
    // A node that was visited has another name already.
    return all.find(({ isVisited }) => !isVisited) ?? all[0];
  }
  if (byPath !== undefined || path !== undefined) return byPath;
  return stated === undefined ? undefined : index.byKey.get(stated.key);
}

/** Returns the name of the parent in a name such as `0,2,1`; empty for names of one number. */
export const parentName = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf(',')));

/** Maximum number of children that are looked through for a state. */
const MAX_CHILDREN = 256;

/** Returns the first of the latest children that has a state and was not visited. */
function childIn({ children }: MutableNode, stated: KeyedState | undefined): MutableNode | undefined {
  if (stated === undefined) return undefined;
  return children.slice(-MAX_CHILDREN).find((child) => !child.isVisited && child.hasState(stated.key));
}

/** Returns the last node of some that has a state; without a state the last one. Nodes still to be visited come first. */
function pick(nodes: readonly MutableNode[], stated: KeyedState | undefined): MutableNode | undefined {
  const fitting = stated === undefined ? nodes : nodes.filter((node) => node.hasState(stated.key));
  return fitting.find(({ isVisited }) => !isVisited) ?? fitting.at(-1);
}

/** Follows a list of actions from the root; the last step must lead to the state. */
function findByPath(
  { root, rootLength }: NodeIndex,
  path: readonly Span[] | undefined,
  stated: KeyedState | undefined,
): MutableNode | undefined {
  if (root === undefined || path === undefined || path.length < rootLength) return undefined;
  let node: MutableNode | undefined = root;
  for (let i = rootLength; i < path.length && node !== undefined; i++) {
    const children: readonly MutableNode[] = node.childrenBy(path[i]?.text ?? '');
    if (i === path.length - 1) node = pick(children, stated) ?? children.at(-1);
    else node = children.find((child) => child.isVisited) ?? children.at(-1);
  }
  return node;
}

interface WrongAction {
  readonly range: Span['range'];
  readonly detail: string;
}

/** Returns the first action of a list that is not the one of the path to a node; undefined if all are. */
function firstWrongAction(
  { rootLength }: NodeIndex,
  node: MutableNode,
  { range, state }: NodeReference,
  path: readonly Span[],
): WrongAction | undefined {
  const [first, last] = [path[0], path.at(-1)];
  if (path.length - rootLength !== node.depth) {
    const all =
      first === undefined || last === undefined
        ? (state?.range ?? range)
        : { start: first.range.start, end: last.range.end };
    return { range: all, detail: pathText(node) };
  }
  let wrong: WrongAction | undefined;
  let above: MutableNode | undefined = node;
  for (let i = path.length - 1; i >= rootLength && above !== undefined; i--, above = above.parent) {
    const item = path[i];
    const action = above.action?.text;
    // Other words for an action that has a finding follow from that.
    if (item === undefined || action === undefined || item.text === action || above.hasFault) continue;
    wrong = { range: item.range, detail: action };
  }
  return wrong;
}

/** Returns the actions from the root to a node, separated by commas. */
function pathText(node: MutableNode): string {
  const actions: string[] = [];
  for (let at: MutableNode | undefined = node; at?.parent !== undefined; at = at.parent)
    actions.unshift(at.action?.text ?? '?');
  return actions.join(', ');
}
