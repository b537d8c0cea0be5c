import type { Example } from '../syntax.ts';
import {
  type ExampleModel,
  fullestState,
  type MavPosition,
  type MavState,
  normalizeAction,
  positionFromReading,
  successor,
} from './example-model.ts';
import { differencesFrom, fieldDifferences, isGravelyWrong } from './state-comparison.ts';
import type { MavTraceNode } from './trace-model.ts';

/** An example with the positions by which it is judged. */
export interface JudgedExample {
  readonly example: Example;
  readonly model: ExampleModel;
  /** Position before the previous action; undefined if it is not given. */
  readonly before: MavPosition | undefined;
  /** True position by rule; the printed one if nothing determines it. */
  readonly truth: MavPosition | undefined;
  /** Printed position if it differs from the true one, or that is unknown. */
  readonly printed: MavPosition | undefined;
  /** Node of a trace. */
  readonly node: MavTraceNode | undefined;
  /** Intended previous action, if the written one is wrong and everything else fits another. */
  readonly meant?: string;
}

/**
 * Determines the positions of an example. If several states may precede it (printed ones, and that of its parent in a
 * trace), the one is used from which its own state follows.
 *
 * @param known for a node of a trace: the position of its parent, or its own if its children determine it
 */
export function judgeExample(
  example: Example,
  model: ExampleModel,
  node?: MavTraceNode,
  known: { readonly parent?: MavPosition | undefined; readonly own?: MavPosition | undefined } = {},
): JudgedExample {
  const { game, previous, previousAction, current } = model;
  const base = { example, model, node };
  if (game === undefined) return { ...base, before: undefined, truth: undefined, printed: undefined };
  const follows = (position: MavPosition | undefined): boolean =>
    position !== undefined && !current.some((placed) => isGravelyWrong(placed, position));
  const shown = fullestState(current);
  const own = shown && positionFromReading(game, shown.reading);
  const judged = (before: MavPosition | undefined, truth: MavPosition | undefined): JudgedExample => ({
    ...base,
    before,
    truth,
    printed: follows(truth) ? undefined : own,
  });
  if (known.own !== undefined) return judged(undefined, known.own);
  const first = fullestState(previous);
  // A state of the same position with fewer fields adds nothing.
  const isOther = (placed: MavState): boolean =>
    first !== undefined && fieldDifferences(game, placed.reading.fields, first.reading.fields).length > 0;
  const starts = first === undefined ? [] : [first, ...previous.filter(isOther)];
  const [start, ...others] = starts.flatMap(({ reading }) => positionFromReading(game, reading) ?? []);
  if (previousAction === undefined || (start === undefined && known.parent === undefined))
    return { ...base, before: start, truth: likeliest(model), printed: undefined };
  // The path of a node may end with another action from which its state follows: then only the previous action is
  // wrong.
  const named = node?.path.at(-1);
  const ways = [previousAction.action, ...(named !== undefined && named !== previousAction.action ? [named] : [])];
  const candidates = [known.parent, start, ...others].filter((candidate) => candidate !== undefined);
  const found: JudgedExample[] = [];
  for (const before of candidates)
    for (const action of current.length > 0 ? ways : ways.slice(0, 1)) {
      const truth = successor(before, action);
      if (!follows(truth)) continue;
      const judgment = judged(before, truth);
      found.push(judgment);
      if (candidates.length === 1) break;
    }
  // Prefers a candidate from which all fields follow.
  const whole = ({ truth }: JudgedExample): boolean =>
    truth !== undefined && current.every((placed) => differencesFrom(placed, truth).length === 0);
  const [best] = found.length > 1 ? [...found.filter(whole), ...found] : found;
  const [before] = candidates;
  const { truth } = best ?? { truth: before && successor(before, previousAction.action) };
  const meant = node === undefined ? meantPreviousAction(model, best?.before ?? before, truth) : undefined;
  if (meant !== undefined) return { ...judged(best?.before ?? before, meant.truth), meant: meant.action };
  return best ?? judged(before, truth);
}

