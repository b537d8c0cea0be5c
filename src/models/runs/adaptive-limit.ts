import { onAbort } from '../../core/base/cancellation.ts';
import type { Clock } from '../../protocol/clock.ts';

/** The outcome of an attempt with regard to the server's load. */
export type LoadSign =
  | { readonly sign: 'answered' }
  | { readonly sign: 'neutral' }
  | {
      readonly sign: 'overload';
      /** The wait that the server requested, in milliseconds. */ readonly retryAfter?: number;
    };

/**
 * How many requests may be on their way at a time: more by and by while the server answers, half as many when it
 * is overloaded (additive increase, multiplicative decrease, as TCP has it), and none while it asked to wait. Until the
 * first overload it doubles with each round of answers.
 */
export class AdaptiveLimit {
  readonly #most: number;
  readonly #clock: Clock;
  #limit: number;
  #active = 0;
  #slowStart = true;
  /** Requests that began before this were sent under an older limit: their overload is known already. */
  #cutAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #stopTimer: (() => void) | undefined;
  readonly #waiting: (() => void)[] = [];

  /** @param most requests at a time, ever */
  constructor(most: number, clock: Clock, start: number = 8) {
    this.#most = Math.max(1, most);
    this.#limit = Math.max(1, Math.min(start, this.#most));
    this.#clock = clock;
  }

  /** Requests that may be on their way now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  get active(): number {
    return this.#active;
  }

  /** Waits for a place; undefined when the signal aborts first. The place is given back by calling what comes. */
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
        // A timer that nobody waits for would keep the process.
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

  /** As many as there is room for now look again. */
  #wake(): void {
    const room = Math.max(1, this.limit - this.#active);
    for (const go of this.#waiting.splice(0, room)) go();
  }
}
