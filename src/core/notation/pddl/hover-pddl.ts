import type { Range } from '../../base/text/range.ts';
import { PddlFaults } from '../../worlds/pddl/faults.ts';
import { headOf, type List, type Node, readLists, type Word } from '../../worlds/pddl/lists.ts';
import { readTyped } from '../../worlds/pddl/names.ts';
import { written } from './pddl-outline.ts';

/** What a name in PDDL means: its declaration, and what it is, in a few words. */
export interface PddlHover {
  readonly range: Range;
  readonly declaration: string;
  readonly what: string;
}

/** Sections whose names have types, with what is declared there. */
const TYPED: Readonly<Record<string, string>> = { ':types': 'type', ':constants': 'constant', ':objects': 'object' };

/**
 * The declaration of the name at an offset; undefined where there is none.
 *
 * @param domain the text of the domain, for a problem
 */
export function pddlHover(text: string, offset: number, domain?: string): PddlHover | undefined {
  const own = readLists(text, new PddlFaults());
  const path = pathTo(own, offset);
  const word = path.at(-1);
  if (word?.kind !== 'word' || word.text.startsWith(':')) return undefined;
  const range = { start: word.start, end: word.end };
  if (word.text.startsWith('?')) {
    const type = typeOfVariable(path, word.text);
    return type === undefined ? undefined : { range, declaration: `${word.text} - ${type}`, what: 'parameter' };
  }
  const found = declarationOf(text, own, word.text) ?? declaredIn(domain, word.text);
  return found && { range, ...found };
}

const declaredIn = (text: string | undefined, name: string): Omit<PddlHover, 'range'> | undefined =>
  text === undefined ? undefined : declarationOf(text, readLists(text, new PddlFaults()), name);

/** The nodes around an offset, the innermost last. */
function pathTo(nodes: readonly Node[], offset: number): Node[] {
  const path: Node[] = [];
  let level = nodes;
  for (;;) {
    const next = level.find(({ start, end }) => start <= offset && offset <= end);
    if (next === undefined) return path;
    path.push(next);
    if (next.kind === 'word') return path;
    level = next.items;
  }
}

/** The type of a variable in the action or the predicate around it. */
function typeOfVariable(path: readonly Node[], name: string): string | undefined {
  for (const node of path) {
    if (node.kind === 'word') continue;
    const at = node.items.findIndex((item) => item.kind === 'word' && item.text === ':parameters');
    const parameters = node.items[at + 1];
    const typed = at >= 0 && parameters?.kind === 'list' ? parameters.items : node.items.slice(1);
    const isDeclared = at >= 0 || path.some((outer) => headOf(outer) === ':predicates');
    const found = isDeclared ? typedIn(typed).find(({ word }) => word.text === name) : undefined;
    if (found !== undefined) return found.type;
  }
  return undefined;
}

const typedIn = (nodes: readonly Node[]) => readTyped(nodes, new PddlFaults(), () => {});

function declarationOf(text: string, nodes: readonly Node[], name: string): Omit<PddlHover, 'range'> | undefined {
  const define = nodes.find((node): node is List => headOf(node) === 'define');
  for (const section of define?.items ?? []) {
    if (section.kind === 'word') continue;
    const head = headOf(section);
    const what = Object.hasOwn(TYPED, head) ? TYPED[head] : undefined;
    const typed =
      what === undefined ? undefined : typedIn(section.items.slice(1)).find(({ word }) => word.text === name);
    if (what !== undefined && typed !== undefined) return { declaration: `${name} - ${typed.type}`, what };
    if (head === ':predicates') {
      const found = section.items.find((item) => item.kind === 'list' && headOf(item) === name);
      if (found !== undefined) return { declaration: written(text, found), what: 'predicate' };
    }
    const action: Node | undefined = head === ':action' ? section.items[1] : undefined;
    if (isNamed(action, name)) return { declaration: written(text, section), what: 'action' };
  }
  return undefined;
}

const isNamed = (node: Node | undefined, name: string): node is Word => node?.kind === 'word' && node.text === name;
