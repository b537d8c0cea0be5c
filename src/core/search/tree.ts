import type { Outcome } from '../base/automaton.ts';
import { computePrior, type PriorParameters } from './settings.ts';
import type { NodeMarks, TreeStatus } from './tree-status.ts';
import type { BucketChances, Evaluation } from './world-model.ts';

/** Content of a node, fixed when it is created. */
export interface NodeContent {
  readonly kind: 'state' | 'terminal' | 'hallucination';
  /** State as the model has it; for a hallucination the model's text. */
  readonly state: string;
  /** State by rule, where it differs from the model's; undefined where an action above was illegal. */
  readonly truth: string | undefined;
  readonly outcome: Outcome | undefined;
  /** Reason why it is a hallucination. */
  readonly reason: string | undefined;
  /** v: the highest listed value, or the model's own. */
  readonly value: number;
  readonly actions: readonly string[];
  /** Number of actions, where it is known before their list is created; otherwise the length of the list. */
  readonly size?: number;
  /** Q as the model listed it. */
  readonly listed: readonly number[];
  /** Edge of `%best_action`; -1 when there is none. */
  readonly best: number;
  /** Token probabilities of the listed values, by edge; undefined for values read as written. */
  readonly chances: readonly (BucketChances | undefined)[] | undefined;
  /** Text of the language model. A hallucination has it as its state. */
  readonly text: string | undefined;
  /** Statements of a trace whose nodes have a status; undefined for nodes with values. */
  readonly marks?: NodeMarks | undefined;
}

/** Counts of a node before the search begins. */
export interface NodeCounts {
  /** Visits by edge; empty: none. */
  readonly visits: readonly number[];
  readonly total: readonly number[];
  /** Closed edges. */
  readonly closed: readonly number[];
}

/** Edge of a parent that leads to a node. */
export interface ParentEdge {
  readonly parent: SearchNode;
  readonly edge: number;
}

const zeros = (length: number): number[] => new Array<number>(length).fill(0);

/**
 * Node of a search tree. Values are win probabilities, 0 to 1, for the side to move at the node; arrays have an entry
 * an action, in the order in which the model listed them. Most nodes are never descended through: counts and the prior
 * are created on first use. (Plain arrays: typed ones of this size are allocated outside of the young heap, and took
 * four fifths of the time of a search.)
 */
export class SearchNode {
  /** Number from 0, the root, in the order of creation. */
  readonly id: number;
  readonly parent: SearchNode | undefined;
  /** Edge of the parent that leads here; -1 at the root. */
  readonly edge: number;
  /** Number of edges above it. */
  readonly depth: number;
  readonly content: NodeContent;
  readonly #parameters: PriorParameters | readonly number[];
  /** Number of open edges; undefined: all. The lists of a node that was read are created on first use. */
  #open: number | undefined;
  #prior: number[] | undefined;
  #visits: number[] | undefined;
  #total: number[] | undefined;
  /**
   * Virtual counts by edge; undefined: `#waiting` at `#waitingAt`, and 0 elsewhere. Few nodes have two pending edges,
   * so that most never have a list.
   */
  #virtual: number[] | undefined;
  /** Sum of the counts added by `addVirtual`. */
  #waiting = 0;
  #waitingAt = -1;
  #closed: number[] | undefined;
  #children: (SearchNode | undefined)[] | undefined;
  #givenUp: Set<number> | undefined;
  /** Status at the shown step of a trace; undefined for a node with values. */
  status: TreeStatus | undefined;

  /** @param prior P itself, or the parameters to compute it with */
  constructor(id: number, content: NodeContent, prior: PriorParameters | readonly number[], place?: ParentEdge) {
    this.id = id;
    this.parent = place?.parent;
    this.edge = place?.edge ?? -1;
    this.depth = place === undefined ? 0 : place.parent.depth + 1;
    this.content = content;
    this.status = content.marks?.status;
    this.#parameters = prior;
  }

  /** Number of edges that are not closed. */
  get open(): number {
    return this.#open ?? this.size;
  }

  set open(count: number) {
    this.#open = count;
  }

  get kind(): NodeContent['kind'] {
    return this.content.kind;
  }

  get state(): string {
    return this.content.state;
  }

  get truth(): string | undefined {
    return this.content.truth;
  }

  get outcome(): Outcome | undefined {
    return this.content.outcome;
  }

  get reason(): string | undefined {
    return this.content.reason;
  }

  get value(): number {
    return this.content.value;
  }

  /** Number of edges, closed or not. */
  get size(): number {
    return this.content.size ?? this.content.actions.length;
  }

  get actions(): readonly string[] {
    return this.content.actions;
  }

  get listed(): readonly number[] {
    return this.content.listed;
  }

  get best(): number {
    return this.content.best;
  }

  get chances(): NodeContent['chances'] {
    return this.content.chances;
  }

  get text(): string | undefined {
    return this.content.text;
  }

  /** Statements of a trace about it; undefined for a node with values. */
  get marks(): NodeMarks | undefined {
    return this.content.marks;
  }

  /** Returns true if P is the result of Eq. 1 with these parameters, and no edge is closed. */
  hasPriorOf(parameters: PriorParameters): boolean {
    const own = this.#parameters;
    if (!('k' in own) || this.open < this.size) return false;
    const { k, epsilon, temperature } = parameters;
    return own.k === k && own.epsilon === epsilon && own.temperature === temperature;
  }

  /** P (Eq. 1), renormalized over the edges that are not closed. */
  get prior(): number[] {
    this.#prior ??= 'k' in this.#parameters ? computePrior(this.listed, this.#parameters) : [...this.#parameters];
    return this.#prior;
  }

