import type { TraceEvent } from '../events.ts';
import {
  newEvent,
  newNumber,
  newReference,
  newSpan,
  type SearchLog,
  searchTask,
  type TaskWords,
} from './search-log.ts';
import { pathTo, type SearchSpace, type TraceSearchNode } from './search-space.ts';

/**
 * Log for dialects that name their nodes: the root is 0, others are numbered as they come, and each names its parent.
 * Costs are stated by A* alone, estimates by every search that has a heuristic.
 */
export class NamedLog<State> implements SearchLog<State> {
  readonly events: TraceEvent[] = [];
  readonly #space: SearchSpace<State>;
  readonly #task: TaskWords;
  /** The node that the text is at. */
  #current: TraceSearchNode<State> | undefined;
  #count = 0;

  constructor(space: SearchSpace<State>, task: TaskWords) {
    this.#space = space;
    this.#task = task;
  }

  begin(root: TraceSearchNode<State>): void {
    this.events.push(searchTask(this.#space, root, this.#task));
    this.generate(root);
  }

  generate(node: TraceSearchNode<State>): void {
    node.id = String(this.#count++);
    const { parent, action } = node;
    this.events.push(
      newEvent('generate', {
        id: newSpan(node.id),
        ...(parent && { parent: newReference(parent.id) }),
        ...(action !== undefined && { action: newSpan(action) }),
        state: newSpan(this.#space.text(node.state)),
        ...this.#numbers(node),
      }),
    );
  }

  #numbers({ cost, estimate }: TraceSearchNode<State>) {
    return {
      ...(this.#task.algorithm === 'astar' && { cost: newNumber(cost) }),
      ...(this.#space.heuristic && { heuristic: newNumber(estimate) }),
    };
  }

  visit(node: TraceSearchNode<State>): void {
    // A* says by its closes where it is.
    if (this.#task.algorithm === 'astar') return;
    this.#current = node;
    this.events.push(newEvent('visit', { node: newReference(node.id) }));
  }

  backtrack(node: TraceSearchNode<State>): void {
    if (this.#current !== node) this.visit(node);
  }

  close(node: TraceSearchNode<State>): void {
    const numbers = this.#task.algorithm === 'astar' ? this.#numbers(node) : {};
    this.events.push(newEvent('close', { node: newReference(node.id), ...numbers }));
  }

  prune(node: TraceSearchNode<State>, reason: string): void {
    this.events.push(newEvent('abandon', { node: newReference(node.id), reason: newSpan(reason) }));
  }

  reach(node: TraceSearchNode<State>): void {
    this.events.push(newEvent('claim', { claim: 'goal', node: newReference(node.id) }));
  }

  fail(node: TraceSearchNode<State>): void {
    if (this.#task.algorithm === 'dfs') this.visit(node);
    this.events.push(newEvent('claim', { claim: 'no-goal', node: newReference(node.id) }));
  }

  exhaust(isProved: boolean): void {
    if (isProved) this.events.push(newEvent('claim', { claim: 'unsolvable' }));
    else this.events.push(newEvent('note', { text: newSpan('no solution found within the bounds of the search') }));
  }

  plan(node: TraceSearchNode<State>): void {
    const actions = pathTo(node).flatMap(({ action }) => (action === undefined ? [] : [newSpan(action)]));
    this.events.push(newEvent('choose', { actions }));
  }

  value(node: TraceSearchNode<State>, value: number): void {
    this.events.push(newEvent('claim', { claim: 'value', node: newReference(node.id), value: newNumber(value) }));
  }

  best(node: TraceSearchNode<State>, action: string, value: number): void {
    const fields = { node: newReference(node.id), action: newSpan(action), value: newNumber(value) };
    this.events.push(newEvent('claim', { claim: 'best', ...fields }));
  }

  choose(action: string): void {
    this.events.push(newEvent('choose', { actions: [newSpan(action)] }));
  }
}
