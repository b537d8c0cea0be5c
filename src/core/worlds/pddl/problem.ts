import { type Definition, eachOnce, itemsOf, readDefinition } from './definition.ts';
import type { Domain } from './domain.ts';
import type { PddlFault } from './faults.ts';
import { headOf, type Word } from './lists.ts';
import { type Literal, readConjunction, readLiteral } from './literals.ts';
import { readTyped } from './names.ts';

/** A problem: the objects that there are, with the domain's constants, what is true at the start, and what is wanted. */
export interface Problem {
  readonly name: string;
  readonly objects: ReadonlyMap<string, string>;
  readonly init: readonly Literal[];
  readonly goal: readonly Literal[];
}

/** Reads the text of a problem of a domain, as far as it can be read, and what is wrong with it. */
export function readProblem(
  text: string,
  domain: Domain,
): { readonly problem: Problem; readonly faults: readonly PddlFault[] } {
  const definition = readDefinition(text, 'problem');
  const { faults, name } = definition;
  const named = itemsOf(definition, ':domain')[0];
  if (named?.kind === 'word' && named.text !== domain.name && domain.name !== '')
    faults.add('PDDL_STRUCTURE', named, `the problem is of the domain ${named.text}, not of ${domain.name}`);
  const objects = new Map(domain.constants);
  const onType = (type: Word): void => domain.types.check(type, faults);
  eachOnce(readTyped(itemsOf(definition, ':objects'), faults, onType), 'object', faults, ({ word, type }) => {
    const known = domain.constants.get(word.text);
    if (known !== undefined && known !== type)
      faults.add('PDDL_DUPLICATE', word, `${word.text} is a constant of the domain, of type ${known}`);
    objects.set(word.text, type);
  });
  const { types, predicates } = domain;
  const scope = { types, predicates, objects, variables: new Map<string, string>(), faults };
  const init = itemsOf(definition, ':init').flatMap((node) => readLiteral(node, 'initial state', scope) ?? []);
  const goal = itemsOf(definition, ':goal').flatMap((node) => readConjunction(node, 'goal', scope));
  checkInit(definition);
  return { problem: { name, objects, init, goal }, faults: faults.sorted() };
}

/** What is wrong with the text of a problem whose domain is not known: its form, and names that come twice. */
export function checkProblemAlone(text: string): readonly PddlFault[] {
  const definition = readDefinition(text, 'problem');
  const { faults } = definition;
  eachOnce(readTyped(itemsOf(definition, ':objects'), faults, ignore), 'object', faults, ignore);
  checkInit(definition);
  return faults.sorted();
}

const ignore = (): void => {};

function checkInit({ sections, name, faults }: Definition): void {
  if (name !== '' && !sections.some((section) => headOf(section) === ':init'))
    faults.add('PDDL_STRUCTURE', { start: 0, end: 1 }, 'the problem has no (:init …)');
}

/** The word that names the domain of a problem; undefined for a text that is no problem, or names none. */
export function domainOfProblem(text: string): Word | undefined {
  const named = itemsOf(readDefinition(text, 'problem'), ':domain')[0];
  return named?.kind === 'word' ? named : undefined;
}
