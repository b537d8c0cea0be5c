import process from 'node:process';
import { progressParts } from '../../core/base/text/progress-text.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { moneyText } from '../../core/evaluation/runs/spending.ts';
import type { RetryEvent } from '../../models/retry.ts';
import type { RunProgress } from '../../models/runs/run-meter.ts';
import type { Clock } from '../../protocol/clock.ts';
import { progressLine } from '../io/progress.ts';
import { note } from '../io/stderr.ts';

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
  readonly #clock: Clock;
  #shown: number;
  readonly #told = new Map<string, number>();

  constructor(label: string, prices: Prices | undefined, clock: Clock) {
    this.#label = label;
    this.#prices = prices;
    this.#clock = clock;
    this.#shown = clock.now();
  }

  progress(progress: RunProgress): void {
    const now = this.#clock.now();
    const isTerminal = process.stderr.isTTY;
    if (now - this.#shown < (isTerminal ? TERMINAL_MS : LOG_MS)) return;
    this.#shown = now;
    if (isTerminal) progressLine.show(this.#text(progress));
    else note(this.#text(progress));
  }

  /** A wait before another attempt: each reason once in a while, however many requests wait for it. */
  retry({ fault, attempt, attempts, wait }: RetryEvent, { limit }: RunProgress): void {
    const now = this.#clock.now();
    if (now - (this.#told.get(fault.message) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return;
    this.#told.set(fault.message, now);
    note(`${fault.message} Attempt ${attempt} of ${attempts} in ${(wait / 1000).toFixed(1)} s, ${limit} at a time.`);
  }

  end(): void {
    progressLine.clear();
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
