import { progressText } from '../../core/base/text/progress-text.ts';
import type { Clock } from '../../protocol/clock.ts';

const INTERVAL_MS = 100;
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
  readonly #unit: string;
  readonly #began: number;
  #shown: number;
  #done = 0;

  /** @param unit of what is counted, with a blank before it */
  constructor(doing: string, total: number | undefined, clock: Clock, unit = '') {
    this.#doing = doing;
    this.#total = total;
    this.#clock = clock;
    this.#unit = unit;
    this.#began = clock.now();
    this.#shown = this.#began;
  }

  /** Names the total once it is known. */
  expect(total: number): void {
    this.#total = total;
  }

  step(): void {
    this.add(1);
  }

  /** So much more is done. */
  add(amount: number): void {
    this.#done += amount;
    if (!process.stderr.isTTY) return;
    const now = this.#clock.now();
    if (now - this.#shown < INTERVAL_MS) return;
    this.#shown = now;
    progressLine.show(progressText(this.#doing, this.#done, this.#total, now - this.#began, this.#unit));
  }

  end(): void {
    progressLine.clear();
  }
}
