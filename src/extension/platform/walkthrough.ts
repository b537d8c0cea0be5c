import * as vscode from 'vscode';
import { keepDone, type StepContext, showDone } from './done-steps.ts';

const setContext = (key: string): void => void vscode.commands.executeCommand('setContext', key, true);

/** Ticks a step of the walkthrough, in this window and in later ones. */
export const markDone = (state: vscode.Memento, step: StepContext): void => keepDone(state, step, setContext);

/** Ticks the steps that were done in earlier windows. */
export const restoreDone = (state: vscode.Memento): void => showDone(state, setContext);
