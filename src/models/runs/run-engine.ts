import { onAbort } from '../../core/base/cancellation.ts';
import { type Result, thrownMessage } from '../../core/base/result.ts';
import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { Reservation, Spending, Tokens } from '../../core/evaluation/runs/spending.ts';
import type { Clock } from '../../protocol/clock.ts';
import {
  type Completion,
  type CompletionRequest,
  type DecodingSettings,
  fault,
  type Model,
  type ModelFault,
} from '../model.ts';
import { createSample, sampleIdParts } from '../predict/predict-state.ts';
import { renderPrompt } from '../prompts/prompt.ts';
import { type RetryEvent, type RetryPolicy, withRetries } from '../retry.ts';
import type { AdaptiveLimit, LoadSign } from './adaptive-limit.ts';
import { type AnswerCache, cacheKeyText } from './answer-cache.ts';
import { mostTokens, SampleAttempts } from './sample-attempts.ts';
import type { RunTask } from './task-list.ts';

export interface RunOptions {
  /** Model, opened without retries: the run makes them. */
  readonly model: Model;
  /** Name of the model in the run. */
  readonly label: string;
  readonly nameTemplate: boolean;
  readonly settings: DecodingSettings;
  /** Limit of concurrent requests; the adaptive limit decides how many of them are pending. */
  readonly concurrency: number;
  readonly limit: AdaptiveLimit;
  readonly retry: RetryPolicy;
  readonly spending: Spending;
  /** Writes a sample with the end of its last attempt; resolves when it is safe, rejects if it could not be written. */
  readonly append: (sample: RunSample, ended?: RunAttempt) => Promise<void>;
  /**
   * The same for the other lines about attempts; undefined for a model of this process, whose attempts cost nothing.
   */
  readonly note?: ((attempt: RunAttempt) => Promise<void>) | undefined;
  readonly cache?: AnswerCache | undefined;
  /** Returns a hash of a text, in hexadecimal digits. */
  readonly hash: (text: string) => string | Promise<string>;
  readonly clock: Clock;
  /** Returns the current time as ISO 8601. */
  readonly instant: () => string;
  /** Uniform in [0, 1), for the jitter of waits. */
  readonly random: () => number;
  /** Called with each safely written sample. */
  readonly onSample?: (sample: RunSample) => void;
  readonly onRetry?: (event: RetryEvent) => void;
  /** Ends the run as `signal` does, but lets pending requests finish: they are paid for. */
  readonly pause?: AbortSignal | undefined;
}

/** Reason why a run ended before its last task. */
export interface RunStop {
  readonly why: 'cancelled' | 'paused' | 'budget' | 'hopeless' | 'faults' | 'disk';
  /** One sentence for the user. */
  readonly message: string;
  /** Failure of the last request, and the number of consecutive ones, for `hopeless` and `faults`. */
  readonly failure?: { readonly message: string; readonly count: number };
  /** The system's error, for `disk`. */
  readonly error?: unknown;
}

export interface RunOutcome {
  readonly answered: number;
  /** Number of answers from the cache. */
  readonly cached: number;
  /** Number of samples recorded as errors. */
  readonly failed: number;
  /** Undefined if all tasks were done. */
  readonly stop: RunStop | undefined;
}

/** Faults that every further request would meet, too. */
const HOPELESS: ReadonlySet<string> = new Set<ModelFault['code']>(['unauthorized', 'unknown-model']);
/** Faults of only one task. */
const ALONE: ReadonlySet<string> = new Set<ModelFault['code']>(['unsupported-task', 'too-long', 'moderated']);
/** Consecutive failed samples that end a run: further ones would only fill the file with errors. */
const MAX_CONSECUTIVE_FAILURES = 10;
/**
 * Interval in milliseconds: models of this process answer without waiting, so the rest of the program needs its turn to be able to cancel.
 */
const TURN_MS = 25;

/** Retry policy of a run: it has time, and a burst of refusals should not end a sample. Times in milliseconds. */
export const RUN_RETRY_POLICY: RetryPolicy = { retries: 6, delay: 1000, maxDelay: 60_000, maxRetryAfter: 300_000 };

/**
 * Runs all tasks with limited concurrency, and hands each sample over when it is complete, in order of arrival. Never rejects: a fault of
 * the network is a sample with an error, the reason for an early end is its `stop`. Nothing is recorded for requests that were canceled, or
 * that failed for a reason common to all: a resumed run repeats them.
 */
export async function runTasks(
  tasks: Iterable<RunTask>,
  options: RunOptions,
  signal: AbortSignal,
): Promise<RunOutcome> {
  return new Run(tasks, options, signal).run();
}

type Answer = Result<Completion, ModelFault>;

const CANCELLED = fault('cancelled', 'cancelled');

