import { SINK } from '../../base/automaton.ts';
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
