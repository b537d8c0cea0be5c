import { plural } from '../base/text/counts.ts';
import type { Range } from '../base/text/range.ts';
import { readTyped } from '../worlds/pddl/literals.ts';
import {
  listHead,
  PddlFaults,
  type PddlList,
  type PddlNode,
  type PddlWord,
  readLists,
} from '../worlds/pddl/pddl-syntax.ts';

/** A part of a text in PDDL: the definition, a section, or a declaration in it. */
export interface PddlSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'definition' | 'section' | 'action' | 'predicate';
  readonly range: Range;
  /** Range of its name. */
  readonly nameRange: Range;
  readonly children: readonly PddlSymbol[];
}

/** Returns the definitions of a text, with their sections; usually there is one. */
export function pddlOutline(text: string): PddlSymbol[] {
  const nodes = readLists(text, new PddlFaults());
  return nodes.flatMap((node) => (node.kind === 'list' && listHead(node) === 'define' ? definition(text, node) : []));
}

/** Returns the definition of a `define` list: its title and the sections after it. */
function definition(text: string, define: PddlList): PddlSymbol {
  const title = define.items[1];
  const name = title === undefined ? 'define' : sourceText(text, title).replace(/[()]/g, '').trim();
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

/** Most entries of a listed section; its number of entries is shown next to it. */
const MAX_LISTED = 2000;

function section(text: string, list: PddlList): PddlSymbol[] {
  const [head, name, ...rest] = list.items;
  if (head?.kind !== 'word') return [];
  const range = rangeOf(list);
  if (head.text === ':action') {
    const own = name?.kind === 'word' ? name : head;
    const at = rest.findIndex((node) => node.kind === 'word' && node.text === ':parameters');
    const parameters = at < 0 ? undefined : rest[at + 1];
    const detail = parameters === undefined ? '' : sourceText(text, parameters);
    return [{ name: wordIn(text, own), detail, kind: 'action', range, nameRange: rangeOf(own), children: [] }];
  }
  const isListed = head.text === ':predicates' && list.items.length <= MAX_LISTED;
  const children = isListed ? list.items.flatMap((item) => predicate(text, item)) : [];
  const detail = list.items.length > 2 ? plural(list.items.length - 1, 'entry', 'entries') : '';
  return [{ name: head.text, detail, kind: 'section', range, nameRange: rangeOf(head), children }];
}

function predicate(text: string, item: PddlNode): PddlSymbol[] {
  const name = item.kind === 'list' ? item.items[0] : undefined;
  if (name?.kind !== 'word') return [];
  const range = rangeOf(item);
  const detail = sourceText(text, item);
  return [{ name: wordIn(text, name), detail, kind: 'predicate', range, nameRange: rangeOf(name), children: [] }];
}

const rangeOf = ({ start, end }: PddlNode): Range => ({ start, end });

const wordIn = (text: string, { start, end }: PddlWord): string => text.slice(start, end);

/** Longest shown text, in UTF-16 units; longer ones are cut off. */
const MAX_SHOWN = 400;

/** Returns a part of a text on one line, without comments. */
function sourceText(text: string, { start, end }: Range): string {
  const own = text
    .slice(start, Math.min(end, start + 4 * MAX_SHOWN))
    .replace(/;[^\n\r]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return own.length > MAX_SHOWN ? `${own.slice(0, MAX_SHOWN)}…` : own;
}

/** Meaning of a name in PDDL: its declaration and its kind. */
export interface PddlHover {
  readonly range: Range;
  readonly declaration: string;
  readonly what: string;
}

/** Sections whose names have types, with the kind of their names. */
const TYPED: Readonly<Record<string, string>> = { ':types': 'type', ':constants': 'constant', ':objects': 'object' };

/**
 * Returns the declaration of the name at an offset; undefined without one.
 *
 * @param domain text of the domain, for a problem
 */
export function pddlHover(text: string, offset: number, domain?: string): PddlHover | undefined {
  const own = readLists(text, new PddlFaults());
  const path = pathTo(own, offset);
  const word = path.at(-1);
  if (word?.kind !== 'word' || word.text.startsWith(':')) return undefined;
  const range = { start: word.start, end: word.end };
  if (word.text.startsWith('?')) {
    const type = variableType(path, word.text);
    return type === undefined ? undefined : { range, declaration: `${word.text} - ${type}`, what: 'parameter' };
  }
  const found = findDeclaration(text, own, word.text) ?? declaredIn(domain, word.text);
  return found && { range, ...found };
}

const declaredIn = (text: string | undefined, name: string): Omit<PddlHover, 'range'> | undefined =>
  text === undefined ? undefined : findDeclaration(text, readLists(text, new PddlFaults()), name);

/** Returns the nodes around an offset, the innermost last. */
function pathTo(nodes: readonly PddlNode[], offset: number): PddlNode[] {
  const path: PddlNode[] = [];
  let level = nodes;
  for (;;) {
    const next = level.find(({ start, end }) => start <= offset && offset <= end);
    if (next === undefined) return path;
    path.push(next);
    if (next.kind === 'word') return path;
    level = next.items;
  }
}

/** Returns the type of a variable in the action or the predicate around it. */
function variableType(path: readonly PddlNode[], name: string): string | undefined {
  for (const node of path) {
    if (node.kind === 'word') continue;
    const at = node.items.findIndex((item) => item.kind === 'word' && item.text === ':parameters');
    const parameters = node.items[at + 1];
    const typed = at >= 0 && parameters?.kind === 'list' ? parameters.items : node.items.slice(1);
    const isDeclared = at >= 0 || path.some((outer) => listHead(outer) === ':predicates');
    const found = isDeclared ? typedIn(typed).find(({ word }) => word.text === name) : undefined;
    if (found !== undefined) return found.type;
  }
  return undefined;
}

const typedIn = (nodes: readonly PddlNode[]) => readTyped(nodes, new PddlFaults(), () => {});

function findDeclaration(text: string, nodes: readonly PddlNode[], name: string): Omit<PddlHover, 'range'> | undefined {
  const define = nodes.find((node): node is PddlList => listHead(node) === 'define');
  for (const section of define?.items ?? []) {
    if (section.kind === 'word') continue;
    const head = listHead(section);
    const what = Object.hasOwn(TYPED, head) ? TYPED[head] : undefined;
    const typed =
      what === undefined ? undefined : typedIn(section.items.slice(1)).find(({ word }) => word.text === name);
    if (what !== undefined && typed !== undefined) return { declaration: `${name} - ${typed.type}`, what };
    if (head === ':predicates') {
      const found = section.items.find((item) => item.kind === 'list' && listHead(item) === name);
      if (found !== undefined) return { declaration: sourceText(text, found), what: 'predicate' };
    }
    const action: PddlNode | undefined = head === ':action' ? section.items[1] : undefined;
    if (isNamed(action, name)) return { declaration: sourceText(text, section), what: 'action' };
  }
  return undefined;
}

const isNamed = (node: PddlNode | undefined, name: string): node is PddlWord =>
  node?.kind === 'word' && node.text === name;
