import { type Automaton, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { World } from '../world.ts';
import { readDomain } from './domain.ts';
import { type GroundAction, type GroundTask, groundTask } from './grounding.ts';
import type { Literal } from './literals.ts';
import { type PddlFault, suggestSymbol } from './pddl-syntax.ts';
import { readProblem } from './problem.ts';

/** Maximum length of a text that is read. */
export const MAX_PDDL_TEXT = 2_000_000;

/** A fault of a domain or a problem. */
export interface PddlWorldFault {
  readonly in: 'domain' | 'problem';
  readonly offset: number;
  readonly message: string;
}

/** A world from PDDL. */
export interface PddlWorld extends World<PddlState> {
  readonly automaton: TaskAutomaton;
  /** Returns true if the goal of the problem is true. */
  readonly isGoal: (state: PddlState) => boolean;
}

const placed = (where: PddlWorldFault['in'], faults: readonly PddlFault[]): PddlWorldFault[] =>
  faults.map(({ range, message }) => ({ in: where, offset: range.start, message }));

/**
 * Returns the world of a problem in PDDL with its domain (STRIPS with types, negative preconditions and equality), or
 * their faults. States are the true atoms, actions are named `stack(a,b)`.
 *
 * @param name of the world, as in reports
 */
export function pddlWorld(
  name: string,
  domainText: string,
  problemText: string,
): Result<PddlWorld, readonly PddlWorldFault[]> {
  for (const [where, text] of [
    ['domain', domainText],
    ['problem', problemText],
  ] as const)
    if (text.length > MAX_PDDL_TEXT)
      return err([{ in: where, offset: 0, message: `the ${where} is longer than ${MAX_PDDL_TEXT} characters` }]);
  const { domain, faults: ofDomain } = readDomain(domainText);
  const { problem, faults: ofProblem } = readProblem(problemText, domain);
  // names that a faulty domain does not declare would also be reported in the problem
  if (ofDomain.length > 0) return err(placed('domain', ofDomain));
  if (ofProblem.length > 0) return err(placed('problem', ofProblem));
  const task = groundTask(domain, problem);
  if (!task.ok) return err([{ in: 'problem', offset: 0, message: `${task.error}: the world is too large` }]);
  const { atoms, init, actions } = task.value;
  const automaton = new TaskAutomaton(name, task.value);
  const start = automaton.stateOf(init);
  return ok({
    name,
    title: problem.name === '' ? domain.name : `${domain.name}, ${problem.name}`,
    automaton,
    start,
    stateForm: `the atoms that are true, such as ${automaton.print(start).slice(0, 200)}`,
    actionForm: `an action with its objects in parentheses, such as ${actions[0]?.name ?? 'stack(a,b)'}`,
    part: 'atom',
    parts: (state) => new Map(atoms.map((atom, number) => [atom, automaton.isTrue(state, number) ? 'true' : 'false'])),
    whyNot: (state, action) => automaton.whyNot(state, action),
    isGoal: (state) => automaton.isGoal(state),
    ...(problem.goal.length > 0 && {
      goal: {
        title: goalTitle(problem.goal),
        reached: (state) => automaton.isGoal(state),
        ...(automaton.hasUntestedGoal && { key: (state) => automaton.goalKey(state) }),
      },
      heuristics: [{ name: 'goals', estimate: (state) => automaton.missingGoals(state) }],
    }),
  });
}

/** Maximum number of atoms in the title of a goal; of more it states the number. */
const TITLE_ATOMS = 4;

function goalTitle(goal: readonly Literal[]): string {
  const atoms = goal.slice(0, TITLE_ATOMS).map(({ predicate, args, isTrue }) => {
    const atom = `(${[predicate, ...args].join(' ')})`;
    return isTrue ? atom : `(not ${atom})`;
  });
  const more = goal.length - atoms.length;
  return `${atoms.join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One bit for each atom that can change; constant once made. */
export type PddlState = Int32Array;

/** Conditions as pairs of a word's index with its masks: bits that must be 1 and 0 in it. */
interface Masks {
  readonly words: Int32Array;
  readonly ones: Int32Array;
  readonly zeros: Int32Array;
}

function makeMasks(ones: readonly number[], zeros: readonly number[]): Masks {
  const words = [...new Set([...ones, ...zeros].map((atom) => atom >>> 5))].sort((a, b) => a - b);
  const mask = (atoms: readonly number[], word: number): number =>
    atoms.reduce((bits, atom) => (atom >>> 5 === word ? bits | (1 << (atom & 31)) : bits), 0);
  return {
    words: Int32Array.from(words),
    ones: Int32Array.from(words, (word) => mask(ones, word)),
    zeros: Int32Array.from(words, (word) => mask(zeros, word)),
  };
}

function holds(state: PddlState, { words, ones, zeros }: Masks): boolean {
  for (let i = 0; i < words.length; i++) {
    const bits = state[words[i]];
    if ((bits & ones[i]) !== ones[i] || (bits & zeros[i]) !== 0) return false;
  }
  return true;
}

/** An atom as it may be written, with any white space and commas between its words. */
const ATOM = /\(\s*([^\s(),]+(?:[\s,]+[^\s(),]+)*)\s*\)/g;

/** The automaton of a problem without variables: states are sets of atoms, as bits. */
class TaskAutomaton implements Automaton<PddlState> {
  readonly id: string;
  readonly maxLegal: number;
  readonly #task: GroundTask;
  readonly #length: number;
  readonly #atoms: ReadonlyMap<string, number>;
  readonly #actions: ReadonlyMap<string, number>;
  readonly #conditions: readonly Masks[];
  readonly #effects: readonly Masks[];
  readonly #goal: Masks | undefined;
  /** Actions by one atom each that must be true for them; those that require none. */
  readonly #watching: readonly (readonly number[])[];
  readonly #free: readonly number[];
  /** Bits of the atoms by which actions are found, and of those that any condition tests. */
  readonly #watched: Int32Array;
  readonly #asked: Int32Array;
  /** Bits of the atoms that the goal tests, but no condition. */
  readonly #untested: Int32Array;

  constructor(id: string, task: GroundTask) {
    this.id = id;
    this.#task = task;
    const { atoms, actions, goal } = task;
    this.maxLegal = Math.max(1, actions.length);
    this.#length = (atoms.length + 31) >>> 5;
    this.#atoms = new Map(atoms.map((atom, number) => [atom, number]));
    this.#actions = new Map(actions.map(({ name }, number) => [name, number]));
    this.#conditions = actions.map(({ positive, negative }) => makeMasks(positive, negative));
    this.#effects = actions.map(({ adds, deletes }) => makeMasks(adds, deletes));
    this.#goal = goal && makeMasks(goal.positive, goal.negative);
    const watch = assignWatches(actions, atoms.length);
    this.#watching = watch.byAtom;
    this.#free = watch.free;
    this.#watched = this.stateOf(watch.byAtom.flatMap((watching, atom) => (watching.length > 0 ? [atom] : [])));
    this.#asked = this.stateOf(actions.flatMap(({ positive, negative }) => [...positive, ...negative]));
    const inGoal = this.stateOf([...(goal?.positive ?? []), ...(goal?.negative ?? [])]);
    this.#untested = inGoal.map((bits, word) => bits & ~this.#asked[word]);
  }

  /** Returns the state in which these atoms are true. */
  stateOf(atoms: readonly number[]): PddlState {
    const state = new Int32Array(this.#length);
    for (const atom of atoms) state[atom >>> 5] |= 1 << (atom & 31);
    return state;
  }

  isTrue(state: PddlState, atom: number): boolean {
    return (state[atom >>> 5] & (1 << (atom & 31))) !== 0;
  }

  isGoal(state: PddlState): boolean {
    return this.#goal !== undefined && holds(state, this.#goal);
  }

  /** Returns the number of atoms of the goal that are not as it asks; infinite for a goal that no state reaches. */
  missingGoals(state: PddlState): number {
    const { goal } = this.#task;
    if (goal === undefined) return Number.POSITIVE_INFINITY;
    const isMissing = (wanted: boolean) => (atom: number) => this.isTrue(state, atom) !== wanted;
    return goal.positive.filter(isMissing(true)).length + goal.negative.filter(isMissing(false)).length;
  }

  /** True if the goal tests atoms that no action does, which `key` lacks. */
  get hasUntestedGoal(): boolean {
    return this.#untested.some((bits) => bits !== 0);
  }

  /** Returns the atoms of the goal that `key` lacks. */
  goalKey(state: PddlState): string {
    return Array.from(state, (bits, word) => (bits & this.#untested[word]).toString(36)).join(' ');
  }

  /**
   * Reads atoms in any order, each at most once; those that never change may be left out. `()` is the state in which
   * none is true.
   */
  parse(text: string): Result<PddlState, string> {
    const state = new Int32Array(this.#length);
    const rest = text
      .toLowerCase()
      .replace(ATOM, ' ')
      .replace(/\(\s*\)|,/g, ' ')
      .trim();
    if (rest !== '' || text.trim() === '')
      return err(rest === '' ? 'no atoms' : `${rest.slice(0, 40)} is no list of atoms such as (on a b)`);
    for (const [, words] of text.toLowerCase().matchAll(ATOM)) {
      const atom = `(${words.split(/[\s,]+/).join(' ')})`;
      const number = this.#atoms.get(atom);
      if (number === undefined) {
        if (this.#task.constant.has(atom)) continue;
        return err(`there is no atom ${atom}${suggestSymbol(atom, this.#atoms.keys())}`);
      }
      if (this.isTrue(state, number)) return err(`${atom} is listed twice`);
      state[number >>> 5] |= 1 << (number & 31);
    }
    return ok(state);
  }

  print(state: PddlState): string {
    return this.#task.atoms.filter((_, atom) => this.isTrue(state, atom)).join(' ') || '()';
  }

  legal(state: PddlState | Sink): readonly string[] {
    if (state === SINK) return [];
    const found: number[] = [];
    for (const action of this.#free) if (holds(state, this.#conditions[action])) found.push(action);
    for (let word = 0; word < state.length; word++)
      for (let bits = state[word] & this.#watched[word]; bits !== 0; bits &= bits - 1) {
        const atom = (word << 5) | (31 - Math.clz32(bits & -bits));
        for (const action of this.#watching[atom]) if (holds(state, this.#conditions[action])) found.push(action);
      }
    const { actions } = this.#task;
    return found.sort((a, b) => a - b).map((action) => actions[action].name);
  }

  step(state: PddlState | Sink, action: string): PddlState | Sink {
    const number = this.#actions.get(action);
    if (state === SINK || number === undefined || !holds(state, this.#conditions[number])) return SINK;
    const { words, ones, zeros } = this.#effects[number];
    const next = state.slice();
    for (let i = 0; i < words.length; i++) next[words[i]] = (next[words[i]] & ~zeros[i]) | ones[i];
    return next;
  }

  /** Returns the first condition of an action that is not met, as a clause; undefined for a legal action. */
  whyNot(state: PddlState, action: string): string | undefined {
    const { actions, atoms } = this.#task;
    const number = this.#actions.get(action);
    if (number === undefined)
      return `there is no action ${action}${actions.length === 0 ? '' : `; one is ${actions[0].name}`}`;
    const { positive, negative } = actions[number];
    const missing = positive.find((atom) => !this.isTrue(state, atom));
    if (missing !== undefined) return `${atoms[missing]} is false`;
    const present = negative.find((atom) => this.isTrue(state, atom));
    return present === undefined ? undefined : `${atoms[present]} is true`;
  }

  /** Returns a draw for a state without actions, which ends a walk; nobody wins. */
  outcome(state: PddlState): '1/2-1/2' | undefined {
    return this.legal(state).length === 0 ? '1/2-1/2' : undefined;
  }

  /** Returns the atoms that some action tests: the others never change the legal actions. */
  key(state: PddlState): string {
    let key = '';
    for (let word = 0; word < state.length; word++) key += `${(state[word] & this.#asked[word]).toString(36)} `;
    return key;
  }
}

/** Lists each action below the atom of its conditions that the fewest actions share. */
function assignWatches(
  actions: readonly GroundAction[],
  atoms: number,
): { readonly byAtom: number[][]; readonly free: number[] } {
  const shared = new Int32Array(atoms);
  for (const { positive } of actions) for (const atom of positive) shared[atom]++;
  const byAtom: number[][] = Array.from({ length: atoms }, () => []);
  const free: number[] = [];
  for (const [number, { positive }] of actions.entries()) {
    const rarest = positive.reduce((best, atom) => (best < 0 || shared[atom] < shared[best] ? atom : best), -1);
    (rarest < 0 ? free : byAtom[rarest]).push(number);
  }
  return { byAtom, free };
}
