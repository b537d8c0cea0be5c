import type { Spending, Tokens } from '../../core/evaluation/runs/spending.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { RetryEvent } from '../retry.ts';
import { type ModelWait, waitOf } from '../wait-words.ts';
import type { AdaptiveLimit } from './adaptive-limit.ts';

/** The progress of a run. */
export interface RunProgress {
  /** Samples of the whole file, shard or segments together. */
  readonly total: number;
  /** Samples with an answer, and samples recorded as failed. */
  readonly answered: number;
  readonly failed: number;
  /** Samples that this call asks for, those that are done, and those of them that failed. */
  readonly wanted: number;
  readonly asked: number;
  readonly faults: number;
  /** Milliseconds since the asking began. */
  readonly elapsed: number;
  /** Samples a second of late; undefined while nothing is known. */
  readonly rate: number | undefined;
  /** Totals of the whole file; cost is undefined without prices. */
  readonly tokens: Tokens;
  readonly cost: number | undefined;
  /** Requests that may be on their way now, and that are. */
  readonly limit: number;
  readonly active: number;
  /** Requests that wait for another attempt, by the run's clock. */
  readonly waits: readonly ModelWait[];
}

/** The rate is that of so many seconds, the one that goes on left out. */
const WINDOW = 10;
const SECOND = 1000;

/** Counts what a run does, and says how far it is. */
export class RunMeter {
  readonly #known: { readonly answered: { readonly size: number }; readonly failed: { readonly size: number } };
  readonly #total: number;
  readonly #wanted: number;
  readonly #spending: Spending;
  readonly #limit: AdaptiveLimit;
  readonly #clock: Clock;
  readonly #began: number;
  /** Samples of the last seconds, by the number of the second since the beginning. */
  readonly #seconds: { readonly second: number; count: number }[] = [];
  #asked = 0;
  #faults = 0;
  #waits: readonly ModelWait[] = [];

  /** @param known of the whole file; its numbers are read whenever progress is asked for */
  constructor(
    known: { readonly answered: { readonly size: number }; readonly failed: { readonly size: number } },
    total: number,
    wanted: number,
    spending: Spending,
    limit: AdaptiveLimit,
    clock: Clock,
  ) {
    this.#known = known;
    this.#total = total;
    this.#wanted = wanted;
    this.#spending = spending;
    this.#limit = limit;
    this.#clock = clock;
    this.#began = clock.now();
  }

  step(failed: boolean): void {
    this.#asked++;
    if (failed) this.#faults++;
    const second = Math.floor((this.#clock.now() - this.#began) / SECOND);
    const last = this.#seconds.at(-1);
    if (last?.second === second) last.count++;
    else this.#seconds.push({ second, count: 1 });
    while ((this.#seconds[0]?.second ?? second) < second - WINDOW) this.#seconds.shift();
  }

  retry(event: RetryEvent): void {
    this.#waits = [...this.#pending, waitOf(event, this.#clock.now())];
  }

  get progress(): RunProgress {
    const elapsed = this.#clock.now() - this.#began;
    return {
      total: this.#total,
      answered: this.#known.answered.size,
      failed: this.#known.failed.size,
      wanted: this.#wanted,
      asked: this.#asked,
      faults: this.#faults,
      elapsed,
      rate: this.#rate(elapsed),
      tokens: this.#spending.tokens,
      cost: this.#spending.cost,
      limit: this.#limit.limit,
      active: this.#limit.active,
      waits: this.#pending,
    };
  }

  get #pending(): readonly ModelWait[] {
    const now = this.#clock.now();
    return this.#waits.filter(({ until }) => until > now);
  }

  #rate(elapsed: number): number | undefined {
    const second = Math.floor(elapsed / SECOND);
    const from = Math.max(0, second - WINDOW);
    // Less than two whole seconds say more together with the one that goes on.
    if (second < 2) return elapsed < SECOND / 2 || this.#asked === 0 ? undefined : (this.#asked / elapsed) * SECOND;
    let count = 0;
    for (const one of this.#seconds) if (one.second >= from && one.second < second) count += one.count;
    return count / (second - from);
  }
}
