import { distance } from 'fastest-levenshtein';
import type { Range, TextEdit } from '../base/text/range.ts';
import type { Diagnostic, Fix } from '../notation/diagnostic.ts';

/*
 * None of these fixes is safe: they change what a model said. They are for people who write examples by hand or repair
 * a data set.
 */

/** Returns the extra fields of a finding with one fix that replaces a range. */
export const replacementFix = (
  newText: string,
  range: Range,
  title = `Write ${newText}`,
): { readonly fixes: readonly Fix[] } => fixWith(title, [{ range, newText }]);

/** Returns the extra fields of a finding with one fix. */
export const fixWith = (title: string, edits: readonly TextEdit[]): { readonly fixes: readonly Fix[] } => ({
  fixes: [{ title, edits, safe: false }],
});

/** Most edits of a typing error, in letters; and at most two in five. */
const CLOSE = 2;
/** Bounds of a name's length, in UTF-16 units. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 30;

/**
 * Returns the extra fields of a finding with a fix that writes the intended name, if exactly one known name is close.
 */
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

/** Syntax errors found so far. */
export type Faults = Diagnostic[];
