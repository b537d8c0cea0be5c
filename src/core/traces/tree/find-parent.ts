import type { GenerateEvent } from '../events.ts';
import { isChildOf, successorsOf } from './judge-state.ts';
import type { FaultKind } from './link-faults.ts';
import type { NodeDraft } from './node-draft.ts';
import type { Rules, StateReading } from './rules.ts';

/** The parent of a new node, and what does not fit about it. */
export interface FoundParent {
  readonly parent: NodeDraft | undefined;
  readonly fault?: { readonly kind: FaultKind; readonly others: readonly NodeDraft[] };
}

/** Number of nodes that are looked through for a parent beside the node that the search is at. */
const RECENT = 64;

/** Finds nodes by the states that can follow them. Filled when it is first needed. */
export class SuccessorIndex {
  readonly #byKey = new Map<string, NodeDraft[]>();
  #filled = 0;

  /** Returns the nodes from which an action leads to a state. */
  before(rules: Rules, nodes: readonly NodeDraft[], key: string): readonly NodeDraft[] {
    for (; this.#filled < nodes.length; this.#filled++) {
      const node = nodes[this.#filled];
      if (node === undefined) continue;
      for (const next of successorsOf(rules, node)?.keys() ?? []) {
        const before = this.#byKey.get(next);
        if (before === undefined) this.#byKey.set(next, [node]);
        else before.push(node);
      }
    }
    return this.#byKey.get(key) ?? [];
  }
}

/** What a parent is looked for in. */
export interface ParentSearch {
  readonly rules: Rules | undefined;
  readonly nodes: readonly NodeDraft[];
  readonly index: SuccessorIndex;
  /** The node that the search is at. */
  readonly current: NodeDraft | undefined;
}

/** Finds the parent of an event that names none: by the state that precedes, then the node that the search is at. */
export function findParent(search: ParentSearch, event: GenerateEvent, stated: StateReading | undefined): FoundParent {
  const { rules, current, nodes } = search;
  if (rules === undefined) return { parent: current };
  const key = stated?.key;
  if (current !== undefined && isChildOf(rules, current, event, key)) return { parent: current };
  if (event.action !== undefined) return findByAction(search, rules, event, key);
  if (key === undefined) return { parent: current };
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

/** Returns true if g of an event is that of a child, for actions that cost 1. */
const costFits = (rules: Rules, parent: NodeDraft, { cost }: GenerateEvent): boolean =>
  rules.world.goal?.cost === undefined &&
  cost !== undefined &&
  parent.cost !== undefined &&
  cost.value === parent.cost.value + 1;

/** Finds the parent of an action among the nodes of late: the only one that it fits, if it does not fit here. */
function findByAction(
  { current, nodes }: ParentSearch,
  rules: Rules,
  event: GenerateEvent,
  key: string | undefined,
): FoundParent {
  if (key === undefined) return { parent: current };
  const found: NodeDraft[] = [];
  for (let i = nodes.length - 1; i >= Math.max(0, nodes.length - RECENT); i--) {
    const node = nodes[i];
    if (node !== undefined && node !== current && isChildOf(rules, node, event, key)) found.push(node);
  }
  const [only, second] = found;
  if (only !== undefined && second === undefined) {
    return { parent: only, fault: { kind: 'unvisited', others: current === undefined ? [] : [current] } };
  }
  return { parent: current };
}
