import type { Result } from '../../core/base/result.ts';
import type { RunAttempt, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { Spending, Tokens } from '../../core/evaluation/runs/spending.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { Completion, CompletionRequest, ModelFault } from '../model.ts';
import { RAW_TOKENS } from '../openai/request-body.ts';

interface Tools {
  /** Writes a line about an attempt; undefined if none is stored. */
  readonly note?: ((attempt: RunAttempt) => Promise<void>) | undefined;
  readonly spending: Spending;
  readonly clock: Clock;
  /** Returns the current time as ISO 8601. */
  readonly instant: () => string;
}

/** Attempts at one sample: each has a line in the run file before its request is sent, and one when it has ended. */
export class SampleAttempts {
  readonly #id: string;
  readonly #tools: Tools;
  #began = 0;
  #current: Pick<RunAttempt, 'kind' | 'id' | 'number' | 'started'> | undefined;
  /** Reason for the next attempt. */
  #reason: string | undefined;
  #timing: RunSample['timing'];
  /** Milliseconds between attempts. */
  #waited = 0;
  #ended: RunAttempt | undefined;

  constructor(id: string, tools: Tools) {
    this.#id = id;
    this.#tools = tools;
  }

  /** Time of the last attempt, its duration, and the waits before it. */
  get timing(): RunSample['timing'] {
    return this.#timing === undefined || this.#waited === 0 ? this.#timing : { ...this.#timing, waited: this.#waited };
  }

  /** Notes that the request is sent: time in our own queues is over. */
  readonly sent = (): void => void (this.#began = this.#tools.clock.now());

  /** Adds a wait before another attempt, in milliseconds. */
  wait(ms: number): void {
    this.#waited += ms;
  }

  /** End of the answered attempt. It is written together with its sample, so that neither exists without the other. */
  get ended(): RunAttempt | undefined {
    return this.#ended;
  }

  /**
   * Resolves when the file holds the start of a request; rejects with the system's error.
   *
   * @param most limit of the tokens that it can use, if known
   */
  async begin(most: Tokens | undefined): Promise<void> {
    const { note, spending, clock, instant } = this.#tools;
    const started = instant();
    this.#began = clock.now();
    this.#timing = { started };
    if (note === undefined) return;
    const number = spending.nextAttempt(this.#id);
    const reason = this.#reason ?? (number === 1 ? 'first' : 'again');
    this.#current = { kind: 'attempt', id: this.#id, number, started };
    const bound = most === undefined ? {} : { most: { inputTokens: most.input, outputTokens: most.output } };
    await note({ ...this.#current, reason, ...bound });
    this.#began = clock.now();
  }

  /**
   * Resolves when the file holds the failure of an attempt; `ended` covers answers. Rejects with the system's error.
   */
  async end(result: Result<Completion, ModelFault>): Promise<void> {
    const { note, clock } = this.#tools;
    // A clock that was set back must not give a negative time.
    const own = result.ok ? result.value.elapsed : undefined;
    const elapsed = own ?? Math.max(0, clock.now() - this.#began);
    this.#timing = { ...this.#timing, elapsed };
    if (this.#current === undefined || note === undefined) return;
    const usage = result.ok ? result.value.usage : result.error.usage;
    const counted = { elapsed, ...(usage === undefined ? {} : { usage }) };
    if (result.ok) {
      this.#ended = { ...this.#current, result: 'answered', ...counted };
      return;
    }
    const { code, message } = result.error;
    this.#reason = code;
    await note({ ...this.#current, result: code, message, ...counted });
  }
}

/** Tokens that servers add around a message, and around all of them: roles, separators, the beginning of the answer. */
const AROUND_MESSAGE = 16;
const AROUND_ALL = 32;

/**
 * Returns the largest number of tokens that a request can use: no token is shorter than a byte, and the answer has its limit. Undefined if
 * that limit is not set.
 */
export function mostTokens({ messages, settings, isRaw }: CompletionRequest): Tokens | undefined {
  const output = settings.maxTokens ?? (isRaw === true ? RAW_TOKENS : undefined);
  if (output === undefined) return undefined;
  const encoder = new TextEncoder();
  const bytes = messages.reduce(
    (sum, { content }) => sum + encoder.encode(content).length + AROUND_MESSAGE,
    AROUND_ALL,
  );
  return { input: bytes, output };
}
