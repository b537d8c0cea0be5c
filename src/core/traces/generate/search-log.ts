import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Algorithm, NumberSpan, Span, TaskEvent, TraceEvent } from '../events.ts';
import type { SearchSpace, TraceSearchNode } from './search-space.ts';

/** Steps of a search, as they happen. A log turns it into the events of a dialect. */
export interface SearchLog<State> {
  readonly events: readonly TraceEvent[];
  /** The root comes into the tree, before all else. */
  begin(root: TraceSearchNode<State>): void;
  generate(node: TraceSearchNode<State>): void;
  /** The search turns to a node for the first time. */
  visit(node: TraceSearchNode<State>): void;
  /** The search turns back to a node. */
  backtrack(node: TraceSearchNode<State>): void;
  close(node: TraceSearchNode<State>): void;
  prune(node: TraceSearchNode<State>, reason: string): void;
  /** The node is the goal. */
  reach(node: TraceSearchNode<State>): void;
  /** The node is not the goal, and nothing follows it. */
  fail(node: TraceSearchNode<State>): void;
  /** Nothing is left. @param isProved true if the search left out nothing */
  exhaust(isProved: boolean): void;
  plan(node: TraceSearchNode<State>): void;
  value(node: TraceSearchNode<State>, value: number): void;
  best(node: TraceSearchNode<State>, action: string, value: number): void;
  choose(action: string): void;
}

/** Words of the task of a trace beside its start and goal. */
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
export const newSpan = (text: string): Span => ({ text, range: NOWHERE });

/** Returns a number of an event that is to be written, with at most six decimals. */
export const newNumber = (value: number): NumberSpan => ({
  value: Number.isInteger(value) ? value : Number(value.toFixed(6)),
  range: NOWHERE,
});

/** Returns an event that is to be written. */
export const newEvent = <Kind extends TraceEvent['kind']>(
  kind: Kind,
  fields: Omit<Extract<TraceEvent, { kind: Kind }>, 'kind' | 'range'>,
): TraceEvent => ({ kind, range: NOWHERE, ...fields }) as unknown as TraceEvent;

/** Returns a reference to a node by its name. */
export const newReference = (id: string) => ({ range: NOWHERE, id });

/** Returns the task of a search. */
export function searchTask<State>(
  space: SearchSpace<State>,
  root: TraceSearchNode<State>,
  { spec, algorithm, breadth, depth }: TaskWords,
): TaskEvent {
  const { world, heuristic } = space;
  return {
    kind: 'task',
    range: NOWHERE,
    world: spec,
    start: newSpan(space.text(root.state)),
    ...(world.goal && { goal: newSpan(world.goal.title) }),
    algorithm,
    ...(breadth !== undefined && { breadth: newNumber(breadth) }),
    ...(depth !== undefined && { depth: newNumber(depth) }),
    ...(heuristic && { heuristic: heuristic.name }),
  };
}
