import { checkName, type FormulaScope, type Literal, readConjunction, readTyped, Types } from './literals.ts';
import {
  headRange,
  headWord,
  listHead,
  type PddlFault,
  PddlFaults,
  type PddlList,
  type PddlNode,
  type PddlWord,
  readLists,
  suggestSymbol,
} from './pddl-syntax.ts';

/** An action before its parameters are replaced by objects. */
export interface ActionSchema {
  readonly name: string;
  readonly params: readonly string[];
  readonly types: readonly string[];
  readonly preconditions: readonly Literal[];
  readonly effects: readonly Literal[];
}

/** A domain: its types, constants, predicates and actions. */
export interface Domain {
  readonly name: string;
  readonly types: Types;
  readonly constants: ReadonlyMap<string, string>;
  /** The types of each predicate's arguments. */
  readonly predicates: ReadonlyMap<string, readonly string[]>;
  readonly actions: readonly ActionSchema[];
}

/** Reads the text of a domain, as far as possible, and its faults. */
export function readDomain(text: string): { readonly domain: Domain; readonly faults: readonly PddlFault[] } {
  const definition = readDefinition(text, 'domain');
  const { faults } = definition;
  const types = Types.read(sectionItems(definition, ':types'), faults);
  const constants = new Map<string, string>();
  const onType = (type: PddlWord): void => types.check(type, faults);
  eachOnce(readTyped(sectionItems(definition, ':constants'), faults, onType), 'constant', faults, ({ word, type }) =>
    constants.set(word.text, type),
  );
  const predicates = readPredicates(definition, onType);
  const scope = { types, predicates, objects: constants, faults };
  const read = definition.sections.flatMap((section) =>
    listHead(section) === ':action' ? readAction(section, scope, onType) : [],
  );
  const actions: ActionSchema[] = [];
  eachOnce(read, 'action', faults, ({ schema }) => actions.push(schema));
  return { domain: { name: definition.name, types, constants, predicates, actions }, faults: faults.sorted() };
}

function readPredicates(definition: Definition, onType: (type: PddlWord) => void): Map<string, readonly string[]> {
  const { faults } = definition;
  const predicates = new Map<string, readonly string[]>();
  for (const item of sectionItems(definition, ':predicates')) {
    const name = item.kind === 'list' ? item.items[0] : undefined;
    if (item.kind === 'word' || name === undefined || name.kind === 'list') {
      faults.add('PDDL_STRUCTURE', item, 'a predicate is written (NAME ?x ?y)');
      continue;
    }
    checkName(name, faults);
    if (predicates.has(name.text)) faults.add('PDDL_DUPLICATE', name, `the predicate ${name.text} is declared twice`);
    const params = readTyped(item.items.slice(1), faults, onType);
    for (const { word } of params) checkVariable(word, faults);
    predicates.set(
      name.text,
      params.map(({ type }) => type),
    );
  }
  return predicates;
}

function checkVariable(word: PddlWord, faults: PddlFaults): void {
  if (!word.text.startsWith('?'))
    faults.add('PDDL_STRUCTURE', word, `a parameter starts with a question mark: ?${word.text}`);
}

const FIELDS = [':parameters', ':precondition', ':effect'];

function readAction(
  section: PddlList,
  scope: Omit<FormulaScope, 'variables'>,
  onType: (type: PddlWord) => void,
): { readonly word: PddlWord; readonly schema: ActionSchema }[] {
  const { faults } = scope;
  const [, word, ...rest] = section.items;
  if (word === undefined || word.kind === 'list' || word.text.startsWith(':')) {
    faults.add('PDDL_STRUCTURE', headRange(section), 'an action has no name');
    return [];
  }
  checkName(word, faults);
  const fields = readFields(rest, faults);
  const parameters = fields.get(':parameters');
  if (parameters?.kind === 'word') faults.add('PDDL_STRUCTURE', parameters, 'parameters stand in parentheses');
  const variables = new Map<string, string>();
  const params = readTyped(parameters?.kind === 'list' ? parameters.items : [], faults, onType);
  eachOnce(params, 'parameter', faults, ({ word: variable, type }) => {
    checkVariable(variable, faults);
    variables.set(variable.text, type);
  });
  const inner = { ...scope, variables };
  const precondition = fields.get(':precondition');
  const effect = fields.get(':effect');
  if (effect === undefined) faults.add('PDDL_STRUCTURE', word, `the action ${word.text} has no :effect`);
  const schema = {
    name: word.text,
    params: [...variables.keys()],
    types: [...variables.values()],
    preconditions: precondition === undefined ? [] : readConjunction(precondition, 'precondition', inner),
    effects: effect === undefined ? [] : readConjunction(effect, 'effect', inner),
  };
  return [{ word, schema }];
}

