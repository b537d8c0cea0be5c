import { plural } from '../../base/text/plural.ts';
import type { PddlFaults } from './faults.ts';
import { headOf, headWord, type List, type Node, type Word } from './lists.ts';
import { OBJECT, type Types } from './names.ts';

/** An atom, or its negation: the arguments are objects, or variables with their question mark. `=` is a predicate, too. */
export interface Literal {
  readonly predicate: string;
  readonly args: readonly string[];
  readonly isTrue: boolean;
}

/** What a formula is read against. */
export interface Scope {
  readonly types: Types;
  /** The types of a predicate's arguments, by its name. */
  readonly predicates: ReadonlyMap<string, readonly string[]>;
  /** The type of each object that is known; undefined where objects are in another text. */
  readonly objects: ReadonlyMap<string, string>;
  /** The type of each variable. */
  readonly variables: ReadonlyMap<string, string>;
  readonly faults: PddlFaults;
}

/** Where a formula stands: an effect has no equality, an initial state neither that nor negations. */
export type Place = 'precondition' | 'effect' | 'goal' | 'initial state';

const UNSUPPORTED: Readonly<Record<string, string>> = {
  forall: 'a quantifier',
  exists: 'a quantifier',
  when: 'a conditional effect',
  or: 'a disjunction',
  imply: 'an implication',
  increase: 'a numeric effect',
  decrease: 'a numeric effect',
  assign: 'a numeric effect',
  'scale-up': 'a numeric effect',
  'scale-down': 'a numeric effect',
  preference: 'a preference',
};

/** The literals of a conjunction, in order; what is none is reported and left out. An empty list is the empty conjunction. */
export function readConjunction(formula: Node, place: Place, scope: Scope): Literal[] {
  const found: Literal[] = [];
  const stack: Node[] = [formula];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'list' && headOf(node) === 'and') stack.push(...node.items.slice(1).reverse());
    else if (node.kind === 'word' || node.items.length > 0) {
      const literal = readLiteral(node, place, scope);
      if (literal !== undefined) found.push(literal);
    }
  }
  return found;
}

/** The literal of a node; undefined, and reported, where it is none. */
export function readLiteral(node: Node, place: Place, scope: Scope): Literal | undefined {
  const { faults } = scope;
  if (node.kind === 'list' && headOf(node) === 'not') {
    const [, inner] = node.items;
    if (node.items.length !== 2 || inner.kind === 'word') {
      faults.add('PDDL_STRUCTURE', node, 'not takes one atom');
      return undefined;
    }
    if (place === 'initial state') {
      faults.add('PDDL_STRUCTURE', node, 'an initial state lists what is true; leave out what is not');
      return undefined;
    }
    if (headOf(inner) === 'not' || headOf(inner) === 'and') {
      faults.add('PDDL_UNSUPPORTED', inner, 'only an atom can be negated');
      return undefined;
    }
    const atom = readAtom(inner, place, scope);
    return atom && { ...atom, isTrue: false };
  }
  if (node.kind === 'word') {
    faults.add('PDDL_STRUCTURE', node, `${node.text} is not in parentheses`);
    return undefined;
  }
  return readAtom(node, place, scope);
}

function readAtom(node: List, place: Place, scope: Scope): Literal | undefined {
  const { faults, predicates } = scope;
  const predicate = headOf(node);
  if (Object.hasOwn(UNSUPPORTED, predicate)) {
    faults.add('PDDL_UNSUPPORTED', node, `${UNSUPPORTED[predicate]} (${predicate}) is not supported`);
    return undefined;
  }
  const words = node.items.slice(1).filter((item): item is Word => item.kind === 'word');
  const nested = node.items.find((item) => item.kind === 'list');
  if (predicate === '' || nested !== undefined) {
    const isNumeric = ['=', '<', '>', '<=', '>='].includes(predicate);
    if (isNumeric) faults.add('PDDL_UNSUPPORTED', node, 'numeric fluents are not supported');
    else faults.add('PDDL_STRUCTURE', nested ?? node, 'an atom is a predicate with names');
    return undefined;
  }
  const isEquality = predicate === '=';
  if (isEquality && (place === 'effect' || place === 'initial state')) {
    faults.add('PDDL_STRUCTURE', node, `equality cannot stand in an ${place}`);
    return undefined;
  }
  const expected = isEquality ? [OBJECT, OBJECT] : predicates.get(predicate);
  if (expected === undefined) {
    const message = `the predicate ${predicate} is not declared`;
    faults.addUnknown('PDDL_UNKNOWN_PREDICATE', headWord(node), message, predicates.keys());
    return undefined;
  }
  if (words.length !== expected.length) {
    faults.add('PDDL_ARITY', node, `${predicate} takes ${plural(expected.length, 'argument')}, not ${words.length}`);
    return undefined;
  }
  const areRight = words.map((word, i) => checkArgument(word, expected[i], predicate, scope));
  if (areRight.includes(false)) return undefined;
  return { predicate, args: words.map(({ text }) => text), isTrue: true };
}

/** True if an argument is known and can have the type that its predicate takes. */
function checkArgument(word: Word, expected: string, predicate: string, scope: Scope): boolean {
  const { faults, types, variables, objects } = scope;
  const isVariable = word.text.startsWith('?');
  const known = isVariable ? variables : objects;
  const type = known.get(word.text);
  if (type === undefined) {
    if (isVariable) faults.addUnknown('PDDL_UNBOUND', word, `${word.text} is not a parameter`, known.keys());
    else faults.addUnknown('PDDL_UNKNOWN_OBJECT', word, `the object ${word.text} is not declared`, known.keys());
    return false;
  }
  if (types.isA(type, expected) || (isVariable && types.isA(expected, type))) return true;
  faults.add('PDDL_WRONG_TYPE', word, `${word.text} is of type ${type}, but ${predicate} takes ${expected}`);
  return false;
}