class Run {
  readonly #tasks: Iterator<RunTask>;
  readonly #options: RunOptions;
  readonly #signal: AbortSignal;
  /** Cancels pending requests. */
  readonly #hard = new AbortController();
  /** Ends waits and lets pending requests finish. */
  readonly #soft = new AbortController();
  #stop: RunStop | undefined;
  #answered = 0;
  #cached = 0;
  #failed = 0;
  #inARow = 0;
  #turn: number;
  /** Pending requests; each resolves to whether it was answered. */
  readonly #sent = new Set<Promise<boolean>>();
  /** True once the server has answered a request of this run. */
  #wasAnswered = false;
  /** Requests in progress by the key of their answer; empty without a cache. */
  readonly #asking = new Map<string, Promise<void>>();

  constructor(tasks: Iterable<RunTask>, options: RunOptions, signal: AbortSignal) {
    this.#tasks = tasks[Symbol.iterator]();
    this.#options = options;
    this.#signal = signal;
    this.#turn = options.clock.now();
  }

  async run(): Promise<RunOutcome> {
    const cancelled: RunStop = { why: 'cancelled', message: 'interrupted' };
    if (this.#signal.aborted) this.#end(cancelled);
    const callOff = onAbort(this.#signal, () => this.#end(cancelled));
    const { pause } = this.#options;
    const paused: RunStop = { why: 'paused', message: 'paused' };
    if (pause?.aborted === true) this.#end(paused);
    const callOffPause = pause && onAbort(pause, () => this.#end(paused));
    const workers = Array.from({ length: Math.max(1, this.#options.concurrency) }, () => this.#work());
    await Promise.all(workers);
    callOff();
    callOffPause?.();
    return { answered: this.#answered, cached: this.#cached, failed: this.#failed, stop: this.#stop };
  }

  /**
   * Sets the reason for the end. The first one stays, but a full disk takes precedence over any other, and a wrong key or model over a
   * limit.
   */
  #end(stop: RunStop): void {
    const isMore = stop.why === 'disk' || (stop.why === 'hopeless' && this.#stop?.why === 'budget');
    if (this.#stop === undefined || isMore) this.#stop = stop;
    this.#soft.abort();
    // Pending requests are paid for: they may finish, unless the user canceled or they cannot be stored.
    if (stop.why === 'cancelled' || stop.why === 'disk') this.#hard.abort();
  }

  async #work(): Promise<void> {
    const { clock } = this.#options;
    while (this.#stop === undefined) {
      const { value: task, done } = this.#tasks.next();
      if (done === true) return;
      await this.#ask(task);
      if (clock.now() - this.#turn > TURN_MS) {
        await new Promise<void>((resolve) => void clock.after(0, resolve));
        this.#turn = clock.now();
      }
    }
  }

  async #ask({ number, position, template }: RunTask): Promise<void> {
    const { model, settings, cache, hash } = this.#options;
    const { task } = position;
    const messages = renderPrompt(template, task);
    const request: CompletionRequest = {
      task,
      messages,
      settings,
      ...(template.isRaw === true ? { isRaw: true } : {}),
    };
    const key = cache === undefined ? '' : await hash(cacheKeyText(model.label, model.endpoint, request, model.api));
    const done = cache === undefined ? undefined : await this.#alone(key);
    try {
      await this.#askAs(key, { number, position, template }, request);
    } finally {
      done?.();
    }
  }

  /** Waits for equal requests in progress, whose answer is then in the cache; the returned function ends the turn. */
  async #alone(key: string): Promise<() => void> {
    for (let same = this.#asking.get(key); same !== undefined; same = this.#asking.get(key)) await same;
    let end = (): void => {};
    const asking = new Promise<void>((resolve) => {
      end = () => {
        this.#asking.delete(key);
        resolve();
      };
    });
    this.#asking.set(key, asking);
    return end;
  }

  async #askAs(key: string, { number, position, template }: RunTask, request: CompletionRequest): Promise<void> {
    const { label, nameTemplate, cache, hash } = this.#options;
    const known = await cache?.get(key);
    const naming = { label, template, nameTemplate };
    const attempts = new SampleAttempts(sampleId(sampleIdParts(position, naming)), this.#options);
    const answer =
      known === undefined ? await this.#answer(request, attempts) : ({ ok: true, value: known } satisfies Answer);
    if (!answer.ok && this.#endsAll(answer.error)) return;
    if (answer.ok && known === undefined) await cache?.put(key, answer.value);
    const sample = createSample(position, naming, answer, attempts.timing);
    await this.#record(
      {
        ...sample,
        task: number,
        promptHash: await hash(JSON.stringify(request.messages)),
        ...(known === undefined ? {} : { cached: true }),
      },
      attempts.ended,
    );
  }

  /** Returns the answer to a request after as many attempts as necessary. */
  async #answer(request: CompletionRequest, attempts: SampleAttempts): Promise<Answer> {
    const { clock, random, retry, onRetry } = this.#options;
    const most = mostTokens(request);
    const context = {
      policy: retry,
      clock,
      random,
      onRetry: (event: RetryEvent) => {
        attempts.wait(event.wait);
        onRetry?.(event);
      },
    };
    const ask = () => withRetries(() => this.#attempt(request, most, attempts), context, this.#soft.signal);
    const answer = await ask();
    if (answer.ok || answer.error.code !== 'unauthorized') return answer;
    // A key that works for other requests is not wrong: then this is a refusal of one request, which its model words accordingly.
    while (!this.#wasAnswered && this.#sent.size > 0) await Promise.race(this.#sent);
    return this.#wasAnswered && !this.#soft.signal.aborted ? ask() : answer;
  }

  /** Makes one request, when all limits have room for it. */
  async #attempt(request: CompletionRequest, most: Tokens | undefined, attempts: SampleAttempts): Promise<Answer> {
    const { limit, retry } = this.#options;
    const leave = await limit.enter(this.#soft.signal);
    if (leave === undefined) return CANCELLED;
    const reservation = await this.#reserve(most);
    if (reservation === undefined) {
      leave({ sign: 'neutral' });
      return CANCELLED;
    }
    try {
      await attempts.begin(most);
      const result = await this.#send({ ...request, onSent: attempts.sent });
      const usage = result.ok ? result.value.usage : result.error.usage;
      reservation.settle(result.ok, usage);
      leave(loadSign(result, retry));
      await attempts.end(result);
      return result;
    } catch (error) {
      // Both lines of an attempt are necessary: otherwise a limit would not hold.
      reservation.settle(false, undefined);
      leave({ sign: 'neutral' });
      this.#endAtDisk(error);
      return CANCELLED;
    }
  }

  async #send(request: CompletionRequest): Promise<Answer> {
    const answer = this.#options.model.complete(request, this.#hard.signal);
    const sent = answer.then(
      ({ ok }) => ok,
      () => false,
    );
    this.#sent.add(sent);
    this.#wasAnswered = (await sent) || this.#wasAnswered;
    this.#sent.delete(sent);
    return answer;
  }

  /** Reserves room for a request within the limits; undefined if there is none, or the run ends first. */
  async #reserve(most: Tokens | undefined): Promise<Reservation | undefined> {
    const { spending } = this.#options;
    while (!this.#soft.signal.aborted) {
      const reserved = spending.reserve(most);
      if (reserved.kind === 'granted') return reserved.reservation;
      if (reserved.kind === 'refused') this.#end({ why: 'budget', message: `${reserved.reason}.` });
      else await spending.settled();
    }
    return undefined;
  }

  /** Returns true if a fault concerns not only this sample; nothing of it is recorded. */
  #endsAll({ code, message, retryable, retryAfter = 0 }: ModelFault): boolean {
    if (code === 'cancelled') return true;
    if (code === 'unauthorized' && this.#wasAnswered) return false;
    const isLong = retryAfter > this.#options.retry.maxRetryAfter;
    // No server, no such host, no quota: waiting does not help.
    const isFinal = !retryable && (code === 'unavailable' || code === 'rate-limited');
    if (!HOPELESS.has(code) && !isFinal && !isLong) return false;
    this.#end({ why: 'hopeless', message, failure: { message, count: 1 } });
    return true;
  }

  #endAtDisk(error: unknown): void {
    this.#end({ why: 'disk', message: thrownMessage(error), error });
  }

  async #record(sample: RunSample, ended: RunAttempt | undefined): Promise<void> {
    if (this.#hard.signal.aborted && this.#stop?.why === 'disk') return;
    try {
      await this.#options.append(sample, ended);
    } catch (error) {
      this.#endAtDisk(error);
      return;
    }
    if (sample.error === undefined) {
      this.#answered++;
      if (sample.cached === true) this.#cached++;
      this.#inARow = 0;
    } else {
      this.#failed++;
      // A task that the model does not support, or whose prompt is too long, costs nothing and says nothing about the others.
      if (!ALONE.has(sample.error.code)) this.#inARow++;
      if (this.#inARow >= MAX_CONSECUTIVE_FAILURES) {
        const failure = { message: sample.error.message, count: this.#inARow };
        const message = `${failure.count} consecutive requests failed; the last error: ${failure.message}`;
        this.#end({ why: 'faults', message, failure });
      }
    }
    this.#options.onSample?.(sample);
  }
}

function loadSign(result: Result<Completion, ModelFault>, { maxRetryAfter }: RetryPolicy): LoadSign {
  if (result.ok) return { sign: 'answered' };
  const { code, retryable, retryAfter } = result.error;
  const isLoad = retryable && (code === 'rate-limited' || code === 'unavailable' || code === 'timeout');
  if (!isLoad) return { sign: 'neutral' };
  const waits = retryAfter !== undefined && retryAfter <= maxRetryAfter;
  return { sign: 'overload', ...(waits ? { retryAfter } : {}) };
}
