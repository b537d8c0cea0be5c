import type { SearchClock } from './run-search.ts';

/** What is waited for until a moment. */
export interface Deadline {
  readonly at: number;
  readonly late: () => void;
  /** Nobody waits any more. */
  isOver: boolean;
}

/**
 * Deadlines that all lie as far away when they are set: one timer serves them, for a timer of its own costs a request more than all
 * else that a search does for it.
 */
export class Deadlines {
  readonly #clock: SearchClock;
  readonly #ms: number;
  /** In the order in which they were set, which is that of their moments. */
  #waiting: Deadline[] = [];
  /** Those before it are over. */
  #first = 0;
  #callOff: (() => void) | undefined;

  /** @param ms from now to a deadline; 0: there is none */
  constructor(clock: SearchClock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Calls back when the time is over, unless it is marked as over before; undefined where there is no deadline. */
  set(late: () => void): Deadline | undefined {
    if (this.#ms <= 0) return undefined;
    const deadline = { at: this.#clock.now() + this.#ms, late, isOver: false };
    this.#tidy();
    this.#waiting.push(deadline);
    this.#callOff ??= this.#timer(this.#ms);
    return deadline;
  }

  /** Ends the timer. */
  dispose(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }

  #timer(ms: number): () => void {
    return this.#clock.after(ms, () => this.#ring());
  }

  #ring(): void {
    this.#callOff = undefined;
    const now = this.#clock.now();
    for (; this.#first < this.#waiting.length; this.#first++) {
      const deadline = this.#waiting[this.#first];
      if (deadline.isOver) continue;
      if (deadline.at > now) {
        this.#callOff = this.#timer(deadline.at - now);
        break;
      }
      deadline.isOver = true;
      deadline.late();
    }
    this.#tidy();
  }

  #tidy(): void {
    const waiting = this.#waiting;
    while (this.#first < waiting.length && waiting[this.#first].isOver) this.#first++;
    if (this.#first === waiting.length) this.#waiting = [];
    else if (this.#first > 1000 && this.#first > waiting.length / 2) this.#waiting = waiting.slice(this.#first);
    else return;
    this.#first = 0;
  }
}
