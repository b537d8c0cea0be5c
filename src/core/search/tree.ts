import type { Outcome } from '../automaton.ts';
import { priorOf } from './prior.ts';
import type { Evaluation } from './world-model.ts';

/**
 * A node of a search tree. Values are win probabilities, 0 to 1, for the side to move at the node; arrays have an entry an
 * action, in the order in which the model listed them.
 */
export interface SearchNode {
  /** Numbered from 0, the root, in the order in which they were made. */
  readonly id: number;
  readonly parent: SearchNode | undefined;
  /** Which edge of the parent leads here; -1 at the root. */
  readonly edge: number;
  /** Edges above it. */
  readonly depth: number;
  /** The state as the model has it; for a hallucination what the model said. */
  readonly state: string;
  /** The state by rule, where it is not the model's own; undefined where an action above was illegal. */
  readonly truth: string | undefined;
  readonly kind: 'state' | 'terminal' | 'hallucination';
  readonly outcome: Outcome | undefined;
  /** Why it is a hallucination. */
  readonly reason: string | undefined;
  /** v: the highest listed value, or what the model gave. */
  readonly value: number;
  readonly actions: readonly string[];
  /** Q as the model listed it. */
  readonly listed: Float64Array;
  /** P (Eq. 1); renormalised over the edges that are not closed. */
  readonly prior: Float64Array;
  /** N. */
  readonly visits: Int32Array;
  /** W: sum of the values that were backed up; Q = W / N. */
  readonly total: Float64Array;
  /** What queued descents added to N for the time being. */
  readonly virtual: Int32Array;
  /** 1 for an edge that leads to a hallucination: it is never taken again. */
  readonly closed: Uint8Array;
  /** Edges that are not closed. */
  open: number;
  /** The edge of `%best_action`; -1 when there is none. */
  readonly best: number;
  readonly children: (SearchNode | undefined)[];
}

/** The parameters of Eq. 1 at a depth. */
export interface PriorParameters {
  readonly k: number;
  readonly epsilon: number;
  readonly temperature: number;
}

/** Where a new node hangs. */
export interface Place {
  readonly parent: SearchNode;
  readonly edge: number;
  readonly truth: string | undefined;
}

const NO_NUMBERS = new Float64Array(0);
const NO_COUNTS = new Int32Array(0);
const NO_FLAGS = new Uint8Array(0);

/** A node from what a model said. The prior is computed once, from the listed values. */
export function makeNode(
  id: number,
  evaluation: Exclude<Evaluation, { readonly kind: 'fault' }>,
  prior: PriorParameters,
  place?: Place,
): SearchNode {
  const where = {
    id,
    parent: place?.parent,
    edge: place?.edge ?? -1,
    depth: place === undefined ? 0 : place.parent.depth + 1,
    truth: place?.truth,
  };
  if (evaluation.kind !== 'state') {
    const isOver = evaluation.kind === 'terminal';
    return {
      ...where,
      kind: evaluation.kind,
      state: isOver ? evaluation.state : evaluation.text,
      outcome: isOver ? evaluation.outcome : undefined,
      reason: isOver ? undefined : evaluation.reason,
      value: isOver ? evaluation.value : 0,
      actions: [],
      listed: NO_NUMBERS,
      prior: NO_NUMBERS,
      visits: NO_COUNTS,
      total: NO_NUMBERS,
      virtual: NO_COUNTS,
      closed: NO_FLAGS,
      open: 0,
      best: -1,
      children: [],
    };
  }
  const { actions, best, state, value } = evaluation;
  const count = actions.length;
  const names: string[] = new Array(count);
  const listed = new Float64Array(count);
  let highest = 0;
  for (let i = 0; i < count; i++) {
    names[i] = actions[i].action;
    listed[i] = actions[i].value;
    if (listed[i] > highest) highest = listed[i];
  }
  return {
    ...where,
    kind: 'state',
    state,
    outcome: undefined,
    reason: undefined,
    value: value ?? highest,
    actions: names,
    listed,
    prior: priorOf(listed, prior),
    visits: new Int32Array(count),
    total: new Float64Array(count),
    virtual: new Int32Array(count),
    closed: new Uint8Array(count),
    open: count,
    best: best === undefined ? -1 : names.indexOf(best),
    children: new Array(count),
  };
}

/** Closes an edge for good; the priors of the others sum to 1 again. */
export function closeEdge(node: SearchNode, edge: number): void {
  if (node.closed[edge] === 1) return;
  node.closed[edge] = 1;
  node.open--;
  const { prior, closed } = node;
  prior[edge] = 0;
  let sum = 0;
  for (let i = 0; i < prior.length; i++) if (closed[i] === 0) sum += prior[i];
  if (sum > 0) for (let i = 0; i < prior.length; i++) prior[i] /= sum;
}

/** Q of an edge: the mean of what was backed up; what the model listed before that. */
export const edgeValue = ({ visits, total, listed }: SearchNode, edge: number): number =>
  visits[edge] > 0 ? total[edge] / visits[edge] : listed[edge];

/** The value of a node by its best reply that is known. */
export function minimaxValue(node: SearchNode): number {
  if (node.open === 0) return node.value;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < node.actions.length; i++)
    if (node.closed[i] === 0) highest = Math.max(highest, edgeValue(node, i));
  return highest;
}

/**
 * Counts a visit of each edge of a way, and gives the value of its leaf up: crossing an edge turns v into 1 - v. `mean` adds it up
 * (AlphaZero, OpenSpiel), `minimax` sets each edge to the best reply that is known below it.
 *
 * @param value for the side to move at the leaf
 */
export function backUp(
  nodes: readonly SearchNode[],
  edges: readonly number[],
  value: number,
  backup: 'mean' | 'minimax',
): void {
  let below = value;
  for (let i = edges.length - 1; i >= 0; i--) {
    const node = nodes[i];
    const edge = edges[i];
    const own = 1 - below;
    node.visits[edge]++;
    if (backup === 'mean') {
      node.total[edge] += own;
      below = own;
    } else {
      node.total[edge] = node.visits[edge] * own;
      below = minimaxValue(node);
    }
  }
}

/** Visits of a node by way of its edges. */
export function visitsBelow({ visits }: SearchNode): number {
  let sum = 0;
  for (const count of visits) sum += count;
  return sum;
}
