import type { Example } from '../syntax.ts';
import { type ExampleModel, fullest, type Position, positionOf, successor } from './example-model.ts';
import { isGravelyWrong } from './states.ts';
import type { TraceNode } from './trace-model.ts';

/** An example with the positions that it is judged on. */
export interface JudgedExample {
  readonly example: Example;
  readonly model: ExampleModel;
  /** Before the previous action; undefined when it is not given. */
  readonly before: Position | undefined;
  /** `truth` is known by rule, or where there is nothing to check it by what is printed. */
  readonly truth: Position | undefined;
  /** The printed position where it differs from the true one, or that is not known. */
  readonly printed: Position | undefined;
  /** Of a trace: its node. */
  readonly node: TraceNode | undefined;
}

/** Finds out the positions of an example. */
export function judgedExample(example: Example, model: ExampleModel, node?: TraceNode): JudgedExample {
  const { game, previous, previousAction, current } = model;
  const base = { example, model, node };
  if (game === undefined) return { ...base, before: undefined, truth: undefined, printed: undefined };
  const positionIn = (states: typeof previous): Position | undefined => {
    const placed = fullest(states);
    return placed && positionOf(game, placed.reading);
  };
  const before = positionIn(previous);
  const own = positionIn(current);
  if (before === undefined || previousAction === undefined) return { ...base, before, truth: own, printed: undefined };
  const follows = (position: Position | undefined): boolean =>
    position !== undefined && !current.some((placed) => isGravelyWrong(placed, position));
  let truth = successor(before, previousAction.action);
  // Of a node whose path ends with another action the state may follow from that one: what is wrong is then the action alone.
  const named = node?.path.at(-1);
  if (named !== undefined && named !== previousAction.action && current.length > 0 && !follows(truth)) {
    const reached = successor(before, named);
    if (follows(reached)) truth = reached;
  }
  const isOwn = !follows(truth);
  return { ...base, before, truth, printed: isOwn ? own : undefined };
}
