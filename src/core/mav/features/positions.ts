import { nameAt, type PlacedState, type Position, successor } from '../check/example-model.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import { keyOf } from '../check/trace-model.ts';
import type { MavView } from '../view.ts';

/** Longer paths are no search that anybody ran; their positions are not looked for. */
const MAX_PATH_LENGTH = 100;

/** The position that a node of a trace stands for: its own, or where its path leads from the nearest one above. */
export function nodePosition({ trace, byNode }: MavView, path: readonly string[]): Position | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = trace?.nodes.get(keyOf(path.slice(0, length)));
    const found = node === undefined ? undefined : byNode.get(node);
    let position = found?.truth ?? found?.printed;
    for (const action of path.slice(length)) position &&= successor(position, nameAt(position, action));
    if (position !== undefined || found !== undefined) return position;
  }
  return undefined;
}

/** A state of an example whose truth is known by rule: it follows from another state by an action. */
export interface CheckedState {
  readonly placed: PlacedState;
  readonly slot: 'current' | 'final';
  /** The true position. */
  readonly truth: Position;
  /** The true positions that lead there, each with the action that was played in it; the first first. */
  readonly line: readonly { readonly position: Position; readonly action: string }[];
}

/** The states that can be judged: the current one where a previous one is given, and the one after the best action. */
export function checkedStates({ model, before, truth }: JudgedExample): CheckedState[] {
  const { previousAction, best } = model;
  if (truth === undefined) return [];
  const isDerived = before !== undefined && previousAction !== undefined;
  const line = isDerived ? [{ position: before, action: previousAction.action }] : [];
  const states: CheckedState[] = isDerived
    ? model.current.map((placed) => ({ placed, slot: 'current', truth, line }))
    : [];
  const after = best === undefined ? undefined : successor(truth, best.action);
  if (best === undefined || after === undefined) return states;
  const longer = [...line, { position: truth, action: best.action }];
  for (const placed of model.final) states.push({ placed, slot: 'final', truth: after, line: longer });
  return states;
}
