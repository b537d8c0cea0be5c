import type { Clock } from '../protocol/clock.ts';

/** Timeouts of an engine, in milliseconds. */
export interface Patience {
  /** Limit for the greeting and for `readyok`. */
  readonly answerMs: number;
  /** Silence during a search after which the engine is pinged; also the limit for its reply. */
  readonly quietMs: number;
  /** Limit of a whole search. */
  readonly searchMs: number;
  /** Limit for stopping a search. */
  readonly stopMs: number;
}

export const PATIENCE: Patience = { answerMs: 20_000, quietMs: 20_000, searchMs: 1_800_000, stopMs: 3_000 };

/** Detects a hanging engine: no output after a command, or a search that does not end. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #ping: (() => void) | undefined;
  readonly #hangs: (reason: string) => void;
  #heardAt: number;
  #asked = false;
  #deadline: () => void;
  #look: (() => void) | undefined;
  #over = false;

  /**
   * Starts watching.
   *
   * @param ping asks the engine for a sign of life; without it an answer is due within `answerMs`
   */
  constructor(clock: Clock, patience: Patience, ping: (() => void) | undefined, hangs: (reason: string) => void) {
    this.#clock = clock;
    this.#patience = patience;
    this.#ping = ping;
    this.#hangs = hangs;
    this.#heardAt = clock.now();
    this.#deadline = this.#within(ping === undefined ? patience.answerMs : patience.searchMs);
    if (ping !== undefined) this.#lookAfter(patience.quietMs);
  }

  /** Notes output of the engine. */
  heard(): void {
    this.#heardAt = this.#clock.now();
    this.#asked = false;
  }

  /** Notes that `stop` was sent. */
  endSoon(): void {
    if (this.#over) return;
    this.#callOff();
    this.#deadline = this.#within(this.#patience.stopMs);
  }

  /** Ends the watch: the expected output has arrived. */
  stop(): void {
    this.#over = true;
    this.#callOff();
  }

  #callOff(): void {
    this.#deadline();
    this.#look?.();
    this.#look = undefined;
  }

  #within(ms: number): () => void {
    return this.#clock.after(ms, () => this.#give(`did not answer within ${seconds(ms)}`));
  }

  #lookAfter(ms: number): void {
    this.#look = this.#clock.after(ms, () => {
      const { quietMs } = this.#patience;
      const quiet = this.#clock.now() - this.#heardAt;
      if (quiet < quietMs) this.#lookAfter(quietMs - quiet);
      else if (this.#asked) this.#give(`does not respond: no output for ${seconds(2 * quietMs)}`);
      else {
        this.#asked = true;
        this.#ping?.();
        this.#lookAfter(quietMs);
      }
    });
  }

  #give(reason: string): void {
    this.stop();
    this.#hangs(reason);
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
