import { PILOT_WORTH } from '../../core/evaluation/runs/projection.ts';
import { shardSize } from '../../core/evaluation/runs/run-plan.ts';
import { type Spending, type Tokens, tokenCost } from '../../core/evaluation/runs/spending.ts';
import type { Clock } from '../../protocol/clock.ts';
import { CHARACTERS_A_TOKEN, renderPrompt } from '../prompts/prompt.ts';
import { announcedWait, type ModelWait, type RetryEvent } from '../retry.ts';
import type { AdaptiveLimit } from './adaptive-limit.ts';
import type { RunJob } from './run-job.ts';

/** Progress of a run. */
export interface RunProgress {
  /** Number of samples of the whole file, with all shards or segments. */
  readonly total: number;
  /** Samples with an answer, and samples recorded as failed. */
  readonly answered: number;
  readonly failed: number;
  /** Samples requested by this call, finished ones, and failed ones among these. */
  readonly wanted: number;
  readonly asked: number;
  readonly faults: number;
  /** Milliseconds since the first request. */
  readonly elapsed: number;
  /** Recent samples per second; undefined while unknown. */
  readonly rate: number | undefined;
  /** Seconds until the last requested sample, counted from `since`; undefined while unknown. */
  readonly left: number | undefined;
  /** Time of the last sample, or of the start, by the run's clock. */
  readonly since: number;
  /** Totals of the whole file; cost is undefined without prices. */
  readonly tokens: Tokens;
  readonly cost: number | undefined;
  /** Current limit of pending requests, and their number. */
  readonly limit: number;
  readonly active: number;
  /** Requests that wait for another attempt, by the run's clock. */
  readonly waits: readonly ModelWait[];
}

/** Seconds over which the rate is measured, the current one left out. */
const WINDOW = 10;
/** Number of samples in that time from which the rest is estimated by it; slower runs are measured from their start. */
const ENOUGH = 5;
const SECOND = 1000;

/** Counts the work of a run and reports its progress. */
export class RunMeter {
  readonly #known: { readonly answered: { readonly size: number }; readonly failed: { readonly size: number } };
  readonly #total: number;
  readonly #wanted: number;
  readonly #spending: Spending;
  readonly #limit: AdaptiveLimit;
  readonly #clock: Clock;
  readonly #began: number;
  /** Samples of the last seconds, by the number of the second since the start. */
  readonly #seconds: { readonly second: number; count: number }[] = [];
  #asked = 0;
  #faults = 0;
  #waits: readonly ModelWait[] = [];
  #since: number;

  /** @param known figures of the whole file, read on each progress report */
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
    this.#since = this.#began;
  }

  step(failed: boolean): void {
    this.#asked++;
    if (failed) this.#faults++;
    this.#since = this.#clock.now();
    const second = Math.floor((this.#since - this.#began) / SECOND);
    const last = this.#seconds.at(-1);
    if (last?.second === second) last.count++;
    else this.#seconds.push({ second, count: 1 });
    while ((this.#seconds[0]?.second ?? second) < second - WINDOW) this.#seconds.shift();
  }

  retry(event: RetryEvent): void {
    this.#waits = [...this.#pending, announcedWait(event, this.#clock.now())];
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
      left: this.#left(elapsed),
      since: this.#since,
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

  #left(elapsed: number): number | undefined {
    const recent = this.#rate(elapsed);
    if (recent === undefined) return undefined;
    const spent = this.#since - this.#began;
    const isEnough = recent * WINDOW >= ENOUGH && elapsed - spent < WINDOW * SECOND;
    const pace = isEnough || spent === 0 ? recent : (this.#asked / spent) * SECOND;
    return pace > 0 ? (this.#wanted - this.#asked) / pace : undefined;
  }

  #rate(elapsed: number): number | undefined {
    const second = Math.floor(elapsed / SECOND);
    const from = Math.max(0, second - WINDOW);
    // Before two whole seconds are over, the current one counts, too.
    if (second < 2) return elapsed < SECOND / 2 || this.#asked === 0 ? undefined : (this.#asked / elapsed) * SECOND;
    let count = 0;
    for (const item of this.#seconds) if (item.second >= from && item.second < second) count += item.count;
    return count / (second - from);
  }
}

/** Number of prompts examined to estimate all. */
const LOOKED_AT = 1000;

/** Estimated cost of a run, computed without requests. */
export interface RunEstimate {
  /** Number of answers that the run will hold. */
  readonly samples: number;
  /**
   * Number of different requests: samples with the same prompt and number share an answer. All samples if answers are not cached.
   */
  readonly requests: number;
  /** Tokens of all prompts, roughly; undefined for a model of this process. */
  readonly input: number | undefined;
  /** Maximum tokens of all answers; undefined if no limit is set. */
  readonly maxOutput: number | undefined;
  /** Cost by the user's prices; undefined without them. `most` is undefined with `maxOutput`. */
  readonly cost: { readonly least: number; readonly most: number | undefined } | undefined;
  /** True if a pilot is advisable. */
  readonly worthPilot: boolean;
}

/**
 * Estimates a run from a sample of its prompts.
 *
 * @param isCached true if an answer serves all samples with its prompt and number
 */
export function estimateRun(job: RunJob, isCached = true): RunEstimate {
  const { tasks, shard, settings, prices, model } = job;
  const samples = shardSize(tasks.count, shard);
  const numbers = isCached ? tasks.distinctNumbersOf(shard) : tasks.numbersOf(shard);
  const requests = numbers.length;
  if (model.endpoint === undefined || requests === 0)
    return { samples, requests, input: undefined, maxOutput: undefined, cost: undefined, worthPilot: false };
  const input = promptTokens(job, numbers);
  const output = settings.maxTokens === undefined ? undefined : settings.maxTokens * requests;
  return {
    samples,
    requests,
    input,
    maxOutput: output,
    cost: prices && {
      least: tokenCost({ input, output: 0 }, prices),
      most: output === undefined ? undefined : tokenCost({ input, output }, prices),
    },
    worthPilot: requests > PILOT_WORTH,
  };
}

function promptTokens({ tasks }: RunJob, numbers: readonly number[]): number {
  const step = Math.max(1, Math.floor(numbers.length / LOOKED_AT));
  let characters = 0;
  let looked = 0;
  for (let i = 0; i < numbers.length; i += step) {
    const { position, template } = tasks.at(numbers[i] ?? 0);
    for (const { content } of renderPrompt(template, position.task)) characters += content.length;
    looked++;
  }
  return ((characters / looked) * numbers.length) / CHARACTERS_A_TOKEN;
}
