import { distance } from 'fastest-levenshtein';
import type { Range } from '../../base/text/range.ts';

/** What can be wrong with a text in PDDL; the table of diagnostics says more of each. */
export type PddlCode =
  | 'PDDL_PAREN'
  | 'PDDL_NESTING'
  | 'PDDL_STRUCTURE'
  | 'PDDL_UNSUPPORTED'
  | 'PDDL_NAME'
  | 'PDDL_DUPLICATE'
  | 'PDDL_UNKNOWN_TYPE'
  | 'PDDL_UNKNOWN_PREDICATE'
  | 'PDDL_UNKNOWN_OBJECT'
  | 'PDDL_UNBOUND'
  | 'PDDL_ARITY'
  | 'PDDL_WRONG_TYPE'
  | 'PDDL_BUDGET';

/** Something wrong with a text in PDDL, and where in it. */
export interface PddlFault {
  readonly code: PddlCode;
  readonly range: Range;
  readonly message: string;
  /** The known name that was probably meant, which the message says, too. */
  readonly meant?: string;
}

/** Faults beyond these are not collected. */
const MAX_FAULTS = 100;

/** Collects what is wrong with one text. */
export class PddlFaults {
  readonly list: PddlFault[] = [];

  add(code: PddlCode, { start, end }: Range, message: string): void {
    if (this.list.length < MAX_FAULTS) this.list.push({ code, range: { start, end }, message });
  }

  /** A name that is not known, with the known one that was probably meant. */
  addUnknown(
    code: PddlCode,
    { start, end, text }: Range & { readonly text: string },
    message: string,
    known: Iterable<string>,
  ): void {
    if (this.list.length >= MAX_FAULTS) return;
    const near = nearest(text, known);
    if (near === undefined) this.add(code, { start, end }, message);
    else this.list.push({ code, range: { start, end }, message: `${message}${question(near)}`, meant: near });
  }

  /** The faults in the order of their places. */
  sorted(): readonly PddlFault[] {
    return this.list.sort((a, b) => a.range.start - b.range.start);
  }
}

/** Names that are looked through for one that was meant. */
const MAX_COMPARED = 2000;

const question = (name: string): string => `; did you mean ${name}?`;

/** `; did you mean NAME?` for the known name that is closest to an unknown one; else nothing. */
export function meant(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '' : question(near);
}

/** The known name that is closest to an unknown one, at most two fifths of it away. */
function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.ceil(name.length * 0.4) + 1;
  let compared = 0;
  for (const other of known) {
    if (++compared > MAX_COMPARED) break;
    const apart = distance(name, other);
    if (apart < least) [best, least] = [other, apart];
  }
  return best;
}
