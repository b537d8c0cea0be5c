import type { MavDialect } from '../../../core/mav/syntax.ts';
import { bucketMiddle, isBucket } from '../../../core/mav/values.ts';

/** The token of a value. */
export interface HeatSpan {
  /** Offsets of the token, without a quotation mark. */
  readonly start: number;
  readonly end: number;
  /** 0 for the lowest bucket of the dialect, 63 for the highest. */
  readonly index: number;
}

/** A comment line, or behind a colon the control token of a bucket. */
const TOKEN = /^[ \t]*#.*$|(:[ \t]*"?)(<(?:ctrl|val_)(\d{1,2})>)/gm;

/** The values in whole lines of a MAV file, in order; numbers that are no bucket of the dialect are left out. */
export function heatSpans(lines: string, { base }: Pick<MavDialect, 'base'>): HeatSpan[] {
  return Array.from(lines.matchAll(TOKEN)).flatMap(({ 1: before, 2: token, 3: digits, index }) => {
    const bucket = Number(digits);
    if (before === undefined || token === undefined || !isBucket(bucket, { base })) return [];
    const start = index + before.length;
    return [{ start, end: start + token.length, index: bucket - base }];
  });
}

/** The win probability in the middle of a bucket, 0 to 1, by its index. */
export const heatOf = (index: number): number => bucketMiddle(index, { base: 0 });
