import type { ServerHost } from './host.ts';

/** Runs work by key once nobody has asked for it for a while; asking again starts the wait anew. */
export class Debouncer {
  readonly #host: ServerHost;
  readonly #waiting = new Map<string, () => void>();

  constructor(host: ServerHost) {
    this.#host = host;
  }

  /** Runs `work` after `milliseconds`, in place of what waits under the same key. */
  schedule(key: string, milliseconds: number, work: () => void): void {
    this.cancel(key);
    const run = () => {
      this.#waiting.delete(key);
      work();
    };
    this.#waiting.set(key, this.#host.setTimer(run, milliseconds));
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
