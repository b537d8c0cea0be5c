import { SINK } from '../base/automaton.ts';
import { type Cancellation, NEVER } from '../base/cancellation.ts';
import type { Goal, World } from './world.ts';

/** Result of a search for a shortest plan. `states` is the number of different states that it has seen. */
export type Solution =
  | { readonly kind: 'solved'; readonly actions: readonly string[]; readonly cost: number; readonly states: number }
  /** No state that can be reached is a goal: all have been seen. */
  | { readonly kind: 'unsolvable'; readonly states: number }
  /** More states than the budget allows; nothing is known. */
  | { readonly kind: 'budget'; readonly states: number }
  | { readonly kind: 'cancelled'; readonly states: number };

/** The part of a world that a search for plans uses. */
export type PlanningWorld<State> = Pick<World<State>, 'automaton' | 'heuristics'> & { readonly goal: Goal<State> };

/** Limits of a search for a plan. */
export interface SolverOptions {
  /** Maximum number of different states. Default: 200,000. */
  readonly budget?: number;
  readonly cancellation?: Cancellation;
}

const DEFAULT_BUDGET = 200_000;
/** Number of states between two looks at the cancellation. */
const LOOK = 256;

/**
 * Returns a plan of the least cost from a state to the goal of a world; none is needed in a goal. The search is A* with
 * the first admissible heuristic of the world, uniform-cost search if only the goal has costs, otherwise breadth-first.
 * The same input gives the same plan.
 */
export function solve<State>(
  world: PlanningWorld<State>,
  from: State,
  { budget = DEFAULT_BUDGET, cancellation = NEVER }: SolverOptions = {},
): Solution {
  const heuristic = world.heuristics?.find(({ isAdmissible }) => isAdmissible === true);
  const estimate = heuristic && ((state: State) => heuristic.estimate(state));
  const isBreadthFirst = estimate === undefined && world.goal.cost === undefined;
  const front = isBreadthFirst ? new Queue() : new Heap();
  return search(world, from, { front, isBreadthFirst, estimate: estimate ?? (() => 0), budget, cancellation });
}

/** States that are to be expanded, by their numbers. */
interface Front {
  /** @param f cost of the way so far and estimate of the rest, @param g cost of the way so far */
  push(node: number, f: number, g: number): void;
  /** Removes the next state; undefined if none is left. */
  pop(): number | undefined;
}

/** First in, first out. */
class Queue implements Front {
  readonly #nodes: number[] = [];
  #next = 0;

  push(node: number): void {
    this.#nodes.push(node);
  }

  pop(): number | undefined {
    return this.#nodes[this.#next++];
  }
}

/** The least f first; of equal ones the greatest g, then the first that came. */
class Heap implements Front {
  readonly #nodes: number[] = [];
  readonly #f: number[] = [];
  readonly #g: number[] = [];
  readonly #heap: number[] = [];

  push(node: number, f: number, g: number): void {
    const entry = this.#nodes.push(node) - 1;
    this.#f.push(f);
    this.#g.push(g);
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(entry, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = entry;
  }

  pop(): number | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined) return undefined;
    if (heap.length > 0) this.#sink(last);
    return this.#nodes[first];
  }

  #sink(entry: number): void {
    const heap = this.#heap;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && this.#isBefore(heap[below + 1], heap[below])) below++;
      if (!this.#isBefore(heap[below], entry)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = entry;
  }

  #isBefore(a: number, b: number): boolean {
    if (this.#f[a] !== this.#f[b]) return this.#f[a] < this.#f[b];
    return this.#g[a] === this.#g[b] ? a < b : this.#g[a] > this.#g[b];
  }
}

interface Search<State> {
  readonly front: Front;
  /** True if no later state is nearer than an earlier one, so that the first goal that is seen is the nearest. */
  readonly isBreadthFirst: boolean;
  readonly estimate: (state: State) => number;
  readonly budget: number;
  readonly cancellation: Cancellation;
}

/** Searches by cost with any front; states whose cost falls after they were expanded are expanded again. */
function search<State>(
  { automaton, goal }: PlanningWorld<State>,
  from: State,
  { front, isBreadthFirst, estimate, budget, cancellation }: Search<State>,
): Solution {
  const keyOf = (state: State): string =>
    goal.key === undefined ? automaton.key(state) : `${automaton.key(state)}\n${goal.key(state)}`;
  const numbers = new Map<string, number>([[keyOf(from), 0]]);
  const states: State[] = [from];
  const costs: number[] = [0];
  const parents: number[] = [-1];
  const actions: string[] = [''];
  const solved = (node: number): Solution => {
    const plan: string[] = [];
    for (let at = node; parents[at] >= 0; at = parents[at]) plan.push(actions[at]);
    return { kind: 'solved', actions: plan.reverse(), cost: costs[node], states: states.length };
  };
  /** Cost at which a state was expanded last: entries of the front at a higher one are outdated. */
  const expanded: number[] = [Number.POSITIVE_INFINITY];
  if (estimate(from) < Number.POSITIVE_INFINITY) front.push(0, estimate(from), 0);
  let looks = 0;
  for (let node = front.pop(); node !== undefined; node = front.pop()) {
    const state = states[node];
    const cost = costs[node];
    if (expanded[node] <= cost) continue;
    if (goal.reached(state)) return solved(node);
    if (looks++ % LOOK === 0 && cancellation.cancelled) return { kind: 'cancelled', states: states.length };
    expanded[node] = cost;
    for (const action of automaton.legal(state)) {
      const next = automaton.step(state, action);
      if (next === SINK) continue;
      const reached = cost + (goal.cost?.(state, action) ?? 1);
      const key = keyOf(next);
      let known = numbers.get(key);
      if (known === undefined) {
        if (states.length >= budget) return { kind: 'budget', states: states.length };
        known = states.push(next) - 1;
        numbers.set(key, known);
        expanded.push(Number.POSITIVE_INFINITY);
        costs.push(Number.POSITIVE_INFINITY);
      }
      if (reached >= costs[known]) continue;
      costs[known] = reached;
      parents[known] = node;
      actions[known] = action;
      if (isBreadthFirst && goal.reached(next)) return solved(known);
      const rest = estimate(next);
      if (rest < Number.POSITIVE_INFINITY) front.push(known, reached + rest, reached);
    }
  }
  return { kind: 'unsolvable', states: states.length };
}
