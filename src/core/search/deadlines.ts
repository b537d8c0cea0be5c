import type { SearchClock } from './run-search.ts';

/** What is waited for until a moment. */
export interface Deadline {
  /** Set by `Deadlines`. */
  at: number;
  /** Nobody waits any more. */
  isOver: boolean;
  /** The moment has come. */
  late(): void;
}

/**
 * Deadlines that all lie as far away when they are set: one timer serves them, for a timer of its own costs a request more than all
 * else that a search does for it.
 */
export class Deadlines {
  readonly #clock: SearchClock;
  readonly #ms: number;
  /** In the order in which they were set, which is that of their moments. Its places are used again. */
  readonly #waiting: Deadline[] = [];
  /** Those before it are over. */
  #first = 0;
  /** Those from it on are none. */
  #end = 0;
  #callOff: (() => void) | undefined;

  /** @param ms from now to a deadline; 0: there is none */
  constructor(clock: SearchClock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Tells it when the time is over, unless it is over before. */
  add(deadline: Deadline, now: number): void {
    if (this.#ms <= 0) return;
    deadline.at = now + this.#ms;
    this.#tidy();
    this.#waiting[this.#end++] = deadline;
    this.#callOff ??= this.#timer(this.#ms);
  }

  /** Ends the timer. */
  dispose(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#waiting.length = this.#first = this.#end = 0;
  }

  #timer(ms: number): () => void {
    return this.#clock.after(ms, () => this.#ring());
  }

  #ring(): void {
    this.#callOff = undefined;
    const now = this.#clock.now();
    // whoever is late may set a new one at once
    while (this.#first < this.#end) {
      const deadline = this.#waiting[this.#first];
      if (!deadline.isOver && deadline.at > now) {
        this.#callOff ??= this.#timer(deadline.at - now);
        break;
      }
      this.#first++;
      if (!deadline.isOver) deadline.late();
    }
    this.#tidy();
  }

  #tidy(): void {
    const waiting = this.#waiting;
    while (this.#first < this.#end && waiting[this.#first].isOver) this.#first++;
    if (this.#first === this.#end) this.#first = this.#end = 0;
    else if (this.#first > 1000 && this.#first > this.#end / 2) {
      waiting.copyWithin(0, this.#first, this.#end);
      this.#end -= this.#first;
      this.#first = 0;
      waiting.length = this.#end;
    }
  }
}
