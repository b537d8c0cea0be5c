import type { Clock } from '../../protocol/clock.ts';

/** Runs work by key once nobody has asked for it for a while; asking again starts the wait again. */
export class Debouncer {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work` after `milliseconds`, in place of what waits under the same key. */
  schedule(key: string, milliseconds: number, work: () => void): void {
    this.cancel(key);
    const run = () => {
      this.#waiting.delete(key);
      work();
    };
    this.#waiting.set(key, this.#clock.after(milliseconds, run));
  }

  /** True if something waits under `key`. */
  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Drops what waits under `key`. */
  cancel(key: string): void {
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
  }

  /** Drops everything. */
  dispose(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }
}
