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

/** Rounds a duration to its unit: 18 s, 30 min, 2 h; at least one second. */
export function roundDuration(seconds: number): { readonly count: number; readonly unit: 's' | 'min' | 'h' } {
  if (seconds < 90) return { count: Math.max(1, Math.round(seconds)), unit: 's' };
  return seconds < 5400
    ? { count: Math.round(seconds / 60), unit: 'min' }
    : { count: Math.round(seconds / 3600), unit: 'h' };
}

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
    if (total !== undefined && total > done) {
      const { count, unit } = roundDuration((total - done) / rate);
      parts.push(t('{0} left', `${count} ${unit}`));
    }
  }
  return parts;
}

/** Formats the progress as a line: `scoring: 1,200 of 5,200 · 310/s · 13 s left`. */
export const progressText = (doing: string, done: number, total: number | undefined, ms: number, unit = ''): string =>
  `${doing}: ${progressParts(done, total, ms, unit).join(' · ')}`;
