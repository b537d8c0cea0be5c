import { successor } from '../check/example-model.ts';
import { becauseOf } from '../check/illegal-reason.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import type { MavView } from '../view.ts';
import { actionName } from './shown-state.ts';

/** Why a section has no position, as the end of a sentence. */
export function modelFault({ examples, section }: MavView): string {
  const [first] = examples;
  return section.item === undefined || first === undefined ? 'there is no example here' : exampleFault(first);
}

/** Why an example has no position, as the end of a sentence. */
export function exampleFault({ model, example }: Pick<JudgedExample, 'model' | 'example'>): string {
  const { game } = example.header;
  if (model.game === undefined)
    return game === undefined ? 'the example does not say which game it is of' : `the game "${game.text}" is not known`;
  const states = [...model.current, ...model.previous];
  const error = states.map(({ reading }) => reading.error).find((one) => one !== undefined);
  if (error !== undefined) return `the true state is not known: ${error}`;
  return states.length === 0
    ? 'the true state is not known: the example has no state'
    : 'the true state is not known: the previous action does not lead to it';
}

/** Why no state of the current position of an example is judged, as a sentence without a period; undefined where one is. */
export function unjudgedCurrent(judged: JudgedExample): string | undefined {
  const { model, before, truth } = judged;
  const { current, previous, previousAction } = model;
  if (truth === undefined) return `not judged: ${truthFault(judged)}`;
  if (current.length === 0) {
    const from = before === undefined || previousAction === undefined ? '' : actionName(before, previousAction.action);
    return `no state is printed here${from === '' ? '' : `: it follows from the previous one by ${from}`}`;
  }
  if (before !== undefined && previousAction !== undefined) return undefined;
  if (previousAction === undefined) return 'not judged: the state is input, without a previous position and action';
  const error = previous.map(({ reading }) => reading.error).find((one) => one !== undefined);
  if (error !== undefined) return `not judged: the previous position cannot be read: ${error}`;
  return 'not judged: no previous position is given that the previous action is played in';
}

/** Why no state after the best action is judged, as a sentence without a period; undefined where one is. */
export function unjudgedFinal(judged: JudgedExample, action: string): string | undefined {
  if (judged.model.final.length === 0) return `no state is printed after ${action}`;
  return judged.truth === undefined ? `not judged: ${truthFault(judged)}` : undefined;
}

/** Why the true position is not known by rule, where one is printed. */
function truthFault({ model: { previousAction }, before }: JudgedExample): string {
  if (before === undefined || previousAction === undefined) return 'the true state is not known';
  const { action, word } = previousAction;
  if (successor(before, action) !== undefined) return 'the true state is not known';
  return `the previous action ${word.text} is illegal${becauseOf(before, action)}`;
}
