import type { Clock } from '../../protocol/clock.ts';

/** Runs work by key once no request has come for a while; a new request restarts the wait. */
export class Debouncer {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work` after `milliseconds`, in place of pending work with the same key. */
  schedule(key: string, milliseconds: number, work: () => void): void {
    this.cancel(key);
    const run = () => {
      this.#waiting.delete(key);
      work();
    };
    this.#waiting.set(key, this.#clock.after(milliseconds, run));
  }

  /** Returns true if work is pending under `key`. */
  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Drops the work pending under `key`. */
  cancel(key: string): void {
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
  }

  /** Drops all pending work. */
  dispose(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }
}

/** Waits until all work is done, but at most `milliseconds`. */
export async function waitBriefly(
  clock: Clock,
  milliseconds: number,
  work: readonly Promise<unknown>[],
): Promise<void> {
  let stop = () => {};
  const timeout = new Promise<void>((resolve) => {
    stop = clock.after(milliseconds, resolve);
  });
  await Promise.race([Promise.all(work), timeout]);
  stop();
}
