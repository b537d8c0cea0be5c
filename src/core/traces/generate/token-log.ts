import { readSokoban } from '../../worlds/planning/sokoban-level.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Span, TraceEvent } from '../events.ts';
import { newEvent, newNumber, newSpan, type SearchLog, searchTask, type TaskWords } from './search-log.ts';
import { pathTo, type SearchSpace, type TraceSearchNode } from './search-space.ts';

/** Words of a state in the tokens of Searchformer. */
interface TokenWords {
  /** Returns a state without what Searchformer does not write: boxes on docks. @param text the whole state */
  readonly state: (text: string) => string;
  /** Returns a step of the plan: the cell of the worker. */
  readonly step: (text: string) => string;
}

/** Words of worlds whose states are written as they are. */
const WHOLE: TokenWords = { state: (text) => text, step: (text) => text };

/** Returns the words of the tokens for a world; levels of Sokoban have others. */
function tokenWords(spec: WorldSpec | undefined): TokenWords {
  if (spec?.kind !== 'level' && spec?.kind !== 'named') return WHOLE;
  const [kind = ''] = spec.name.split(' ', 1);
  if (kind !== 'sokoban') return WHOLE;
  const level = readSokoban(spec.kind === 'level' ? spec.text : spec.name.slice(kind.length));
  if (!level.ok) return WHOLE;
  const { width, docks } = level.value;
  const isDocked = (box: string): boolean => {
    const [x = 0, y = 0] = box.split(' ').map(Number);
    return docks[x + y * width] === 1;
  };
  return {
    state: (text) => text.replace(/ box (\d+ \d+)/g, (words, box: string) => (isDocked(box) ? '' : words)),
    step: (text) => /^worker (\d+ \d+)/.exec(text)?.[1] ?? text,
  };
}

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
