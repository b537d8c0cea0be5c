import type { Diagnostic } from './diagnostic.ts';

/** Sorts diagnostics in place, in the order of the text. */
export const sorted = (found: Diagnostic[]): Diagnostic[] =>
  found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
