import * as vscode from 'vscode';

const setContext = (key: string): void => void vscode.commands.executeCommand('setContext', key, true);

/** Completes a step of the walkthrough, in this window and in later ones. */
export const markDone = (state: vscode.Memento, step: StepContext): void => keepDone(state, step, setContext);

/** Completes the steps that were done in earlier windows. */
export const restoreDone = (state: vscode.Memento): void => showDone(state, setContext);

/** Key of the completed steps of the walkthrough, by their contexts. */
const KEPT = 'walkthrough.done';

/** Contexts that complete steps of the walkthrough. */
type StepContext = 'statelens.hovered' | 'statelens.predicted' | 'statelens.connected' | `statelens.seen.${string}`;

/** Commands that complete a step. */
export const COMMAND_STEPS: Readonly<Record<string, StepContext>> = {
  'statelens.openSamples': 'statelens.seen.sample',
  'statelens.openStateView': 'statelens.seen.step',
  'statelens.compareAllHere': 'statelens.seen.compare',
  'statelens.traceGame': 'statelens.seen.trace',
  'statelens.openTraces': 'statelens.seen.mav',
  'statelens.searchFromHere': 'statelens.seen.search',
  'statelens.showReport': 'statelens.seen.report',
};

/** Sets a context of VS Code to true. */
type SetContext = (key: string) => void;

const doneOf = (state: vscode.Memento): readonly string[] => state.get<readonly string[]>(KEPT) ?? [];

/** Completes a step, now and in later windows: VS Code forgets events before its page was opened. */
export function keepDone(state: vscode.Memento, step: StepContext, show: SetContext): void {
  show(step);
  const done = doneOf(state);
  if (!done.includes(step)) void state.update(KEPT, [...done, step]);
}

/**
 * Completes the steps that were done in earlier windows. Called when the extension starts, which opening the page also
 * causes.
 */
export function showDone(state: vscode.Memento, show: SetContext): void {
  for (const step of doneOf(state)) show(step);
}
