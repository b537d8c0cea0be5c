import type { Range } from '../../base/text/range.ts';
import type { TraceNode } from '../tree.ts';

/**
 * Kinds of what does not fit when a trace becomes a tree. `state`: not the state after the action. `arithmetic`: the
 * action has another result. `illegal`: the action is not legal in the parent. `impossible`: no state of the world.
 * `unreachable`: no action leads from the parent to it. `start`: not the start of the task. `restated`: a state that is
 * repeated otherwise. `operations`: a list of actions that is repeated otherwise. `goal`: another goal than that of the
 * task. `costs`: g or h repeated otherwise. `ambiguous`: several parents fit. `orphan`: no parent fits. `unknown`: a
 * reference to a node that was never generated. `reference`: a name that belongs to another node than the state beside
 * it. `name`: a name that does not fit the place of the node. `unannounced`: a node that is visited, but was not given
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
  | 'ambiguous'
  | 'orphan'
  | 'unknown'
  | 'reference'
  | 'name'
  | 'unannounced'
  | 'duplicate'
  | 'repeated'
  | 'finished'
  | 'unvisited';

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
  /** What would be right, or the reason, as the world writes it. */
  readonly detail?: string;
}
