import type { Range } from '../base/text/range.ts';
import type { World } from '../worlds/world.ts';
import type { NumberSpan, ReadTrace, Span, TaskEvent } from './events.ts';

/** Status of a node at the end of its trace. `wrong` and `unlinked` are in `TraceNode`, since they add to it. */
export type NodeStatus = 'open' | 'closed' | 'pruned' | 'goal';

/** A node of a trace. */
export interface TraceNode {
  /** Number from 0, the root, in the order of the text. */
  readonly index: number;
  readonly parent: TraceNode | undefined;
  readonly children: readonly TraceNode[];
  /** Number of actions from the root. */
  readonly depth: number;
  readonly id: string | undefined;
  readonly action: Span | undefined;
  /** State as the trace states it, in the form of the world; undefined if it never does. */
  readonly stated: Span | undefined;
  /** State by the rules from the root; undefined below an illegal action, or without a world. */
  readonly truth: string | undefined;
  /** State by the rules from what the trace states of the parent: a mistake is made where it differs from `stated`. */
  readonly expected: string | undefined;
  /** Reason why the action is not legal in the stated state of the parent; undefined if it is. */
  readonly illegal: string | undefined;
  /** True if its own state is not `expected`. */
  readonly isWrong: boolean;
  /** True if the state of a node above it is wrong, or an action above it illegal. */
  readonly isBelowWrong: boolean;
  /** True if no parent fits, or several do and the text does not decide. */
  readonly isUnlinked: boolean;
  readonly status: NodeStatus;
  readonly cost: NumberSpan | undefined;
  readonly heuristic: NumberSpan | undefined;
  readonly value: NumberSpan | undefined;
  /** Indices of the events about this node in `ReadTrace.events`, in the order of the text. */
  readonly events: readonly number[];
}

/** A trace as a tree. */
export interface TraceTree {
  readonly read: ReadTrace;
  readonly task: TaskEvent | undefined;
  /** The root first; by index. */
  readonly nodes: readonly TraceNode[];
  /** Nodes of each event, by index of the event; undefined for events about no node. */
  readonly nodeOf: readonly (TraceNode | undefined)[];
  /** The world by whose rules it was built; undefined for a tree of links alone. */
  readonly world: World<unknown> | undefined;
  /** Faults of its links and states, in the order of the text. */
  readonly faults: readonly LinkFault[];
  /** True if the text describes different states in the same words, so that some links cannot be checked. */
  readonly isVague?: boolean;
}

/**
 * Kinds of faults in the links and states of a tree. `state`: not the state after the action. `arithmetic`: the
 * action has another result. `illegal`: the action is not legal in the parent. `impossible`: no state of the world.
 * `unreachable`: no action leads from the parent to it. `start`: not the start of the task. `restated`: a state that is
 * repeated otherwise. `operations`: a list of actions that is repeated otherwise. `goal`: another goal than that of the
 * task. `costs`: g or h repeated otherwise. `mistaken`: both of them, so that another node
 * seems to be meant. `ambiguous`: several parents fit. `orphan`: no parent fits. `unknown`: a
 * reference to a node that was never generated. `reference`: a name that belongs to another node than the state beside
 * it. `parent`: a pointer to another node than the parent. `name`: a name that does not fit the place of the node. `unannounced`: a node that is visited, but was not given
 * a name. `duplicate`: a name that was given before, to other contents. `repeated`: a node that is generated again with
 * the same contents. `finished`: a visit of a node that was closed or given up. `unvisited`: a child of a node that the
 * search has not moved to.
 */
export type FaultKind =
  | 'state'
  | 'arithmetic'
  | 'illegal'
  | 'impossible'
  | 'unreachable'
  | 'start'
  | 'restated'
  | 'operations'
  | 'goal'
  | 'costs'
  | 'mistaken'
  | 'ambiguous'
  | 'orphan'
  | 'unknown'
  | 'reference'
  | 'parent'
  | 'name'
  | 'unannounced'
  | 'duplicate'
  | 'repeated'
  | 'finished'
  | 'unvisited';

/** Faults of links, after which it is not certain where in the tree the search is. */
export const LOST: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'unknown',
  'orphan',
  'parent',
  'reference',
  'duplicate',
  'name',
]);

/** Something that does not fit when a trace becomes a tree. */
export interface LinkFault {
  readonly kind: FaultKind;
  /** Index of its event. */
  readonly event: number;
  /** The words that are wrong. */
  readonly range: Range;
  /** The node that it is about. */
  readonly node: TraceNode | undefined;
  /** Other nodes that explain it: the parents that fit, the node of the same name, the node that the search is at. */
  readonly others: readonly TraceNode[];
  /** The right words, or the reason, as the world writes them. */
  readonly detail?: string;
}
