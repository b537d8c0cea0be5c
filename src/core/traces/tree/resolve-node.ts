import type { NodeReference, Span } from '../events.ts';
import type { FaultKind } from './link-faults.ts';
import type { NodeDraft } from './node-draft.ts';
import { type Rules, type StateReading, withoutResult } from './rules.ts';

/** The node that a reference means, and what does not fit about it. */
export interface ResolvedNode {
  readonly node: NodeDraft | undefined;
  readonly fault?: {
    readonly kind: FaultKind;
    readonly range: NodeReference['range'];
    readonly others?: readonly NodeDraft[];
    readonly detail?: string;
  };
}

/** The nodes of a tree by what a text calls them. */
export interface NodeIndex {
  readonly rules: Rules | undefined;
  readonly root: NodeDraft | undefined;
  /** Number of actions of the root itself, if the search begins within another one. */
  readonly rootLength: number;
  readonly byId: ReadonlyMap<string, NodeDraft>;
  /** The latest node of each state. */
  readonly byKey: ReadonlyMap<string, NodeDraft>;
}

/**
 * Finds the node of a reference. A name, a list of actions and a state can stand together; what two of them say is
 * right, the name where each says something else.
 */
export function resolveNode(
  index: NodeIndex,
  reference: NodeReference,
  stated: StateReading | undefined,
): ResolvedNode {
  const { id, path } = reference;
  const named = id === undefined ? undefined : index.byId.get(id);
  if (named === undefined) return { node: findUnnamed(index, reference, stated) };
  const hasState = stated === undefined || named.hasState(stated.key);
  const wrongAction = path === undefined ? undefined : firstWrongAction(index, named, path);
  if (hasState && wrongAction === undefined) return { node: named };
  const other = findByPath(index, path, stated);
  const isOther = other !== undefined && other !== named && (stated === undefined || other.hasState(stated.key));
  if (isOther && path !== undefined && !(hasState && stated !== undefined))
    return { node: other, fault: { kind: 'reference', range: reference.range, others: [named] } };
  if (!hasState && wrongAction === undefined && reference.state !== undefined)
    return { node: named, fault: { kind: 'restated', range: reference.state.range } };
  if (wrongAction === undefined) return { node: named };
  // The state decides between a wrong list and a wrong name.
  return { node: named, fault: { kind: 'operations', ...wrongAction } };
}

/** Finds a node without its name. */
function findUnnamed(index: NodeIndex, reference: NodeReference, stated: StateReading | undefined) {
  const { id, path } = reference;
  if (path === undefined && stated === undefined) return undefined;
  // A name such as 0,2,1 names the parent, too.
  const parent = id === undefined ? undefined : index.byId.get(id.slice(0, Math.max(0, id.lastIndexOf(','))));
  const last = path?.at(-1);
  if (parent !== undefined && last !== undefined) {
    const found = pick(childrenBy(parent, last.text), stated);
    if (found !== undefined) return found;
  }
  const byPath = findByPath(index, path, stated);
  if (byPath !== undefined || path !== undefined) return byPath;
  return stated === undefined ? undefined : index.byKey.get(stated.key);
}

/** Returns the children by an action, whatever result is written behind it. */
function childrenBy(node: NodeDraft, action: string): readonly NodeDraft[] {
  const exact = node.childrenBy(action);
  if (exact.length > 0) return exact;
  const bare = withoutResult(action);
  return bare === action ? [] : node.childrenBy(bare);
}

/** Returns the last node of some that has a state; without a state the last one. */
function pick(nodes: readonly NodeDraft[], stated: StateReading | undefined): NodeDraft | undefined {
  if (stated === undefined) return nodes.at(-1);
  for (let i = nodes.length - 1; i >= 0; i--) if (nodes[i]?.hasState(stated.key) === true) return nodes[i];
  return undefined;
}

/** Follows a list of actions from the root; the last step must lead to the state. */
function findByPath(
  { root, rootLength }: NodeIndex,
  path: readonly Span[] | undefined,
  stated: StateReading | undefined,
): NodeDraft | undefined {
  if (root === undefined || path === undefined || path.length < rootLength) return undefined;
  let node: NodeDraft | undefined = root;
  for (let i = rootLength; i < path.length && node !== undefined; i++) {
    const children: readonly NodeDraft[] = childrenBy(node, path[i]?.text ?? '');
    if (i === path.length - 1) node = pick(children, stated) ?? children.at(-1);
    else node = children.find((child) => child.isVisited) ?? children.at(-1);
  }
  return node;
}

/** Returns the first action of a list that is not the one of the path to a node; undefined if all are. */
function firstWrongAction(
  { rootLength }: NodeIndex,
  node: NodeDraft,
  path: readonly Span[],
): { readonly range: Span['range']; readonly detail: string } | undefined {
  let above: NodeDraft | undefined = node;
  let wrong: { readonly range: Span['range']; readonly detail: string } | undefined;
  const last = path.at(-1);
  if (path.length - rootLength !== node.depth && last !== undefined)
    return { range: { start: path[0]?.range.start ?? 0, end: last.range.end }, detail: pathText(node) };
  for (let i = path.length - 1; i >= rootLength && above !== undefined; i--, above = above.parent) {
    const item = path[i];
    const action = above.action?.text;
    if (item === undefined || action === undefined || item.text === action) continue;
    // The right result of an operation whose result was wrong follows from that.
    const isRight =
      above.expectedReading !== undefined && above.isWrong && withoutResult(item.text) === withoutResult(action);
    if (!isRight) wrong = { range: item.range, detail: action };
  }
  return wrong;
}

/** Returns the actions from the root to a node, separated by commas. */
function pathText(node: NodeDraft): string {
  const actions: string[] = [];
  for (let at: NodeDraft | undefined = node; at?.parent !== undefined; at = at.parent)
    actions.unshift(at.action?.text ?? '?');
  return actions.join(', ');
}
