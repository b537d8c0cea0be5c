import { type PlacedState, type Position, successor } from './example-model.ts';
import type { JudgedExample } from './judged-example.ts';

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
