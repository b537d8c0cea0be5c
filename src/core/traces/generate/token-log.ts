import type { TraceEvent } from '../events.ts';
import { eventOf, numberOf, type SearchLog, spanOf, type TaskWords, taskOf } from './search-log.ts';
import { pathTo, type SearchNode, type SearchSpace } from './search-space.ts';

/**
 * Log for the A* tokens of Searchformer: nodes are their states, with g and h; the plan is the cells that it passes.
 */
export class TokenLog<State> implements SearchLog<State> {
  readonly events: TraceEvent[] = [];
  readonly #space: SearchSpace<State>;
  readonly #task: TaskWords;

  constructor(space: SearchSpace<State>, task: TaskWords) {
    this.#space = space;
    this.#task = task;
  }

  begin(root: SearchNode<State>): void {
    this.events.push(taskOf(this.#space, root, this.#task));
    this.generate(root);
  }

  generate(node: SearchNode<State>): void {
    this.events.push(eventOf('generate', { state: spanOf(this.#space.text(node.state)), ...numbersOf(node) }));
  }

  visit(): void {}

  backtrack(): void {}

  close(node: SearchNode<State>): void {
    const state = spanOf(this.#space.text(node.state));
    this.events.push(eventOf('close', { node: { range: state.range, state }, ...numbersOf(node) }));
  }

  prune(): void {}

  reach(): void {}

  fail(): void {}

  exhaust(): void {}

  plan(node: SearchNode<State>): void {
    const states = pathTo(node).map(({ state }) => spanOf(this.#space.text(state)));
    this.events.push(eventOf('choose', { states }));
  }

  value(): void {}

  best(): void {}

  choose(): void {}
}

const numbersOf = <State>({ cost, estimate }: SearchNode<State>) => ({
  cost: numberOf(cost),
  heuristic: numberOf(estimate),
});
