import type { Range } from '../../base/text/range.ts';
import type { PddlFaults } from './faults.ts';

/** A word in lower case: PDDL does not distinguish case. */
export interface Word extends Range {
  readonly kind: 'word';
  readonly text: string;
}

/** A list with everything in it; `end` is behind its parenthesis, or where the text ends. */
export interface List extends Range {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

export type Node = Word | List;

/** Lists inside of lists beyond this depth are left out, with a fault. */
const MAX_DEPTH = 64;

const TOKEN = /;[^\n\r]*|[()]|[^\s();]+/g;

/**
 * Reads a text as nested lists of words, as Lisp does; a comment goes from `;` to the end of its line. A parenthesis too many is
 * skipped, a list that is not closed ends with the text.
 */
export function readLists(text: string, faults: PddlFaults): readonly Node[] {
  const top: Node[] = [];
  const open: { start: number; end: number; items: Node[] }[] = [];
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
  list: { readonly start: number; readonly items: readonly Node[] } | undefined,
  { start, end }: Range,
  into: Node[],
  faults: PddlFaults,
): void {
  if (list === undefined) faults.add('PDDL_PAREN', { start, end }, 'a ) without its (');
  else into.push({ kind: 'list', start: list.start, end, items: list.items });
}

/** The word that a list starts with; empty where it starts with none. */
export const headOf = (node: Node): string => {
  if (node.kind === 'word') return '';
  const first = node.items[0];
  return first?.kind === 'word' ? first.text : '';
};

/** The place of a list's first word, where a fault of the whole list is shown; of a list without one, its parenthesis. */
export const headRange = (node: Node): Range => {
  if (node.kind === 'word') return node;
  const first = node.items[0];
  return first?.kind === 'word' ? first : { start: node.start, end: node.start + 1 };
};

/** A list's first word, which it has. */
export const headWord = (list: List): Word => {
  const [first] = list.items;
  return first?.kind === 'word' ? first : { kind: 'word', text: '', start: list.start, end: list.start + 1 };
};
