import { SINK } from '../../base/automaton.ts';
import type { CountdownState } from '../../worlds/planning/countdown.ts';
import type { Heuristic, World } from '../../worlds/world.ts';

/** An action that is legal in a state, and the state after it. */
export interface Successor<State> {
  readonly action: string;
  readonly state: State;
}

/** A world as a search sees it. */
export interface SearchSpace<State> {
  readonly world: World<State>;
  /** Heuristic by which children are ordered and cut; undefined for none. */
  readonly heuristic: Heuristic<State> | undefined;
  /** Returns the successors of a state, in the order in which a search tries them. */
  expand(state: State): readonly Successor<State>[];
  /** Returns true for a state without actions. */
  isTerminal(state: State): boolean;
  isGoal(state: State): boolean;
  /** Returns a text that is equal for states from which the search has the same to do. */
  key(state: State): string;
  /** Returns the state as traces write it. */
  text(state: State): string;
  /** Returns the estimate of the heuristic; 0 without one. */
  estimate(state: State): number;
  /** Returns the cost of an action. */
  cost(state: State, action: string): number;
}

/** A node of a search. */
export interface TraceSearchNode<State> {
  /** Name of the node in the trace; the search sets it when the node is generated. */
  id: string;
  readonly parent: TraceSearchNode<State> | undefined;
  /** Undefined for the root. */
  readonly action: string | undefined;
  readonly state: State;
  readonly depth: number;
  /** g: cost of the path from the root. */
  readonly cost: number;
  /** h: estimate of the rest. */
  readonly estimate: number;
}

/** Returns the space of a world under its own names and order of actions. */
export function worldSpace<State>(world: World<State>, heuristic: Heuristic<State> | undefined): SearchSpace<State> {
  const { automaton, goal } = world;
  return {
    world,
    heuristic,
    expand: (state) =>
      automaton.legal(state).flatMap((action) => {
        const next = automaton.step(state, action);
        return next === SINK ? [] : [{ action, state: next }];
      }),
    isTerminal: (state) => automaton.legal(state).length === 0,
    isGoal: (state) => goal?.reached(state) === true,
    key: (state) => {
      const own = goal?.key?.(state);
      return own === undefined ? automaton.key(state) : `${automaton.key(state)}\n${own}`;
    },
    text: (state) => automaton.print(state),
    estimate: (state) => heuristic?.estimate(state) ?? 0,
    cost: (state, action) => goal?.cost?.(state, action) ?? 1,
  };
}

/** Returns the root of a search. */
export function rootNode<State>(space: SearchSpace<State>, state: State): TraceSearchNode<State> {
  return { id: '0', parent: undefined, action: undefined, state, depth: 0, cost: 0, estimate: space.estimate(state) };
}

/**
 * Returns the children of a node in the order of the space. States from which no way leads to the goal by the heuristic
 * (an infinite estimate) are left out.
 */
export function expandNode<State>(space: SearchSpace<State>, parent: TraceSearchNode<State>): TraceSearchNode<State>[] {
  const children: TraceSearchNode<State>[] = [];
  for (const { action, state } of space.expand(parent.state)) {
    const estimate = space.estimate(state);
    if (estimate === Number.POSITIVE_INFINITY) continue;
    const cost = parent.cost + space.cost(parent.state, action);
    children.push({ id: '', parent, action, state, depth: parent.depth + 1, cost, estimate });
  }
  return children;
}

/** Returns the nodes from the root to a node. */
export function pathTo<State>(node: TraceSearchNode<State>): TraceSearchNode<State>[] {
  const path: TraceSearchNode<State>[] = [];
  for (let at: TraceSearchNode<State> | undefined = node; at !== undefined; at = at.parent) path.push(at);
  return path.reverse();
}

/** Adds the operations on two numbers in the order and the spelling of the generator: operands of sums stay in place. */
function addOperations(
  rest: readonly number[],
  a: number,
  b: number,
  target: number,
  found: Successor<CountdownState>[],
) {
  const add = (action: string, result: number): void => {
    found.push({ action, state: { target, numbers: [...rest, result] } });
  };
  add(`${a}+${b}=${a + b}`, a + b);
  add(`${a}*${b}=${a * b}`, a * b);
  const [high, low] = a <= b ? [b, a] : [a, b];
  add(`${high}-${low}=${high - low}`, high - low);
  if (low !== 0 && high % low === 0) add(`${high}/${low}=${high / low}`, high / low);
}

/** Returns the states after each operation on two of the numbers, pair by pair of their places, as the generator does. */
function operations({ numbers, target }: CountdownState): Successor<CountdownState>[] {
  const found: Successor<CountdownState>[] = [];
  for (let i = 0; i < numbers.length; i++)
    for (let j = i + 1; j < numbers.length; j++) {
      const rest: number[] = [];
      for (let k = 0; k < numbers.length; k++) if (k !== i && k !== j) rest.push(numbers[k] ?? 0);
      addOperations(rest, numbers[i] ?? 0, numbers[j] ?? 0, target, found);
    }
  return found;
}

/**
 * Returns the space of a task of Countdown as the generator of Stream of Search (Gandhi et al. 2024) searches it: pairs
 * of equal numbers are all tried, `8+13=21` keeps the order of the numbers.
 *
 * @param isListed true to write states as `17:[39, 3, 8]`, as the generator does
 */
export function countdownSpace(
  world: World<CountdownState>,
  heuristic: Heuristic<CountdownState> | undefined,
  isListed: boolean,
): SearchSpace<CountdownState> {
  return {
    ...worldSpace(world, heuristic),
    expand: operations,
    isTerminal: ({ numbers }) => numbers.length === 1,
    isGoal: ({ numbers, target }) => numbers.length === 1 && numbers[0] === target,
    cost: () => 1,
    ...(isListed && { text: ({ numbers, target }: CountdownState) => `${target}:[${numbers.join(', ')}]` }),
  };
}

/** Returns true if the numbers can give the target. */
export function isSolvableCountdown(numbers: readonly number[], target: number): boolean {
  if (numbers.length === 1) return numbers[0] === target;
  for (const { state } of operations({ numbers, target })) if (isSolvableCountdown(state.numbers, target)) return true;
  return false;
}