/**
 * Returns the position that an example prints. If two disagree, the one in which more of its actions are legal, from
 * which its last states follow, or of which it lists all actions.
 */
function likeliest({ game, current, list, best, final }: ExampleModel): MavPosition | undefined {
  const first = fullestState(current);
  if (first === undefined || game === undefined) return undefined;
  const own = positionFromReading(game, first.reading);
  const other = current.find((placed) => own !== undefined && placed !== first && isGravelyWrong(placed, own));
  const second = other && positionFromReading(game, other.reading);
  if (own === undefined || second === undefined) return own;
  const actions = list?.body.kind === 'list' ? list.body.actions.map(({ move }) => move.text) : [];
  if (best !== undefined) actions.push(best.word.text);
  const legalIn = (position: MavPosition): number =>
    actions.filter((action) => position.allows(normalizeAction(position, action))).length;
  const followIn = (position: MavPosition): number => {
    const after = best && successor(position, normalizeAction(position, best.word.text));
    return after === undefined ? 0 : final.filter((placed) => !isGravelyWrong(placed, after)).length;
  };
  const listed = list?.body.kind === 'list' && !list.body.isElided ? list.body.actions.length : 0;
  const isAll = list?.command.k === 'all' || (list?.command.k ?? 0) > listed;
  const leftIn = (position: MavPosition): number => (isAll ? Math.abs(position.sure.size - listed) : 0);
  const ahead = legalIn(second) - legalIn(own) || followIn(second) - followIn(own) || leftIn(own) - leftIn(second);
  return ahead > 0 ? second : own;
}

/** Intended previous action of an example, and the position after it. */
export interface MeantAction {
  readonly action: string;
  readonly truth: MavPosition;
}

/**
 * Returns the intended previous action of an example that prints no current state, if neither its actions nor its last
 * state fit the written one, and exactly one other action fits both. Then that action is the only error.
 */
function meantPreviousAction(
  model: ExampleModel,
  before: MavPosition | undefined,
  truth: MavPosition | undefined,
): MeantAction | undefined {
  const { best, current, final, previousAction } = model;
  if (before === undefined || truth === undefined || best === undefined) return undefined;
  if (current.length > 0 || final.length === 0 || areLegal(model, truth) || isEnd(model, truth)) return undefined;
  const found: MeantAction[] = [];
  for (const action of before.sure) {
    if (action === previousAction?.action) continue;
    const other = successor(before, action);
    if (other !== undefined && areLegal(model, other) && isEnd(model, other)) found.push({ action, truth: other });
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Returns true if all actions of the list and the best action are legal. */
function areLegal({ list, best }: ExampleModel, position: MavPosition): boolean {
  const listed = list?.body.kind === 'list' ? list.body.actions.map(({ move }) => move.text) : [];
  return [...listed, ...(best === undefined ? [] : [best.word.text])].every((text) =>
    position.allows(normalizeAction(position, text)),
  );
}

/** Returns true if the last states follow from a position by the best action. */
function isEnd({ final, best }: ExampleModel, position: MavPosition): boolean {
  const end = best && successor(position, best.action);
  return end !== undefined && final.every((placed) => differencesFrom(placed, end).length === 0);
}

/** A state of an example whose truth is known by rule: it follows from another state by an action. */
export interface CheckedState {
  readonly placed: MavState;
  readonly slot: 'current' | 'final';
  /** The true position. */
  readonly truth: MavPosition;
  /** True positions that lead there, in order, each with the action that was played in it. */
  readonly line: readonly { readonly position: MavPosition; readonly action: string }[];
}

/**
 * Returns the states that can be judged: the current one if a previous one is given, and the one after the best action.
 */
export function findCheckedStates({ model, before, truth }: JudgedExample): CheckedState[] {
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
