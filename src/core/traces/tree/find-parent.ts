import type { GenerateEvent } from '../events.ts';
import type { FaultKind } from '../tree.ts';
import { canBeChild, readSuccessors } from './judge-state.ts';
import type { MutableNode } from './mutable-node.ts';
import type { KeyedState, TraceRules } from './rules.ts';

/** The parent of a new node, and what does not fit about it. */
export interface ParentMatch {
  readonly parent: MutableNode | undefined;
  readonly fault?: { readonly kind: FaultKind; readonly others: readonly MutableNode[] };
}

/** Number of nodes that are looked through for a parent beside the node that the search is at. */
const RECENT = 64;

/** Finds nodes by the states that can follow them. Filled when it is first needed. */
export class SuccessorIndex {
  readonly #byKey = new Map<string, MutableNode[]>();
  #filled = 0;

  /** Returns the nodes from which an action leads to a state. */
  before(rules: TraceRules, nodes: readonly MutableNode[], key: string): readonly MutableNode[] {
    for (; this.#filled < nodes.length; this.#filled++) {
      const node = nodes[this.#filled];
      if (node === undefined) continue;
      for (const next of readSuccessors(rules, node)?.keys() ?? []) {
        const before = this.#byKey.get(next);
        if (before === undefined) this.#byKey.set(next, [node]);
        else before.push(node);
      }
    }
    return this.#byKey.get(key) ?? [];
  }
}

/** The part of a tree in which a parent is looked for. */
export interface ParentSearch {
  readonly rules: TraceRules | undefined;
  readonly nodes: readonly MutableNode[];
  readonly index: SuccessorIndex;
  /** The node that the search is at. */
  readonly current: MutableNode | undefined;
}

/** Finds the parent of an event that names none: by the state that precedes, then the node that the search is at. */
export function findParent(search: ParentSearch, event: GenerateEvent, stated: KeyedState | undefined): ParentMatch {
  const { rules, current, nodes } = search;
  // A search may continue below a state that the world cannot have: nothing is known of its children.
  const isBlind = rules === undefined || (current?.readings.length === 0 && event.action === undefined);
  if (isBlind) return { parent: current };
  const key = stated?.key;
  if (current !== undefined && canBeChild(rules, current, event, key)) return { parent: current };
  if (event.action !== undefined) return findByAction(search, rules, event, key);
  if (key === undefined) return { parent: current };
  if (current !== undefined && isSlip(rules, current, event, stated)) return { parent: current };
  const before = search.index.before(rules, nodes, key).filter((node) => node.status !== 'pruned');
  const exact = before.filter((node) => costFits(rules, node, event));
  const likely = exact.length === 0 ? before : exact;
  // A node that is closed has generated all its children when it was closed.
  const open = likely.filter((node) => node.status === 'open');
  const fitting = open.length === 0 ? likely : open;
  const [only, second] = fitting;
  if (second === undefined) return { parent: only ?? current };
  return { parent: undefined, fault: { kind: 'ambiguous', others: fitting.slice(0, 2) } };
}

/**
 * Returns true if the state of an event is wrong, not its place: its h is not that of its state, but that of another
 * child of the present node, and g is that of a child.
 */
function isSlip(
  rules: TraceRules,
  current: MutableNode,
  event: GenerateEvent,
  stated: KeyedState | undefined,
): boolean {
  const heuristic = rules.world.heuristics?.[0];
  const h = event.heuristic?.value;
  if (heuristic === undefined || h === undefined || stated === undefined || !costFits(rules, current, event))
    return false;
  if (heuristic.estimate(stated.state) === h || current.reading === undefined) return false;
  for (const action of readSuccessors(rules, current)?.values() ?? []) {
    const next = rules.next(current.reading, action);
    if (
      next !== undefined &&
      heuristic.estimate(next.state) === h &&
      !current.children.some((child) => child.hasState(next.key))
    )
      return true;
  }
  return false;
}

/** Returns true if g of an event is that of a child, for actions that cost 1. */
const costFits = (rules: TraceRules, parent: MutableNode, { cost }: GenerateEvent): boolean =>
  rules.world.goal?.cost === undefined &&
  cost !== undefined &&
  parent.cost !== undefined &&
  cost.value === parent.cost.value + 1;

/** Finds the parent of an action among the nodes of late: the only one that it fits, if it does not fit here. */
function findByAction(
  { current, nodes }: ParentSearch,
  rules: TraceRules,
  event: GenerateEvent,
  key: string | undefined,
): ParentMatch {
  // If another action leads to the state from here, the action is wrong, not the place.
  if (key === undefined || (current !== undefined && readSuccessors(rules, current)?.has(key) === true))
    return { parent: current };
  const found: MutableNode[] = [];
  for (let i = nodes.length - 1; i >= Math.max(0, nodes.length - RECENT); i--) {
    const node = nodes[i];
    if (node !== undefined && node !== current && canBeChild(rules, node, event, key)) found.push(node);
  }
  const [only, second] = found;
  if (only !== undefined && second === undefined) {
    return { parent: only, fault: { kind: 'unvisited', others: current === undefined ? [] : [current] } };
  }
  return { parent: current };
}
