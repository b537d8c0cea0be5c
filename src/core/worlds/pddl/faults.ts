import { distance } from 'fastest-levenshtein';
import type { Range } from '../../base/text/range.ts';

/** What can be wrong with a text in PDDL, each with a short sentence. */
export const PDDL_CODES = {
  PDDL_PAREN: 'A parenthesis without its other one, or text outside of parentheses',
  PDDL_NESTING: 'Lists are nested too deeply',
  PDDL_STRUCTURE: 'A part that is missing, misplaced or malformed',
  PDDL_UNSUPPORTED: 'A requirement or construct beyond STRIPS with types, negative preconditions and equality',
  PDDL_NAME: 'A name with characters that no name has',
  PDDL_DUPLICATE: 'A name is declared twice',
  PDDL_UNKNOWN_TYPE: 'A type is not declared',
  PDDL_UNKNOWN_PREDICATE: 'A predicate is not declared',
  PDDL_UNKNOWN_OBJECT: 'An object is not declared',
  PDDL_UNBOUND: 'A variable is not a parameter',
  PDDL_ARITY: 'A predicate has too many or too few arguments',
  PDDL_WRONG_TYPE: 'An argument has a type that its predicate does not take',
  PDDL_BUDGET: 'Grounding exceeds a budget',
} as const;
export type PddlCode = keyof typeof PDDL_CODES;

/** Something wrong with a text in PDDL, and where in it. */
export interface PddlFault {
  readonly code: PddlCode;
  readonly range: Range;
  readonly message: string;
}

/** Faults beyond these are not collected. */
const MAX_FAULTS = 100;

/** Collects what is wrong with one text. */
export class PddlFaults {
  readonly list: PddlFault[] = [];

  add(code: PddlCode, { start, end }: Range, message: string): void {
    if (this.list.length < MAX_FAULTS) this.list.push({ code, range: { start, end }, message });
  }

  /** The faults in the order of their places. */
  sorted(): readonly PddlFault[] {
    return this.list.sort((a, b) => a.range.start - b.range.start);
  }
}

/** Names that are looked through for one that was meant. */
const MAX_COMPARED = 2000;

/** `; did you mean NAME?` for the known name that is closest to an unknown one, at most two fifths of it away; else nothing. */
export function meant(name: string, known: Iterable<string>): string {
  let best: string | undefined;
  let least = Math.ceil(name.length * 0.4) + 1;
  let compared = 0;
  for (const other of known) {
    if (++compared > MAX_COMPARED) break;
    const apart = distance(name, other);
    if (apart < least) [best, least] = [other, apart];
  }
  return best === undefined ? '' : `; did you mean ${best}?`;
}
