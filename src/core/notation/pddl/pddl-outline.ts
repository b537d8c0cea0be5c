import { plural } from '../../base/text/plural.ts';
import type { Range } from '../../base/text/range.ts';
import { PddlFaults } from '../../worlds/pddl/faults.ts';
import { headOf, type List, type Node, readLists, type Word } from '../../worlds/pddl/lists.ts';

/** A part of a text in PDDL: the definition, a section, or what a section declares. */
export interface PddlSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'definition' | 'section' | 'action' | 'predicate';
  readonly range: Range;
  /** Where its name stands. */
  readonly nameRange: Range;
  readonly children: readonly PddlSymbol[];
}

/** The definitions of a text, with their sections; usually there is one. */
export function pddlOutline(text: string): PddlSymbol[] {
  const nodes = readLists(text, new PddlFaults());
  return nodes.flatMap((node) => (node.kind === 'list' && headOf(node) === 'define' ? definition(text, node) : []));
}

/** The list behind `define`, and the sections behind that. */
function definition(text: string, define: List): PddlSymbol {
  const title = define.items[1];
  const name = title === undefined ? 'define' : written(text, title).replace(/[()]/g, '').trim();
  const children = define.items.slice(2).flatMap((node) => (node.kind === 'list' ? section(text, node) : []));
  return {
    name,
    detail: '',
    kind: 'definition',
    range: rangeOf(define),
    nameRange: rangeOf(title ?? define),
    children,
  };
}

/** Entries of a section beyond which none is listed: its number of entries stands beside it. */
const MAX_LISTED = 2000;

function section(text: string, list: List): PddlSymbol[] {
  const [head, name, ...rest] = list.items;
  if (head?.kind !== 'word') return [];
  const range = rangeOf(list);
  if (head.text === ':action') {
    const own = name?.kind === 'word' ? name : head;
    const at = rest.findIndex((node) => node.kind === 'word' && node.text === ':parameters');
    const parameters = at < 0 ? undefined : rest[at + 1];
    const detail = parameters === undefined ? '' : written(text, parameters);
    return [{ name: wordIn(text, own), detail, kind: 'action', range, nameRange: rangeOf(own), children: [] }];
  }
  const isListed = head.text === ':predicates' && list.items.length <= MAX_LISTED;
  const children = isListed ? list.items.flatMap((item) => predicate(text, item)) : [];
  const detail = list.items.length > 2 ? plural(list.items.length - 1, 'entry', 'entries') : '';
  return [{ name: head.text, detail, kind: 'section', range, nameRange: rangeOf(head), children }];
}

function predicate(text: string, item: Node): PddlSymbol[] {
  const name = item.kind === 'list' ? item.items[0] : undefined;
  if (name?.kind !== 'word') return [];
  const range = rangeOf(item);
  const detail = written(text, item);
  return [{ name: wordIn(text, name), detail, kind: 'predicate', range, nameRange: rangeOf(name), children: [] }];
}

const rangeOf = ({ start, end }: Node): Range => ({ start, end });

const wordIn = (text: string, { start, end }: Word): string => text.slice(start, end);

/** Longer texts are cut off where they are shown. */
const MAX_SHOWN = 400;

/** A part of a text on one line, without comments. */
export function written(text: string, { start, end }: Range): string {
  const own = text
    .slice(start, Math.min(end, start + 4 * MAX_SHOWN))
    .replace(/;[^\n\r]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return own.length > MAX_SHOWN ? `${own.slice(0, MAX_SHOWN)}…` : own;
}
