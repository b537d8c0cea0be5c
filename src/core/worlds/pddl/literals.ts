import { plural } from '../../base/text/counts.ts';
import { headWord, listHead, type PddlFaults, type PddlList, type PddlNode, type PddlWord } from './pddl-syntax.ts';

/**
 * An atom, or its negation: the arguments are objects, or variables with their question mark. `=` is also a predicate.
 */
export interface Literal {
  readonly predicate: string;
  readonly args: readonly string[];
  readonly isTrue: boolean;
}

/** Names and types that a formula may use. */
export interface FormulaScope {
  readonly types: Types;
  /** The types of a predicate's arguments, by its name. */
  readonly predicates: ReadonlyMap<string, readonly string[]>;
  /** The type of each known object; undefined if objects are in another text. */
  readonly objects: ReadonlyMap<string, string>;
  /** The type of each variable. */
  readonly variables: ReadonlyMap<string, string>;
  readonly faults: PddlFaults;
}

/** Context of a formula: an effect has no equality, an initial state neither that nor negations. */
export type FormulaContext = 'precondition' | 'effect' | 'goal' | 'initial state';

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

/**
 * Returns the literals of a conjunction, in order; other nodes are reported and left out. An empty list is the empty
 * conjunction.
 */
export function readConjunction(formula: PddlNode, place: FormulaContext, scope: FormulaScope): Literal[] {
  const found: Literal[] = [];
  const stack: PddlNode[] = [formula];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'list' && listHead(node) === 'and') stack.push(...node.items.slice(1).reverse());
    else if (node.kind === 'word' || node.items.length > 0) {
      const literal = readLiteral(node, place, scope);
      if (literal !== undefined) found.push(literal);
    }
  }
  return found;
}

/** Returns the literal of a node; undefined, with a report, for other nodes. */
export function readLiteral(node: PddlNode, place: FormulaContext, scope: FormulaScope): Literal | undefined {
  const { faults } = scope;
  if (node.kind === 'list' && listHead(node) === 'not') {
    const [, inner] = node.items;
    if (node.items.length !== 2 || inner.kind === 'word') {
      faults.add('PDDL_STRUCTURE', node, 'not takes one atom');
      return undefined;
    }
    if (place === 'initial state') {
      faults.add('PDDL_STRUCTURE', node, 'an initial state lists what is true; leave out what is not');
      return undefined;
    }
    if (listHead(inner) === 'not' || listHead(inner) === 'and') {
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

function readAtom(node: PddlList, place: FormulaContext, scope: FormulaScope): Literal | undefined {
  const { faults, predicates } = scope;
  const predicate = listHead(node);
  if (Object.hasOwn(UNSUPPORTED, predicate)) {
    faults.add('PDDL_UNSUPPORTED', node, `${UNSUPPORTED[predicate]} (${predicate}) is not supported`);
    return undefined;
  }
  const words = node.items.slice(1).filter((item): item is PddlWord => item.kind === 'word');
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
  const expected = isEquality ? [OBJECT_TYPE, OBJECT_TYPE] : predicates.get(predicate);
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

/** Returns true if an argument is known and can have the type that its predicate takes. */
function checkArgument(word: PddlWord, expected: string, predicate: string, scope: FormulaScope): boolean {
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

/** The default type, which is the root of all types. */
const OBJECT_TYPE = 'object';

/** A name with its type. */
export interface TypedName {
  readonly word: PddlWord;
  readonly type: string;
}

/** Syntax of names and variables (after their question mark): no commas, which separate the arguments of an action. */
const NAME = /^[a-z0-9_][a-z0-9_.+-]*$/;

/** Reports a word that is no name. */
export function checkName({ text, start, end }: PddlWord, faults: PddlFaults): void {
  const bare = text.startsWith('?') ? text.slice(1) : text;
  if (!NAME.test(bare))
    faults.add('PDDL_NAME', { start, end }, `${text} is no name: names are letters, digits, - and _`);
}

/** Reads `a b - t c`: names, a dash and their type; without a dash they are objects. */
export function readTyped(
  nodes: readonly PddlNode[],
  faults: PddlFaults,
  onType: (type: PddlWord) => void,
): TypedName[] {
  const typed: TypedName[] = [];
  let pending: PddlWord[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node.kind === 'list') {
      faults.add('PDDL_STRUCTURE', node, 'a list where a name is expected');
      continue;
    }
    if (node.text !== '-') {
      checkName(node, faults);
      pending.push(node);
      continue;
    }
    const type = nodes[++i];
    if (type === undefined || type.kind === 'list') {
      const isEither = type !== undefined && type.items[0]?.kind === 'word' && type.items[0].text === 'either';
      if (isEither) faults.add('PDDL_UNSUPPORTED', type, 'either is not supported: give the types a common parent');
      else faults.add('PDDL_STRUCTURE', type ?? node, 'a dash without a type');
    } else onType(type);
    const name = type?.kind === 'word' ? type.text : OBJECT_TYPE;
    typed.push(...pending.map((word) => ({ word, type: name })));
    pending = [];
  }
  return [...typed, ...pending.map((word) => ({ word, type: OBJECT_TYPE }))];
}

/** The types of a domain: each with its parent. */
export class Types {
  readonly #parents = new Map<string, string>([[OBJECT_TYPE, '']]);

  /** Reads the types of a domain; a parent that is not listed itself is also a type. */
  static read(nodes: readonly PddlNode[], faults: PddlFaults): Types {
    const types = new Types();
    const parents: PddlWord[] = [];
    for (const { word, type } of readTyped(nodes, faults, (parent) => parents.push(parent))) {
      if (word.text === OBJECT_TYPE) continue;
      if (types.#parents.has(word.text)) faults.add('PDDL_DUPLICATE', word, `the type ${word.text} is declared twice`);
      types.#parents.set(word.text, type);
      if (types.#isCircle(word.text)) {
        faults.add('PDDL_STRUCTURE', word, `the type ${word.text} is its own ancestor`);
        types.#parents.set(word.text, OBJECT_TYPE);
      }
    }
    for (const { text } of parents) if (!types.#parents.has(text)) types.#parents.set(text, OBJECT_TYPE);
    return types;
  }

  /** Returns true if a type equals another, or is below it. */
  isA(type: string, ancestor: string): boolean {
    for (let at: string | undefined = type; at !== undefined && at !== ''; at = this.#parents.get(at))
      if (at === ancestor) return true;
    return ancestor === OBJECT_TYPE;
  }

  /** Reports a type that is not declared. */
  check(type: PddlWord, faults: PddlFaults): void {
    if (this.#parents.has(type.text)) return;
    faults.addUnknown('PDDL_UNKNOWN_TYPE', type, `the type ${type.text} is not declared`, this.#parents.keys());
  }

  #isCircle(type: string): boolean {
    let steps = 0;
    for (let at = this.#parents.get(type); at !== undefined && at !== ''; at = this.#parents.get(at))
      if (at === type || ++steps > this.#parents.size) return true;
    return false;
  }
}
