import type { World } from '../worlds/world.ts';
import type { NumberSpan, ReadTrace, Span, TaskEvent } from './events.ts';
import type { LinkFault } from './tree/link-faults.ts';

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
  /** What did not fit, in the order of the text. */
  readonly faults: readonly LinkFault[];
  /** True if the text describes different states in the same words, so that some links cannot be checked. */
  readonly isVague?: boolean;
}