function readFields(nodes: readonly PddlNode[], faults: PddlFaults): Map<string, PddlNode> {
  const fields = new Map<string, PddlNode>();
  for (let i = 0; i < nodes.length; i++) {
    const key = nodes[i];
    if (key.kind === 'list' || !FIELDS.includes(key.text)) {
      const named = key.kind === 'word' ? key.text : 'a list';
      faults.add('PDDL_STRUCTURE', key, `${named} where ${FIELDS.join(', ')} is expected`);
      continue;
    }
    const value = nodes[++i];
    if (value === undefined) faults.add('PDDL_STRUCTURE', key, `${key.text} has no content`);
    else if (fields.has(key.text)) faults.add('PDDL_DUPLICATE', key, `${key.text} is given twice`);
    else fields.set(key.text, value);
  }
  return fields;
}

/** A file in PDDL before its parts are read. */
export interface Definition {
  /** `domain` or `problem`. */
  readonly form: 'domain' | 'problem';
  readonly name: string;
  /** The sections in order: `(:predicates …)`. */
  readonly sections: readonly PddlList[];
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

/** Supported requirements. */
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
  const define = top.find((node): node is PddlList => listHead(node) === 'define');
  if (define === undefined) {
    const at = top[0] ?? { start: 0, end: Math.min(1, text.length) };
    faults.add('PDDL_STRUCTURE', at, `the file must hold (define (${form} NAME) …)`);
    return { form, name: '', sections: [], faults };
  }
  for (const node of top)
    if (node !== define) faults.add('PDDL_PAREN', node, `text outside of (define …): was a ) written too early?`);
  const [, title, ...rest] = define.items;
  const name = readName(title, form, define, faults);
  const sections: PddlList[] = [];
  for (const section of rest) if (isSection(section, form, faults)) sections.push(section);
  for (const section of sections) if (listHead(section) === ':requirements') checkRequirements(section, faults);
  return { form, name, sections, faults };
}

function readName(title: PddlNode | undefined, form: string, define: PddlList, faults: PddlFaults): string {
  if (title !== undefined && title.kind === 'list' && listHead(title) === form && title.items[1]?.kind === 'word')
    return title.items[1].text;
  const other = title === undefined ? '' : listHead(title);
  const what =
    other === 'domain' || other === 'problem' ? `this is a ${other}, not a ${form}` : `(${form} NAME) is missing`;
  faults.add('PDDL_STRUCTURE', title ?? headRange(define), what);
  return '';
}

function isSection(node: PddlNode, form: Definition['form'], faults: PddlFaults): node is PddlList {
  const head = listHead(node);
  const known: readonly string[] = SECTIONS[form];
  if (node.kind === 'list' && known.includes(head)) return true;
  const at = headRange(node);
  if (UNSUPPORTED.includes(head)) faults.add('PDDL_UNSUPPORTED', at, `${head} is not supported`);
  else if (node.kind === 'word' || head === '')
    faults.add('PDDL_STRUCTURE', at, `a section such as (${known[1]} …) is expected`);
  else faults.addUnknown('PDDL_STRUCTURE', headWord(node), `a ${form} has no section ${head}`, known);
  return false;
}

function checkRequirements({ items }: PddlList, faults: PddlFaults): void {
  for (const item of items.slice(1)) {
    if (item.kind === 'word' && MET.includes(item.text)) continue;
    const name = item.kind === 'word' ? item.text : '';
    const hint = KNOWN_REQUIREMENTS.includes(name) ? '' : suggestSymbol(name, MET);
    faults.add(
      'PDDL_UNSUPPORTED',
      item,
      `the requirement ${name} is not supported; supported are ${MET.join(', ')}${hint}`,
    );
  }
}

/** Returns all items of the sections of a name. */
export const sectionItems = ({ sections }: Definition, head: string): readonly PddlNode[] =>
  sections.flatMap((section) => (listHead(section) === head ? section.items.slice(1) : []));

/** Reports each word that is repeated, and calls back for the others. */
export function eachOnce<T extends { readonly word: PddlWord }>(
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
