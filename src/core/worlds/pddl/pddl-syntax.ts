import { distance } from 'fastest-levenshtein';
import type { Range } from '../../base/text/range.ts';

/** A word in lower case: PDDL does not distinguish case. */
export interface PddlWord extends Range {
  readonly kind: 'word';
  readonly text: string;
}

/** A list with everything in it; `end` is behind its parenthesis, or where the text ends. */
export interface PddlList extends Range {
  readonly kind: 'list';
  readonly items: readonly PddlNode[];
}

export type PddlNode = PddlWord | PddlList;

/** Lists inside of lists beyond this depth are left out, with a fault. */
const MAX_DEPTH = 64;

const TOKEN = /;[^\n\r]*|[()]|[^\s();]+/g;

/**
 * Reads a text as nested lists of words, as Lisp does; a comment goes from `;` to the end of its line. A parenthesis too many is
 * skipped, a list that is not closed ends with the text.
 */
export function readLists(text: string, faults: PddlFaults): readonly PddlNode[] {
  const top: PddlNode[] = [];
  const open: { start: number; end: number; items: PddlNode[] }[] = [];
  let skipped = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const range = { start: index, end: index + token.length };
    if (token.startsWith(';')) continue;
    if (token === '(') {
      if (open.length >= MAX_DEPTH) {
        if (skipped++ === 0) faults.add('PDDL_NESTING', range, `lists are nested more than ${MAX_DEPTH} deep`);
      } else open.push({ ...range, items: [] });
    } else if (token === ')') {
      if (skipped > 0) skipped--;
      else close(open.pop(), range, open.at(-1)?.items ?? top, faults);
    } else if (skipped === 0) (open.at(-1)?.items ?? top).push({ kind: 'word', text: token.toLowerCase(), ...range });
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    const { start } = unclosed;
    faults.add('PDDL_PAREN', { start, end: start + 1 }, `the ( is not closed; ${open.length} ) missing at the end`);
  }
  while (open.length > 0) {
    const list = open.pop();
    if (list !== undefined)
      (open.at(-1)?.items ?? top).push({ kind: 'list', start: list.start, end: text.length, items: list.items });
  }
  return top;
}

function close(
  list: { readonly start: number; readonly items: readonly PddlNode[] } | undefined,
  { start, end }: Range,
  into: PddlNode[],
  faults: PddlFaults,
): void {
  if (list === undefined) faults.add('PDDL_PAREN', { start, end }, 'a ) without its (');
  else into.push({ kind: 'list', start: list.start, end, items: list.items });
}

/** The word that a list starts with; empty where it starts with none. */
export const listHead = (node: PddlNode): string => {
  if (node.kind === 'word') return '';
  const first = node.items[0];
  return first?.kind === 'word' ? first.text : '';
};

/** The place of a list's first word, where a fault of the whole list is shown; of a list without one, its parenthesis. */
export const headRange = (node: PddlNode): Range => {
  if (node.kind === 'word') return node;
  const first = node.items[0];
  return first?.kind === 'word' ? first : { start: node.start, end: node.start + 1 };
};

/** A list's first word, which it has. */
export const headWord = (list: PddlList): PddlWord => {
  const [first] = list.items;
  return first?.kind === 'word' ? first : { kind: 'word', text: '', start: list.start, end: list.start + 1 };
};

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
export function suggestSymbol(name: string, known: Iterable<string>): string {
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
