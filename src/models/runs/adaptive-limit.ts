import { onAbort } from '../../core/base/cancellation.ts';
import type { Clock } from '../../protocol/clock.ts';

/** Outcome of an attempt with regard to the server's load. */
export type LoadSign =
  | { readonly sign: 'answered' }
  | { readonly sign: 'neutral' }
  | {
      readonly sign: 'overload';
      /** The wait that the server requested, in milliseconds. */ readonly retryAfter?: number;
    };

/**
 * Limit of concurrent requests: it grows while the server answers, halves when the server is overloaded (additive increase, multiplicative
 * decrease, as in TCP), and is zero while the server has requested a wait. Until the first overload it doubles with each round of answers.
 */
export class AdaptiveLimit {
  readonly #most: number;
  readonly #clock: Clock;
  #limit: number;
  #active = 0;
  #slowStart = true;
  /** Requests started before this time were sent under an older limit: their overload is known already. */
  #cutAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #stopTimer: (() => void) | undefined;
  readonly #waiting: (() => void)[] = [];

  /** @param most largest limit */
  constructor(most: number, clock: Clock, start: number = 8) {
    this.#most = Math.max(1, most);
    this.#limit = Math.max(1, Math.min(start, this.#most));
    this.#clock = clock;
  }

  /** Current limit of pending requests. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  get active(): number {
    return this.#active;
  }

  /** Waits for a slot; undefined if the signal aborts first. Calling the returned function releases it. */
  async enter(signal: AbortSignal): Promise<((sign: LoadSign) => void) | undefined> {
    while (!signal.aborted && !this.#hasRoom()) await this.#turn(signal);
    if (signal.aborted) {
      this.#wake();
      return undefined;
    }
    this.#active++;
    const began = this.#clock.now();
    let left = false;
    return (sign) => {
      if (left) return;
      left = true;
      this.#leave(sign, began);
    };
  }

  #hasRoom(): boolean {
    if (this.#active >= this.limit) return false;
    const wait = this.#notBefore - this.#clock.now();
    if (wait <= 0) return true;
    if (this.#stopTimer !== undefined) return false;
    const stop = this.#clock.after(wait, () => {
      this.#stopTimer = undefined;
      this.#wake();
    });
    this.#stopTimer = () => {
      stop();
      this.#stopTimer = undefined;
    };
    return false;
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const callOff = onAbort(signal, () => {
        const at = this.#waiting.indexOf(go);
        if (at >= 0) this.#waiting.splice(at, 1);
        // A timer that nothing waits for would keep the process alive.
        if (this.#waiting.length === 0) this.#stopTimer?.();
        resolve();
      });
      const go = (): void => {
        callOff();
        resolve();
      };
      this.#waiting.push(go);
    });
  }

  #leave(sign: LoadSign, began: number): void {
    this.#active--;
    if (sign.sign === 'answered') {
      this.#limit = Math.min(this.#most, this.#limit + (this.#slowStart ? 1 : 1 / this.#limit));
    } else if (sign.sign === 'overload') {
      const now = this.#clock.now();
      if (began >= this.#cutAt) {
        this.#limit = Math.max(1, this.#limit / 2);
        this.#slowStart = false;
        this.#cutAt = now;
      }
      this.#notBefore = Math.max(this.#notBefore, now + (sign.retryAfter ?? 0));
    }
    this.#wake();
  }

  /** Wakes as many waiting requests as there are free slots. */
  #wake(): void {
    const room = Math.max(1, this.limit - this.#active);
    for (const go of this.#waiting.splice(0, room)) go();
  }
}
