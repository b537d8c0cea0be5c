import * as vscode from 'vscode';
import { systemClock } from '../../../compute/system-clock.ts';
import { progressParts } from '../../../core/base/text/progress-text.ts';
import { mainFault } from '../../../models/asking/ask-many.ts';
import type { Model } from '../../../models/model.ts';
import type { RetryEvent } from '../../../models/retry.ts';
import { tell } from '../tell.ts';
import { MANY_REQUESTS } from './consent.ts';

/** Waits before another attempt: they are shown in the log, and in the progress message once there is one. */
export class Waits {
  readonly #log: vscode.LogOutputChannel;
  #show: (text: string) => void = () => {};

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  readonly onRetry = ({ fault, attempt, attempts, wait }: RetryEvent): void => {
    const text = `${fault.message} Attempt ${attempt} of ${attempts} in ${(wait / 1000).toFixed(1)} s.`;
    this.#log.warn(text);
    this.#show(text);
  };

  showIn(progress: vscode.Progress<{ readonly message: string }>): void {
    this.#show = (message) => progress.report({ message });
  }
}

/** True if so many requests may be made; many to a server are asked about. */
export async function confirmMany({ endpoint, label }: Model, count: number): Promise<boolean> {
  if (endpoint === undefined || count <= MANY_REQUESTS) return true;
  const number = count.toLocaleString('en-US');
  const message = `Send ${number} requests to ${endpoint.host}?`;
  const detail = `${label} will receive ${number} requests, which may take time and cost money. You can cancel at any time; answers received until then are kept.`;
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, 'Send')) === 'Send';
}

/** A model with its host, where it has one. */
export const serverOf = ({ label, endpoint }: Model): string =>
  endpoint === undefined ? label : `${label} at ${endpoint.host}`;

/** Runs requests below a notification with their number and a button that cancels. `step` is called after each of them. */
export function askWithProgress<T>(
  title: string,
  total: number,
  waits: Waits,
  run: (signal: AbortSignal, step: () => void) => Promise<T>,
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title: `StateLens: ${title}` };
  return vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const began = systemClock.now();
    let done = 0;
    waits.showIn(progress);
    progress.report({ message: progressParts(0, total, 0).join('') });
    return run(controller.signal, () => {
      const message = progressParts(++done, total, systemClock.now() - began).join(' · ');
      progress.report({ message, increment: 100 / total });
    });
  });
}

/** Says in one message what failed, with what can be done; `written`: what was written all the same, '' for nothing. */
export function tellFaults(faults: ReadonlyMap<string, number>, written: string, withKey: boolean): void {
  const fault = mainFault(faults);
  if (fault === undefined) return;
  const what = written === '' ? 'Nothing was written. ' : `${written}, the rest failed. `;
  void tell('error', what + fault.message, {
    'Show Log': 'statelens.showLog',
    'Select Model': 'statelens.selectModel',
    ...(withKey ? { 'Set API Key': 'statelens.setApiKey' } : {}),
  });
}

/** Answers that found no place are kept: in the log, and for the clipboard. `why`: what was edited meanwhile. */
export async function keepAnswers(log: vscode.LogOutputChannel, kept: readonly string[], why: string): Promise<void> {
  for (const text of kept) log.warn(`Not written: ${text}`);
  const count = kept.length === 1 ? 'An answer was' : `${kept.length} answers were`;
  const message = `StateLens: ${count} not written because ${why} edited meanwhile. See the log for the answer.`;
  const chosen = await vscode.window.showWarningMessage(message, 'Copy', 'Show Log');
  if (chosen === 'Copy') await vscode.env.clipboard.writeText(`${kept.join('\n')}\n`);
  if (chosen === 'Show Log') log.show();
}
