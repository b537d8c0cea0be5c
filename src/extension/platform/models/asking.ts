import * as vscode from 'vscode';
import { systemClock } from '../../../compute/system-clock.ts';
import { onAbort } from '../../../core/base/cancellation.ts';
import { progressParts } from '../../../core/base/text/counts.ts';
import { cureFirst, isKeyFault } from '../../../core/evaluation/runs/fault-words.ts';
import type { Model } from '../../../models/model.ts';
import { mainFault } from '../../../models/predict/concurrent-requests.ts';
import {
  announcedWait,
  type ModelWait,
  nextWait,
  type RetryEvent,
  retryNote,
  waitText,
  waitTextAt,
} from '../../../models/retry.ts';
import { t } from '../l10n.ts';
import { showMessage } from '../show-message.ts';
import { MANY_REQUESTS } from './consent.ts';
import { quietPart } from './pace.ts';

/** Interval of the countdown of a wait, in milliseconds. */
const COUNT_DOWN_MS = 1000;

/**
 * Waits before another attempt: they are written to the log and shown in the status bar, and listeners are called each
 * second during one.
 */
export class Waits {
  readonly #log: vscode.LogOutputChannel;
  readonly #listeners = new Set<() => void>();
  #item: vscode.StatusBarItem | undefined;
  #waits: readonly ModelWait[] = [];
  #countingDown: (() => void) | undefined;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  readonly onRetry = (event: RetryEvent): void => {
    this.#log.warn(retryNote(event));
    const now = systemClock.now();
    this.#waits = [...this.#waits.filter(({ until }) => until > now), announcedWait(event, now)];
    this.#notify();
  };

  /** Text of the next wait: `rate limited (429), attempt 3, next try in 8 s`; undefined without one. */
  get words(): string | undefined {
    const now = systemClock.now();
    const wait = nextWait(this.#waits, now);
    return wait && waitText(wait, now);
  }

  /** The same with the time of the next attempt instead of the seconds until then. */
  get wordsAt(): string | undefined {
    const now = systemClock.now();
    const wait = nextWait(this.#waits, now);
    return wait && waitTextAt(wait, new Date(Date.now() + wait.until - now).toLocaleTimeString());
  }

  /** Calls a listener when the text changes; dispose of the result to stop. */
  listen(listener: () => void): vscode.Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Ends all waits after the requests were canceled. */
  end(): void {
    this.#waits = [];
    this.#notify();
  }

  /** Returns a model whose waits end when its request is canceled. */
  watched(model: Model): Model {
    return {
      ...model,
      complete: async (request, signal) => {
        const callOff = onAbort(signal, () => this.end());
        return model.complete(request, signal).finally(callOff);
      },
    };
  }

  #notify(): void {
    this.#countingDown?.();
    const { words } = this;
    this.#showInBar(words);
    for (const listener of this.#listeners) listener();
    this.#countingDown = words === undefined ? undefined : systemClock.after(COUNT_DOWN_MS, () => this.#notify());
  }

  #showInBar(words: string | undefined): void {
    if (words === undefined) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    if (this.#item === undefined) {
      this.#item = vscode.window.createStatusBarItem('statelens.waiting', vscode.StatusBarAlignment.Left, 0);
      this.#item.name = t('StateLens: waiting for a model');
      this.#item.command = 'statelens.showLog';
      this.#item.tooltip = t('Show the log');
    }
    this.#item.text = `$(watch) ${words}`;
    this.#item.show();
  }
}

/** Returns true if `count` requests may be made; asks the user about many to a server. */
export async function confirmMany({ endpoint, label }: Model, count: number): Promise<boolean> {
  if (endpoint === undefined || count <= MANY_REQUESTS) return true;
  const number = count.toLocaleString('en-US');
  const message = t('Send {0} requests to {1}?', number, endpoint.host);
  const what = endpoint.local
    ? t('{0} will receive {1} requests, which may take time.', label, number)
    : t('{0} will receive {1} requests, which may take time and cost money.', label, number);
  const detail = `${what} ${t('You can cancel at any time; answers received until then are kept.')}`;
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, t('Send'))) === t('Send');
}

/** Formats a model with its host, if it has one. */
export const serverLabel = ({ label, endpoint }: Model): string =>
  endpoint === undefined ? label : t('{0} at {1}', label, endpoint.host);

/** Formats a model with its host for the log, in English. */
export const loggedServer = ({ label, endpoint }: Model): string =>
  endpoint === undefined ? label : `${label} at ${endpoint.host}`;

/**
 * Runs requests with a notification that shows their number and a button to cancel. `step` is called after each of
 * them.
 */
export function askWithProgress<T>(
  title: string,
  total: number,
  waits: Waits,
  run: (signal: AbortSignal, step: () => void) => Promise<T>,
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title: `StateLens: ${title}` };
  return vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => {
      controller.abort();
      waits.end();
    });
    const began = systemClock.now();
    let last = began;
    let done = 0;
    const show = (increment = 0): void => {
      const now = systemClock.now();
      const [count = '', ...rest] = progressParts(done, total, now - began);
      const { words = quietPart(now - last) } = waits;
      const message = (words === undefined ? [count, ...rest] : [words, count]).join(' · ');
      progress.report({ message, increment });
    };
    const listening = waits.listen(() => show());
    // Between two answers the time left changes, and a server that is slow shows that it waits.
    let stop = (): void => undefined;
    const tick = (): void => {
      show();
      stop = systemClock.after(COUNT_DOWN_MS, tick);
    };
    tick();
    return run(controller.signal, () => {
      done++;
      last = systemClock.now();
      show(100 / total);
    }).finally(() => {
      stop();
      listening.dispose();
    });
  });
}

/**
 * Shows the errors in one message that begins with the cure; `written`: text about the answers that were still written,
 * '' for none.
 */
export function reportFaults(faults: ReadonlyMap<string, number>, written: string): void {
  const fault = mainFault(faults);
  if (fault === undefined) return;
  const { message } = fault;
  const what = written === '' ? t('Nothing was written.') : t('{0}, the rest failed.', written);
  void showMessage('error', `${cureFirst(message)} ${what}`, {
    ...(isKeyFault(message) && { [t('Set API Key')]: 'statelens.setApiKey' }),
    [t('Select Model')]: 'statelens.selectModel',
    [t('Show Log')]: 'statelens.showLog',
  });
}

/**
 * Keeps answers that could not be written: in the log, and for the clipboard. `message`: that they were not written,
 * and why.
 */
export async function keepAnswers(
  log: vscode.LogOutputChannel,
  kept: readonly string[],
  message: string,
): Promise<void> {
  for (const text of kept) log.warn(`Not written: ${text}`);
  const chosen = await vscode.window.showWarningMessage(message, t('Copy'), t('Show Log'));
  if (chosen === t('Copy')) await vscode.env.clipboard.writeText(`${kept.join('\n')}\n`);
  if (chosen === t('Show Log')) log.show();
}
