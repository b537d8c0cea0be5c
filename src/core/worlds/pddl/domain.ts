import { type Definition, eachOnce, itemsOf, readDefinition } from './definition.ts';
import type { PddlFault, PddlFaults } from './faults.ts';
import { headOf, headRange, type List, type Node, type Word } from './lists.ts';
import { type Literal, readConjunction, type Scope } from './literals.ts';
import { checkName, readTyped, Types } from './names.ts';

/** An action before its parameters are replaced by objects. */
export interface ActionSchema {
  readonly name: string;
  readonly params: readonly string[];
  readonly types: readonly string[];
  readonly preconditions: readonly Literal[];
  readonly effects: readonly Literal[];
}

/** A domain: what there can be, and what can be done. */
export interface Domain {
  readonly name: string;
  readonly types: Types;
  readonly constants: ReadonlyMap<string, string>;
  /** The types of each predicate's arguments. */
  readonly predicates: ReadonlyMap<string, readonly string[]>;
  readonly actions: readonly ActionSchema[];
}

/** Reads the text of a domain, as far as it can be read, and what is wrong with it. */
export function readDomain(text: string): { readonly domain: Domain; readonly faults: readonly PddlFault[] } {
  const definition = readDefinition(text, 'domain');
  const { faults } = definition;
  const types = Types.read(itemsOf(definition, ':types'), faults);
  const constants = new Map<string, string>();
  const onType = (type: Word): void => types.check(type, faults);
  eachOnce(readTyped(itemsOf(definition, ':constants'), faults, onType), 'constant', faults, ({ word, type }) =>
    constants.set(word.text, type),
  );
  const predicates = readPredicates(definition, onType);
  const scope = { types, predicates, objects: constants, faults };
  const read = definition.sections.flatMap((section) =>
    headOf(section) === ':action' ? readAction(section, scope, onType) : [],
  );
  const actions: ActionSchema[] = [];
  eachOnce(read, 'action', faults, ({ schema }) => actions.push(schema));
  return { domain: { name: definition.name, types, constants, predicates, actions }, faults: faults.sorted() };
}

function readPredicates(definition: Definition, onType: (type: Word) => void): Map<string, readonly string[]> {
  const { faults } = definition;
  const predicates = new Map<string, readonly string[]>();
  for (const item of itemsOf(definition, ':predicates')) {
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

function checkVariable(word: Word, faults: PddlFaults): void {
  if (!word.text.startsWith('?'))
    faults.add('PDDL_STRUCTURE', word, `a parameter starts with a question mark: ?${word.text}`);
}

const FIELDS = [':parameters', ':precondition', ':effect'];

function readAction(
  section: List,
  scope: Omit<Scope, 'variables'>,
  onType: (type: Word) => void,
): { readonly word: Word; readonly schema: ActionSchema }[] {
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

function readFields(nodes: readonly Node[], faults: PddlFaults): Map<string, Node> {
  const fields = new Map<string, Node>();
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
