import { progressParts } from '../../core/base/text/progress-text.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { moneyText } from '../../core/evaluation/runs/spending.ts';
import type { RetryEvent } from '../../models/retry.ts';
import type { RunProgress } from '../../models/runs/run-meter.ts';
import type { Terminal } from '../io/terminal.ts';

/** On a terminal the line is written anew this often. */
const TERMINAL_MS = 200;
/** In a log a line is added this often. */
const LOG_MS = 30_000;
/** The same reason of waits is told again after this time. */
const RETRY_MS = 10_000;

/** Shows how far a run is, on standard error: rate, errors, tokens, cost, time left, and what it waits for. */
export class RunNotes {
  readonly #label: string;
  readonly #prices: Prices | undefined;
  readonly #terminal: Terminal;
  #shown: number;
  readonly #told = new Map<string, number>();

  constructor(terminal: Terminal, label: string, prices: Prices | undefined) {
    this.#label = label;
    this.#prices = prices;
    this.#terminal = terminal;
    this.#shown = terminal.clock.now();
  }

  progress(progress: RunProgress): void {
    const now = this.#terminal.clock.now();
    const isTerminal = this.#terminal.showsProgress;
    if (now - this.#shown < (isTerminal ? TERMINAL_MS : LOG_MS)) return;
    this.#shown = now;
    if (isTerminal) this.#terminal.showProgress(this.#text(progress));
    else this.#terminal.note(this.#text(progress));
  }

  /** A wait before another attempt: each reason once in a while, however many requests wait for it. */
  retry({ fault, attempt, attempts, wait }: RetryEvent, { limit }: RunProgress): void {
    const now = this.#terminal.clock.now();
    if (now - (this.#told.get(fault.message) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return;
    this.#told.set(fault.message, now);
    this.#terminal.note(
      `${fault.message} Attempt ${attempt} of ${attempts} in ${(wait / 1000).toFixed(1)} s, ${limit} at a time.`,
    );
  }

  end(): void {
    this.#terminal.clearProgress();
  }

  #text({ asked, wanted, faults, elapsed, cost, tokens }: RunProgress): string {
    const parts = progressParts(asked, wanted, elapsed);
    if (faults > 0) parts.push(`${faults} failed`);
    if (tokens.input + tokens.output > 0) parts.push(tokensText(tokens));
    if (cost !== undefined && this.#prices !== undefined) parts.push(moneyText(cost, this.#prices));
    return `${this.#label}: ${parts.join(' · ')}`;
  }
}

/** `12,000 tokens in, 3,000 out`. */
export const tokensText = ({ input, output }: { readonly input: number; readonly output: number }): string =>
  `${Math.round(input).toLocaleString('en-US')} tokens in, ${Math.round(output).toLocaleString('en-US')} out`;
