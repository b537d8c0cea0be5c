import type { Span, TraceEvent } from '../events.ts';
import { newEvent, newNumber, newSpan, type SearchLog, searchTask, type TaskWords } from './search-log.ts';
import { pathTo, type SearchSpace, type TraceSearchNode } from './search-space.ts';
import { type TokenWords, tokenWords } from './sokoban-tokens.ts';

/**
 * Log for the A* tokens of Searchformer: nodes are their states, with g and h; the plan is the cells that it passes.
 */
export class TokenLog<State> implements SearchLog<State> {
  readonly events: TraceEvent[] = [];
  readonly #space: SearchSpace<State>;
  readonly #task: TaskWords;
  readonly #words: TokenWords;

  constructor(space: SearchSpace<State>, task: TaskWords) {
    this.#space = space;
    this.#task = task;
    this.#words = tokenWords(task.spec);
  }

  begin(root: TraceSearchNode<State>): void {
    this.events.push(searchTask(this.#space, root, this.#task));
    this.generate(root);
  }

  generate(node: TraceSearchNode<State>): void {
    this.events.push(newEvent('generate', { state: this.#state(node), ...numbersOf(node) }));
  }

  #state({ state }: TraceSearchNode<State>): Span {
    return newSpan(this.#words.state(this.#space.text(state)));
  }

  visit(): void {}

  backtrack(): void {}

  close(node: TraceSearchNode<State>): void {
    const state = this.#state(node);
    this.events.push(newEvent('close', { node: { range: state.range, state }, ...numbersOf(node) }));
  }

  prune(): void {}

  reach(): void {}

  fail(): void {}

  exhaust(): void {}

  plan(node: TraceSearchNode<State>): void {
    const states = pathTo(node).map(({ state }) => newSpan(this.#words.step(this.#space.text(state))));
    this.events.push(newEvent('choose', { states }));
  }

  value(): void {}

  best(): void {}

  choose(): void {}
}

const numbersOf = <State>({ cost, estimate }: TraceSearchNode<State>) => ({
  cost: newNumber(cost),
  heuristic: newNumber(estimate),
});
