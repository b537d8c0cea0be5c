import { distance } from 'fastest-levenshtein';
import type { Range, TextEdit } from '../base/text/range.ts';
import type { Diagnostic, Fix } from '../notation/diagnostic.ts';

/*
 * None of these is safe: a model said what stands there, and the fixes say something else. They are for who writes examples
 * by hand, or mends a data set.
 */

/** A finding's extra with one fix that writes something in place of a range. */
export const replacementFix = (
  newText: string,
  range: Range,
  title = `Write ${newText}`,
): { readonly fixes: readonly Fix[] } => fixWith(title, [{ range, newText }]);

/** A finding's extra with one fix. */
export const fixWith = (title: string, edits: readonly TextEdit[]): { readonly fixes: readonly Fix[] } => ({
  fixes: [{ title, edits, safe: false }],
});

/** As many letters, and no more than two in five, may be other ones in a typing mistake. */
const CLOSE = 2;
/** Shorter and longer words are no names. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 30;

/** A finding's extra with the known name that is meant, where one alone is close. */
export function nearName(
  written: string,
  known: readonly string[],
  range: Range,
  sign = '',
): { readonly fixes?: readonly Fix[] } {
  if (written.length < MIN_LENGTH || written.length > MAX_LENGTH) return {};
  const distances = known.map((name) => distance(written.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...distances);
  const close = known.filter((_, i) => distances[i] === least);
  return least > Math.min(CLOSE, written.length / 2.5) || close.length !== 1
    ? {}
    : replacementFix(sign + close[0], range);
}

/** What was found so far. */
export type Faults = Diagnostic[];
