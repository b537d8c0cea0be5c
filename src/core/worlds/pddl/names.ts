import type { PddlFaults } from './faults.ts';
import type { Node, Word } from './lists.ts';

/** The type of everything that has no other. */
export const OBJECT = 'object';

/** A name with its type. */
export interface Typed {
  readonly word: Word;
  readonly type: string;
}

/** Words that names and variables (behind their question mark) may be: no commas, which separate the arguments of an action. */
const NAME = /^[a-z0-9_][a-z0-9_.+-]*$/;

/** Reports a word that is no name. */
export function checkName({ text, start, end }: Word, faults: PddlFaults): void {
  const bare = text.startsWith('?') ? text.slice(1) : text;
  if (!NAME.test(bare))
    faults.add('PDDL_NAME', { start, end }, `${text} is no name: names are letters, digits, - and _`);
}

/** Reads `a b - t c`: names, a dash and their type; without a dash they are objects. */
export function readTyped(nodes: readonly Node[], faults: PddlFaults, onType: (type: Word) => void): Typed[] {
  const typed: Typed[] = [];
  let pending: Word[] = [];
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
    const name = type?.kind === 'word' ? type.text : OBJECT;
    typed.push(...pending.map((word) => ({ word, type: name })));
    pending = [];
  }
  return [...typed, ...pending.map((word) => ({ word, type: OBJECT }))];
}

/** The types of a domain: each with its parent. */
export class Types {
  readonly #parents = new Map<string, string>([[OBJECT, '']]);

  /** Reads the types of a domain; a parent that is not listed itself is a type, too. */
  static read(nodes: readonly Node[], faults: PddlFaults): Types {
    const types = new Types();
    const parents: Word[] = [];
    for (const { word, type } of readTyped(nodes, faults, (parent) => parents.push(parent))) {
      if (word.text === OBJECT) continue;
      if (types.#parents.has(word.text)) faults.add('PDDL_DUPLICATE', word, `the type ${word.text} is declared twice`);
      types.#parents.set(word.text, type);
      if (types.#isCircle(word.text)) {
        faults.add('PDDL_STRUCTURE', word, `the type ${word.text} is its own ancestor`);
        types.#parents.set(word.text, OBJECT);
      }
    }
    for (const { text } of parents) if (!types.#parents.has(text)) types.#parents.set(text, OBJECT);
    return types;
  }

  /** True if a type is another, or below it. */
  isA(type: string, ancestor: string): boolean {
    for (let at: string | undefined = type; at !== undefined && at !== ''; at = this.#parents.get(at))
      if (at === ancestor) return true;
    return ancestor === OBJECT;
  }

  /** Reports a type that is not declared. */
  check(type: Word, faults: PddlFaults): void {
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
