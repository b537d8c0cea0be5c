import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Algorithm, NumberSpan, Span, TaskEvent, TraceEvent } from '../events.ts';
import type { SearchNode, SearchSpace } from './search-space.ts';

/** What a search tells of itself, step by step. A log turns it into the events of a dialect. */
export interface SearchLog<State> {
  readonly events: readonly TraceEvent[];
  /** The root comes into the tree, before all else. */
  begin(root: SearchNode<State>): void;
  generate(node: SearchNode<State>): void;
  /** The search turns to a node for the first time. */
  visit(node: SearchNode<State>): void;
  /** The search turns back to a node. */
  backtrack(node: SearchNode<State>): void;
  close(node: SearchNode<State>): void;
  prune(node: SearchNode<State>, reason: string): void;
  /** The node is the goal. */
  reach(node: SearchNode<State>): void;
  /** The node is not the goal, and nothing follows it. */
  fail(node: SearchNode<State>): void;
  /** Nothing is left. @param isProved true if the search left out nothing */
  exhaust(isProved: boolean): void;
  plan(node: SearchNode<State>): void;
  value(node: SearchNode<State>, value: number): void;
  best(node: SearchNode<State>, action: string, value: number): void;
  choose(action: string): void;
}

/** What the task of a trace states beside its start and goal. */
export interface TaskWords {
  /** Undefined for a world that no trace names: a program. */
  readonly spec: WorldSpec | undefined;
  readonly algorithm: Algorithm;
  readonly breadth: number | undefined;
  readonly depth: number | undefined;
}

/** The range of words that no text has yet. */
const NOWHERE = { start: 0, end: 0 };

/** Returns a word of an event that is to be written. */
export const spanOf = (text: string): Span => ({ text, range: NOWHERE });

/** Returns a number of an event that is to be written, with at most six decimals. */
export const numberOf = (value: number): NumberSpan => ({
  value: Number.isInteger(value) ? value : Number(value.toFixed(6)),
  range: NOWHERE,
});

/** Returns an event that is to be written. */
export const eventOf = <Kind extends TraceEvent['kind']>(
  kind: Kind,
  fields: Omit<Extract<TraceEvent, { kind: Kind }>, 'kind' | 'range'>,
): TraceEvent => ({ kind, range: NOWHERE, ...fields }) as unknown as TraceEvent;

/** Returns a reference to a node by its name. */
export const referenceOf = (id: string) => ({ range: NOWHERE, id });

/** Returns the task of a search. */
export function taskOf<State>(
  space: SearchSpace<State>,
  root: SearchNode<State>,
  { spec, algorithm, breadth, depth }: TaskWords,
): TaskEvent {
  const { world, heuristic } = space;
  return {
    kind: 'task',
    range: NOWHERE,
    world: spec,
    start: spanOf(space.text(root.state)),
    ...(world.goal && { goal: spanOf(world.goal.title) }),
    algorithm,
    ...(breadth !== undefined && { breadth: numberOf(breadth) }),
    ...(depth !== undefined && { depth: numberOf(depth) }),
    ...(heuristic && { heuristic: heuristic.name }),
  };
}
