import type { Clock } from '../../protocol/clock.ts';

/** Work between two looks at the messages, in milliseconds, for all who take turns together. */
const SLICE_MS = 8;

/** Long work in this thread, which takes turns: one of it at a time goes on, for a slice, between messages. */
export class Turns {
  readonly #clock: Clock;
  readonly #defer: (callback: () => void) => void;
  /** In the order in which they asked. */
  readonly #waiting: (() => void)[] = [];
  #end = 0;
  #scheduled = false;

  constructor(clock: Clock, defer: (callback: () => void) => void) {
    this.#clock = clock;
    this.#defer = defer;
  }

  /** Resolves when it is one's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  /** Undefined while one's turn lasts; then resolves at one's next turn. */
  pause(): Promise<void> | undefined {
    return this.#clock.now() < this.#end ? undefined : this.next();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#defer(() => {
      this.#scheduled = false;
      this.#end = this.#clock.now() + SLICE_MS;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
