import { onAbort } from '../core/base/cancellation.ts';
import type { Result } from '../core/base/result.ts';
import type { Clock } from '../protocol/clock.ts';
import { fault, type ModelFault, type ModelFaultCode } from './model.ts';

/** Retries of requests that failed with a transient error. Times in milliseconds. */
export interface RetryPolicy {
  /** Number of attempts after the first. */
  readonly retries: number;
  /** Wait before the first retry; it doubles with each. */
  readonly delay: number;
  readonly maxDelay: number;
  /** Limit of the wait requested by the server (`retry-after`); after a longer one there is no retry. */
  readonly maxRetryAfter: number;
}

export const RETRY_POLICY: RetryPolicy = { retries: 3, delay: 500, maxDelay: 20_000, maxRetryAfter: 60_000 };

/** A wait before another attempt, for display. */
export interface RetryEvent {
  readonly fault: ModelFault;
  /** Number of the next attempt, from 2. */
  readonly attempt: number;
  readonly attempts: number;
  /** Milliseconds until then. */
  readonly wait: number;
}

export interface RetryContext {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly onRetry?: (event: RetryEvent) => void;
}

/** Longest interval between requests to a server that is getting ready, in milliseconds. */
const MAX_LOADING_DELAY = 5000;

/**
 * Makes attempts until one succeeds, fails for good, or the policy ends them. Waits are exponential with jitter (between half and the whole
 * of it, so that several clients spread), and never shorter than the server's request. A server that is getting ready is asked again as
 * long as its fault has patience for it; those attempts do not count.
 */
export async function withRetries<T>(
  attempt: () => Promise<Result<T, ModelFault>>,
  { policy, clock, random, onRetry }: RetryContext,
  signal: AbortSignal,
): Promise<Result<T, ModelFault>> {
  let loadingSince: number | undefined;
  let loading = 0;
  for (let made = 1; ; made++) {
    const result = await attempt();
    if (result.ok || !result.error.retryable || policy.retries === 0) return result;
    const { retryAfter = 0, patience } = result.error;
    if (retryAfter > policy.maxRetryAfter) return result;
    const isLoading = patience !== undefined;
    loadingSince = isLoading ? (loadingSince ?? clock.now()) : undefined;
    if (loadingSince !== undefined && patience !== undefined) {
      loading++;
      if (clock.now() - loadingSince >= patience) return result;
    } else if (made - loading > policy.retries) return result;
    const backoff = Math.min(policy.delay * 2 ** (made - 1), isLoading ? MAX_LOADING_DELAY : policy.maxDelay);
    const wait = Math.round(retryAfter + backoff * (0.5 + 0.5 * random()));
    const attempts = policy.retries + 1 + loading;
    onRetry?.({ fault: result.error, attempt: made + 1, attempts, wait });
    if (!(await sleep(wait, clock, signal))) return fault('cancelled', 'cancelled');
  }
}

/** Waits; resolves to false if the signal aborts first. */
function sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const callOff = onAbort(signal, () => {
      stop();
      resolve(false);
    });
    const stop = clock.after(ms, () => {
      callOff();
      resolve(true);
    });
  });
}

/** A wait before another attempt at an answer. */
export interface ModelWait {
  /** Answer of the server in two or three words: `rate limited (429)`. */
  readonly what: string;
  /** The same as a sentence, with host and remedy. */
  readonly reason: string;
  /** Number of the next attempt, from 2, and the largest possible number. */
  readonly attempt: number;
  readonly attempts: number;
  /** End of the wait by the clock of `announcedWait`, in milliseconds. */
  readonly until: number;
}

/** Summaries by fault code, if the server sent no status. */
const WORDS: Readonly<Partial<Record<ModelFaultCode, string>>> = {
  'rate-limited': 'rate limited',
  timeout: 'no answer in time',
  unavailable: 'connection lost',
  'broken-off': 'answer broken off',
};

/**
 * Returns a fault that a retry may fix, in two or three words: `rate limited (429)`, `server error (503)`, `no answer in time`.
 */
export function faultSummary({ code, status, patience }: Pick<ModelFault, 'code' | 'status' | 'patience'>): string {
  if (patience !== undefined) return 'loading the model';
  if (status === undefined) return WORDS[code] ?? 'request failed';
  return `${code === 'unavailable' ? 'server error' : (WORDS[code] ?? 'request failed')} (${status})`;
}

/** Returns the wait that an event announces. `now`: by the caller's clock. */
export const announcedWait = ({ fault, attempt, attempts, wait }: RetryEvent, now: number): ModelWait => ({
  what: faultSummary(fault),
  reason: fault.message,
  attempt,
  attempts,
  until: now + wait,
});

/** Returns the wait that ends first; undefined if none is active. */
export function nextWait(waits: readonly ModelWait[], now: number): ModelWait | undefined {
  let next: ModelWait | undefined;
  for (const wait of waits) if (wait.until > now && wait.until < (next?.until ?? Infinity)) next = wait;
  return next;
}

/** Returns a status such as `rate limited (429), attempt 3, next try in 8 s`. */
export const waitText = ({ what, attempt, until }: ModelWait, now: number): string =>
  `${what}, attempt ${attempt}, next try in ${secondsText(until - now)}`;

/**
 * Returns the same with the time of the next try, for text that is not updated each second: `…, next try at 14:03:25`.
 */
export const waitTextAt = ({ what, attempt }: ModelWait, time: string): string =>
  `${what}, attempt ${attempt}, next try at ${time}`;

/** Returns `8 s` or `5 min`: rounded up, so that a wait never ends later than stated. */
function secondsText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** Returns an event as a sentence for a log: `api.example.com limits … Attempt 3 of 7 in 8.0 s.` */
export const retryNote = ({ fault, attempt, attempts, wait }: RetryEvent, more = ''): string =>
  `${fault.message} Attempt ${attempt} of ${attempts} in ${(wait / 1000).toFixed(1)} s${more}.`;
