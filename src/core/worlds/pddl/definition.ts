import { meant, PddlFaults } from './faults.ts';
import { headOf, headRange, headWord, type List, type Node, readLists, type Word } from './lists.ts';

/** A file in PDDL before its parts are read. */
export interface Definition {
  /** `domain` or `problem`. */
  readonly form: 'domain' | 'problem';
  readonly name: string;
  /** The sections in order: `(:predicates …)`. */
  readonly sections: readonly List[];
  readonly faults: PddlFaults;
}

const SECTIONS = {
  domain: [':requirements', ':types', ':constants', ':predicates', ':action'],
  problem: [':domain', ':requirements', ':objects', ':init', ':goal'],
} as const;

const UNSUPPORTED = [
  ':functions',
  ':derived',
  ':durative-action',
  ':constraints',
  ':metric',
  ':process',
  ':event',
  ':axiom',
];

/** Requirements that are met. */
const MET = [':strips', ':typing', ':negative-preconditions', ':equality'];
const KNOWN_REQUIREMENTS = [
  ...MET,
  ':adl',
  ':conditional-effects',
  ':disjunctive-preconditions',
  ':existential-preconditions',
  ':universal-preconditions',
  ':quantified-preconditions',
  ':fluents',
  ':numeric-fluents',
  ':object-fluents',
  ':durative-actions',
  ':action-costs',
  ':derived-predicates',
  ':constraints',
  ':preferences',
  ':timed-initial-literals',
];

/** Reads `(define (domain NAME) …)` or `(define (problem NAME) …)`; undefined sections are reported and left out. */
export function readDefinition(text: string, form: Definition['form']): Definition {
  const faults = new PddlFaults();
  const top = readLists(text, faults);
  const define = top.find((node): node is List => headOf(node) === 'define');
  if (define === undefined) {
    const at = top[0] ?? { start: 0, end: Math.min(1, text.length) };
    faults.add('PDDL_STRUCTURE', at, `the file must hold (define (${form} NAME) …)`);
    return { form, name: '', sections: [], faults };
  }
  for (const node of top)
    if (node !== define) faults.add('PDDL_PAREN', node, `text outside of (define …): was a ) written too early?`);
  const [, title, ...rest] = define.items;
  const name = nameOf(title, form, define, faults);
  const sections: List[] = [];
  for (const section of rest) if (isSection(section, form, faults)) sections.push(section);
  for (const section of sections) if (headOf(section) === ':requirements') checkRequirements(section, faults);
  return { form, name, sections, faults };
}

function nameOf(title: Node | undefined, form: string, define: List, faults: PddlFaults): string {
  if (title !== undefined && title.kind === 'list' && headOf(title) === form && title.items[1]?.kind === 'word')
    return title.items[1].text;
  const other = title === undefined ? '' : headOf(title);
  const what =
    other === 'domain' || other === 'problem' ? `this is a ${other}, not a ${form}` : `(${form} NAME) is missing`;
  faults.add('PDDL_STRUCTURE', title ?? headRange(define), what);
  return '';
}

function isSection(node: Node, form: Definition['form'], faults: PddlFaults): node is List {
  const head = headOf(node);
  const known: readonly string[] = SECTIONS[form];
  if (node.kind === 'list' && known.includes(head)) return true;
  const at = headRange(node);
  if (UNSUPPORTED.includes(head)) faults.add('PDDL_UNSUPPORTED', at, `${head} is not supported`);
  else if (node.kind === 'word' || head === '')
    faults.add('PDDL_STRUCTURE', at, `a section such as (${known[1]} …) is expected`);
  else faults.addUnknown('PDDL_STRUCTURE', headWord(node), `a ${form} has no section ${head}`, known);
  return false;
}

function checkRequirements({ items }: List, faults: PddlFaults): void {
  for (const item of items.slice(1)) {
    if (item.kind === 'word' && MET.includes(item.text)) continue;
    const name = item.kind === 'word' ? item.text : '';
    const hint = KNOWN_REQUIREMENTS.includes(name) ? '' : meant(name, MET);
    faults.add(
      'PDDL_UNSUPPORTED',
      item,
      `the requirement ${name} is not supported; supported are ${MET.join(', ')}${hint}`,
    );
  }
}

/** All items of the sections of a name. */
export const itemsOf = ({ sections }: Definition, head: string): readonly Node[] =>
  sections.flatMap((section) => (headOf(section) === head ? section.items.slice(1) : []));

/** Reports each word that comes a second time, and calls back for the others. */
export function eachOnce<T extends { readonly word: Word }>(
  all: readonly T[],
  what: string,
  faults: PddlFaults,
  onOne: (one: T) => void,
): void {
  const seen = new Set<string>();
  for (const one of all) {
    const { text } = one.word;
    if (seen.has(text)) faults.add('PDDL_DUPLICATE', one.word, `the ${what} ${text} is declared twice`);
    else onOne(one);
    seen.add(text);
  }
}
