import type { TraceEvent } from '../events.ts';
import { eventOf, numberOf, referenceOf, type SearchLog, spanOf, type TaskWords, taskOf } from './search-log.ts';
import { pathTo, type SearchNode, type SearchSpace } from './search-space.ts';

/**
 * Log for dialects that name their nodes: the root is 0, others are numbered as they come, and each names its parent.
 * Costs are stated by A* alone, estimates by every search that has a heuristic.
 */
export class NamedLog<State> implements SearchLog<State> {
  readonly events: TraceEvent[] = [];
  readonly #space: SearchSpace<State>;
  readonly #task: TaskWords;
  /** The node that the text is at. */
  #current: SearchNode<State> | undefined;
  #count = 0;

  constructor(space: SearchSpace<State>, task: TaskWords) {
    this.#space = space;
    this.#task = task;
  }

  begin(root: SearchNode<State>): void {
    this.events.push(taskOf(this.#space, root, this.#task));
    this.generate(root);
  }

  generate(node: SearchNode<State>): void {
    node.id = String(this.#count++);
    const { parent, action } = node;
    this.events.push(
      eventOf('generate', {
        id: spanOf(node.id),
        ...(parent && { parent: referenceOf(parent.id) }),
        ...(action !== undefined && { action: spanOf(action) }),
        state: spanOf(this.#space.text(node.state)),
        ...this.#numbers(node),
      }),
    );
  }

  #numbers({ cost, estimate }: SearchNode<State>) {
    return {
      ...(this.#task.algorithm === 'astar' && { cost: numberOf(cost) }),
      ...(this.#space.heuristic && { heuristic: numberOf(estimate) }),
    };
  }

  visit(node: SearchNode<State>): void {
    // A* says by its closes where it is.
    if (this.#task.algorithm === 'astar') return;
    this.#current = node;
    this.events.push(eventOf('visit', { node: referenceOf(node.id) }));
  }

  backtrack(node: SearchNode<State>): void {
    if (this.#current !== node) this.visit(node);
  }

  close(node: SearchNode<State>): void {
    const numbers = this.#task.algorithm === 'astar' ? this.#numbers(node) : {};
    this.events.push(eventOf('close', { node: referenceOf(node.id), ...numbers }));
  }

  prune(node: SearchNode<State>, reason: string): void {
    this.events.push(eventOf('abandon', { node: referenceOf(node.id), reason: spanOf(reason) }));
  }

  reach(node: SearchNode<State>): void {
    this.events.push(eventOf('claim', { claim: 'goal', node: referenceOf(node.id) }));
  }

  fail(node: SearchNode<State>): void {
    if (this.#task.algorithm === 'dfs') this.visit(node);
    this.events.push(eventOf('claim', { claim: 'no-goal', node: referenceOf(node.id) }));
  }

  exhaust(isProved: boolean): void {
    if (isProved) this.events.push(eventOf('claim', { claim: 'unsolvable' }));
    else this.events.push(eventOf('note', { text: spanOf('no solution found within the bounds of the search') }));
  }

  plan(node: SearchNode<State>): void {
    const actions = pathTo(node).flatMap(({ action }) => (action === undefined ? [] : [spanOf(action)]));
    this.events.push(eventOf('choose', { actions }));
  }

  value(node: SearchNode<State>, value: number): void {
    this.events.push(eventOf('claim', { claim: 'value', node: referenceOf(node.id), value: numberOf(value) }));
  }

  best(node: SearchNode<State>, action: string, value: number): void {
    const fields = { node: referenceOf(node.id), action: spanOf(action), value: numberOf(value) };
    this.events.push(eventOf('claim', { claim: 'best', ...fields }));
  }

  choose(action: string): void {
    this.events.push(eventOf('choose', { actions: [spanOf(action)] }));
  }
}
