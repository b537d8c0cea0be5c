import type { ModelFault, ModelFaultCode } from './model.ts';
import type { RetryEvent } from './retry.ts';

/** A wait before another attempt at an answer. */
export interface ModelWait {
  /** What the server said, in two or three words: `rate limited (429)`. */
  readonly what: string;
  /** The same in a sentence, with host and remedy. */
  readonly reason: string;
  /** The attempt that comes next, from 2, and how many there are at most. */
  readonly attempt: number;
  readonly attempts: number;
  /** When it is over, by the clock of `waitOf`; milliseconds. */
  readonly until: number;
}

/** What is called what, where the server sent no status. */
const WORDS: Readonly<Partial<Record<ModelFaultCode, string>>> = {
  'rate-limited': 'rate limited',
  timeout: 'no answer in time',
  unavailable: 'connection lost',
  'broken-off': 'answer broken off',
};

/** A fault that a retry may mend, in two or three words: `rate limited (429)`, `server error (503)`, `no answer in time`. */
export function faultWords({ code, status, patience }: Pick<ModelFault, 'code' | 'status' | 'patience'>): string {
  if (patience !== undefined) return 'loading the model';
  if (status === undefined) return WORDS[code] ?? 'request failed';
  return `${code === 'unavailable' ? 'server error' : (WORDS[code] ?? 'request failed')} (${status})`;
}

/** The wait that an event announces. `now`: by the caller's clock. */
export const waitOf = ({ fault, attempt, attempts, wait }: RetryEvent, now: number): ModelWait => ({
  what: faultWords(fault),
  reason: fault.message,
  attempt,
  attempts,
  until: now + wait,
});

/** Of several waits the one that is over first; undefined where none goes on. */
export function nextWait(waits: readonly ModelWait[], now: number): ModelWait | undefined {
  let next: ModelWait | undefined;
  for (const wait of waits) if (wait.until > now && wait.until < (next?.until ?? Infinity)) next = wait;
  return next;
}

/** `rate limited (429), attempt 3, next try in 8 s`: why nothing comes, and until when. */
export const waitWords = ({ what, attempt, until }: ModelWait, now: number): string =>
  `${what}, attempt ${attempt}, next try in ${secondsText(until - now)}`;

/** The same with the time of the next try, for what is not drawn again each second: `…, next try at 14:03:25`. */
export const waitWordsAt = ({ what, attempt }: ModelWait, time: string): string =>
  `${what}, attempt ${attempt}, next try at ${time}`;

/** `8 s`, `5 min`: rounded up, so that a wait is never said to be over before it is. */
function secondsText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** An event as a sentence for a log: `api.example.com limits … Attempt 3 of 7 in 8.0 s.` */
export const retryNote = ({ fault, attempt, attempts, wait }: RetryEvent, more = ''): string =>
  `${fault.message} Attempt ${attempt} of ${attempts} in ${(wait / 1000).toFixed(1)} s${more}.`;
