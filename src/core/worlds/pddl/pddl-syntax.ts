import { distance } from 'fastest-levenshtein';
import type { Range } from '../../base/text/range.ts';

/** A word in lower case: PDDL does not distinguish case. */
export interface PddlWord extends Range {
  readonly kind: 'word';
  readonly text: string;
}

/** A list with its content; `end` is after its parenthesis, or at the end of the text. */
export interface PddlList extends Range {
  readonly kind: 'list';
  readonly items: readonly PddlNode[];
}

export type PddlNode = PddlWord | PddlList;

/** Maximum depth of nested lists; deeper ones are left out, with a fault. */
const MAX_DEPTH = 64;

const TOKEN = /;[^\n\r]*|[()]|[^\s();]+/g;

/**
 * Reads a text as nested lists of words, as Lisp does; a comment extends from `;` to the end of its line. A parenthesis
 * too many is skipped, a list that is not closed ends with the text.
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

/** Returns the word that a list starts with; empty if it starts with none. */
export const listHead = (node: PddlNode): string => {
  if (node.kind === 'word') return '';
  const first = node.items[0];
  return first?.kind === 'word' ? first.text : '';
};

/**
 * Returns the range of a list's first word, at which a fault of the whole list is reported; for a list without one, its
 * parenthesis.
 */
export const headRange = (node: PddlNode): Range => {
  if (node.kind === 'word') return node;
  const first = node.items[0];
  return first?.kind === 'word' ? first : { start: node.start, end: node.start + 1 };
};

/** Returns the first word of a list that has one. */
export const headWord = (list: PddlList): PddlWord => {
  const [first] = list.items;
  return first?.kind === 'word' ? first : { kind: 'word', text: '', start: list.start, end: list.start + 1 };
};

/** Codes of the faults of a text in PDDL; the table of diagnostics describes each. */
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

/** A fault of a text in PDDL, with its range. */
export interface PddlFault {
  readonly code: PddlCode;
  readonly range: Range;
  readonly message: string;
  /** The known name that was probably meant, which the message also names. */
  readonly meant?: string;
}

/** Maximum number of faults that are collected. */
const MAX_FAULTS = 100;

/** Collector of the faults of one text. */
export class PddlFaults {
  readonly list: PddlFault[] = [];

  add(code: PddlCode, { start, end }: Range, message: string): void {
    if (this.list.length < MAX_FAULTS) this.list.push({ code, range: { start, end }, message });
  }

  /** Adds an unknown name, with the known one that was probably meant. */
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

  /** Returns the faults in the order of their offsets. */
  sorted(): readonly PddlFault[] {
    return this.list.sort((a, b) => a.range.start - b.range.start);
  }
}

/** Maximum number of names that are compared with a misspelled one. */
const MAX_COMPARED = 2000;

const question = (name: string): string => `; did you mean ${name}?`;

/** Returns `; did you mean NAME?` for the known name that is closest to an unknown one; otherwise an empty text. */
export function suggestSymbol(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '' : question(near);
}

/**
 * Returns the known name that is closest to an unknown one, at an edit distance of at most two fifths of its length.
 */
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
