import type { Clock } from '../../protocol/clock.ts';

const INTERVAL_MS = 100;
/** A rate over less time says nothing yet. */
const LEAST_MS = 500;

const number = (n: number): string => Math.round(n).toLocaleString('en-US');

/** How far the work is, as a line: `scoring: 1,200 of 5,200 · 310/s · 13 s left`. */
export function progressText(doing: string, done: number, total: number | undefined, ms: number): string {
  const parts = [`${doing}: ${number(done)}${total === undefined ? '' : ` of ${number(total)}`}`];
  if (ms >= LEAST_MS && done > 0) {
    const rate = (done / ms) * 1000;
    parts.push(`${rate < 10 ? rate.toFixed(1) : number(rate)}/s`);
    if (total !== undefined && total > done) parts.push(`${number(Math.max(1, (total - done) / rate))} s left`);
  }
  return parts.join(' · ');
}

/** The one line at the bottom of the terminal; there is none where standard error is no terminal. */
export const progressLine = {
  shown: false,
  show(text: string): void {
    process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    progressLine.shown = true;
  },
  clear(): void {
    if (progressLine.shown) process.stderr.write('\r\x1b[K');
    progressLine.shown = false;
  },
};

/** Counts work that is done and shows it now and then. */
export class Progress {
  readonly #doing: string;
  #total: number | undefined;
  readonly #clock: Clock;
  readonly #began: number;
  #shown: number;
  #done = 0;

  constructor(doing: string, total: number | undefined, clock: Clock) {
    this.#doing = doing;
    this.#total = total;
    this.#clock = clock;
    this.#began = clock.now();
    this.#shown = this.#began;
  }

  /** Names the total once it is known. */
  expect(total: number): void {
    this.#total = total;
  }

  step(): void {
    this.#done++;
    if (!process.stderr.isTTY) return;
    const now = this.#clock.now();
    if (now - this.#shown < INTERVAL_MS) return;
    this.#shown = now;
    progressLine.show(progressText(this.#doing, this.#done, this.#total, now - this.#began));
  }

  end(): void {
    progressLine.clear();
  }
}
