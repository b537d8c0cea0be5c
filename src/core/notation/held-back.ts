import { plural } from '../base/text/counts.ts';
import { atLeast, type Diagnostic } from './diagnostic.ts';

/** Returns the finding that holds back where no safe fix is left: the first of the highest severity. */
export function firstHeld(found: Iterable<Diagnostic>): Diagnostic | undefined {
  let first: Diagnostic | undefined;
  for (const d of found) if (first === undefined || isWorse(d, first)) first = d;
  return first;
}

/** Returns true if a finding is more severe than another. */
export const isWorse = (a: Diagnostic, b: Diagnostic): boolean => !atLeast(b.severity, a.severity);

/** Describes a finding that no safe fix repairs: `PGN_ILLEGAL_MOVE, illegal move 6. Qh1 …; no fix of it is certain`. */
export function heldText({ code, message, fixes = [] }: Diagnostic): string {
  const reason =
    fixes.length > 1 ? `${plural(fixes.length, 'fix', 'fixes')} to choose from` : 'no fix of it is certain';
  return `${code}, ${message}; ${reason}`;
}
