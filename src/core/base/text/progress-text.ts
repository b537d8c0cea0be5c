import { t } from './l10n.ts';

/** A rate over less time says nothing yet. */
const MIN_MS = 500;

const number = (n: number): string => Math.round(n).toLocaleString('en-US');

/** How far a count is, in parts: `1,200 of 5,200`, `310/s`, `13 s left`. `ms`: the time that `done` took. `unit`: of the counts, with a blank before it. */
export function progressParts(done: number, total: number | undefined, ms: number, unit = ''): string[] {
  const counted = total === undefined ? number(done) : t('{0} of {1}', number(done), number(total));
  const parts = [`${counted}${unit}`];
  if (ms >= MIN_MS && done > 0) {
    const rate = (done / ms) * 1000;
    parts.push(`${rate < 10 ? rate.toFixed(1) : number(rate)}${unit}/s`);
    if (total !== undefined && total > done) parts.push(t('{0} s left', number(Math.max(1, (total - done) / rate))));
  }
  return parts;
}

/** The same as a line: `scoring: 1,200 of 5,200 · 310/s · 13 s left`. */
export const progressText = (doing: string, done: number, total: number | undefined, ms: number, unit = ''): string =>
  `${doing}: ${progressParts(done, total, ms, unit).join(' · ')}`;