  /** N. */
  get visits(): number[] {
    this.#visits ??= zeros(this.size);
    return this.#visits;
  }

  /** W: sum of the backed-up values; Q = W / N. */
  get total(): number[] {
    this.#total ??= zeros(this.size);
    return this.#total;
  }

  /** Virtual visits that queued descents have added to N. */
  get virtual(): number[] {
    if (this.#virtual === undefined) {
      this.#virtual = zeros(this.size);
      if (this.#waiting !== 0) this.#virtual[this.#waitingAt] = this.#waiting;
    }
    return this.#virtual;
  }

  /** Returns the virtual counts of an edge. */
  virtualAt(edge: number): number {
    return this.#virtual?.[edge] ?? (edge === this.#waitingAt ? this.#waiting : 0);
  }

  /** True if there are no virtual counts: the usual case with one pending descent at a time. */
  get hasNoVirtual(): boolean {
    return this.#waiting === 0 && this.#virtual === undefined;
  }

  /** Adds to the virtual counts of an edge; subtracts with a negative count. */
  addVirtual(edge: number, count: number): void {
    if (this.#virtual === undefined && this.#waiting !== 0 && edge !== this.#waitingAt) void this.virtual;
    if (this.#virtual !== undefined) this.#virtual[edge]! += count;
    this.#waiting += count;
    this.#waitingAt = edge;
    if (this.#waiting === 0) this.#virtual = undefined;
  }

  /** 1 for an edge that leads to a hallucination: it is never selected again. */
  get closed(): number[] {
    this.#closed ??= zeros(this.size);
    return this.#closed;
  }

  /**
   * Edges whose evaluation failed too often: a search does not select them again, a resumed one does. They are not
   * closed, since nothing is known of them. Undefined: none.
   */
  get givenUp(): ReadonlySet<number> | undefined {
    return this.#givenUp;
  }

  /** Gives an edge up, or reverts that. */
  giveUp(edge: number, isGivenUp = true): void {
    if (isGivenUp) this.#givenUp = (this.#givenUp ?? new Set()).add(edge);
    else if (this.#givenUp?.delete(edge) === true && this.#givenUp.size === 0) this.#givenUp = undefined;
  }

  /** Child nodes by edge. */
  get children(): (SearchNode | undefined)[] {
    this.#children ??= new Array<SearchNode | undefined>(this.size).fill(undefined);
    return this.#children;
  }

  /** True if the node has no children. */
  get isLeaf(): boolean {
    return this.#children === undefined;
  }

  /** True if the node has counts or closed edges. */
  get isCounted(): boolean {
    return this.#visits !== undefined || this.#closed !== undefined;
  }

  /** Resets the counts to the given ones, and P to its initial values. */
  reset({ visits, total, closed }: NodeCounts): void {
    this.#prior = undefined;
    this.#givenUp = undefined;
    this.#visits = visits.length > 0 ? [...visits] : undefined;
    this.#total = total.length > 0 ? [...total] : undefined;
    this.#closed = undefined;
    for (const edge of closed) this.closed[edge] = 1;
    this.#open = closed.length > 0 ? this.size - closed.length : undefined;
  }

  /** Returns the node for another tree, with its backed-up values, without virtual counts and children. */
  copy(id: number, place?: ParentEdge): SearchNode {
    const copy = new SearchNode(id, this.content, this.#prior ?? this.#parameters, place);
    copy.#open = this.#open;
    copy.#visits = this.#visits?.slice();
    copy.#total = this.#total?.slice();
    copy.#closed = this.#closed?.slice();
    return copy;
  }
}

/** Returns an evaluation as the content of a node. */
export function makeNodeContent(
  evaluation: Exclude<Evaluation, { readonly kind: 'fault' }>,
  truth: string | undefined,
): NodeContent {
  if (evaluation.kind !== 'state') {
    const isOver = evaluation.kind === 'terminal';
    return {
      kind: evaluation.kind,
      state: isOver ? evaluation.state : evaluation.text,
      truth,
      outcome: isOver ? evaluation.outcome : undefined,
      reason: isOver ? undefined : evaluation.reason,
      value: isOver ? evaluation.value : 0,
      actions: [],
      listed: [],
      best: -1,
      chances: undefined,
      text: isOver ? evaluation.text : undefined,
    };
  }
  const { actions: given, best, state, value, text } = evaluation;
  // Allocated with their length: growing lists reserve memory, which a tree would keep.
  const actions = new Array<string>(given.length);
  const listed = new Array<number>(given.length);
  let highest = 0;
  let hasChances = false;
  for (let i = 0; i < given.length; i++) {
    const one = given[i]!;
    actions[i] = one.action;
    listed[i] = one.value;
    if (one.value > highest) highest = one.value;
    hasChances ||= one.chances !== undefined;
  }
  return {
    kind: 'state',
    state,
    truth,
    outcome: undefined,
    reason: undefined,
    value: value ?? highest,
    actions,
    listed,
    best: best === undefined ? -1 : actions.indexOf(best),
    chances: hasChances ? given.map(({ chances }) => chances) : undefined,
    text,
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
  for (let i = 0; i < prior.length; i++) if (closed[i] === 0) sum += prior[i]!;
  if (sum > 0) for (let i = 0; i < prior.length; i++) prior[i]! /= sum;
}

/** Opens an edge again, with the priors of its node from before it was closed. */
export function reopenEdge(node: SearchNode, edge: number, prior: readonly number[]): void {
  if (node.closed[edge] === 0) return;
  node.closed[edge] = 0;
  node.open++;
  for (let i = 0; i < prior.length; i++) node.prior[i] = prior[i]!;
}
