import { t } from './l10n.ts';

/** Formats a number with its noun: `1 move`, `2,000 moves`; `many` is the plural if it is not the noun with an s. */
export const plural = (n: number, noun: string, many = `${noun}s`): string =>
  `${formatWholeNumber(n)} ${n === 1 ? noun : many}`;

/** Formats a whole number with separators. Small numbers have none, and loading the code that sets them takes 20 ms. */
export const formatWholeNumber = (n: number): string =>
  Number.isInteger(n) && Math.abs(n) < 1000 ? String(n) : n.toLocaleString('en-US');

/**
 * Rounds a sum of shares that is whole but for rounding. Answers that differ although they share a prompt count as
 * parts of one, so that counts and rates agree.
 */
export const roundShareSum = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/** Formats a count that may have a fraction: `1,204`, `0.67`. */
export const formatShareSum = (count: number): string =>
  count.toLocaleString('en', count < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });

/** Minimum time for a rate, in ms. */
const MIN_MS = 500;

const number = (n: number): string => Math.round(n).toLocaleString('en-US');

/** Formats a duration as `18 s`, `30 min`, `2 h`; at least one second. */
export function shortDuration(seconds: number): string {
  if (seconds < 90) return t('{0} s', Math.max(1, Math.round(seconds)));
  return seconds < 5400 ? t('{0} min', Math.round(seconds / 60)) : t('{0} h', Math.round(seconds / 3600));
}

/** Time without an answer after which a count is said to wait, in ms. */
const QUIET_MS = 10_000;

/** Formats how long nothing has come, `waiting for 40 s`; undefined while answers come. */
export const quietPart = (ms: number): string | undefined =>
  ms < QUIET_MS ? undefined : t('waiting for {0}', shortDuration(ms / 1000));

/**
 * Formats the progress of a count, in parts: `1,200 of 5,200`, `310/s`, `30 min left`. `ms`: time that `done` took.
 * `unit`: of the counts, with a space before it.
 */
export function progressParts(done: number, total: number | undefined, ms: number, unit = ''): string[] {
  const counted = total === undefined ? number(done) : t('{0} of {1}', number(done), number(total));
  const parts = [`${counted}${unit}`];
  if (ms >= MIN_MS && done > 0) {
    const rate = (done / ms) * 1000;
    parts.push(`${rate < 10 ? rate.toFixed(1) : number(rate)}${unit}/s`);
    if (total !== undefined && total > done) parts.push(t('{0} left', shortDuration((total - done) / rate)));
  }
  return parts;
}

/** Formats the progress as a line: `scoring: 1,200 of 5,200 · 310/s · 13 s left`. */
export const progressText = (doing: string, done: number, total: number | undefined, ms: number, unit = ''): string =>
  `${doing}: ${progressParts(done, total, ms, unit).join(' · ')}`;
