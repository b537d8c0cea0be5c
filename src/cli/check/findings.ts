import type { Finding } from '../../compute/jobs/jobs.ts';
import type { Severity } from '../../core/notation/diagnostics/codes.ts';

/** A finding with its file: the JSON shape of `check`. */
export interface FileFinding extends Finding {
  readonly file: string;
}

/** Numbers of findings by severity. */
export type Tally = Record<Severity, number>;

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

export const emptyTally = (): Tally => ({ error: 0, warning: 0, info: 0, hint: 0 });

/** `2 errors, 1 warning in 3 files`. */
export function tallyText(tally: Tally, files: number): string {
  const counts = SEVERITIES.filter((s) => tally[s] > 0).map((s) => plural(tally[s], s === 'info' ? 'remark' : s));
  return `${counts.length === 0 ? 'no findings' : counts.join(', ')} in ${plural(files, 'file')}`;
}

/** `1 file`, `1,200 files`. */
export const plural = (n: number, noun: string): string =>
  // small numbers have no separators, and loading what sets those takes 20 ms
  `${n < 1000 ? n : n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
