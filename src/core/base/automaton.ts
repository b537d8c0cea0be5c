import type { Result } from './result.ts';
import { fnv1a } from './text/hash.ts';

/**
 * A game as a deterministic finite automaton (Harang et al., section 2.1): states, actions, a total transition
 * function, and the sink state 0 that every invalid transition leads to. Metrics and search are written against
 * this alone, so a new environment is one file.
 */
export interface Automaton<State> {
  /** Stable name, as in settings and `%mav game=`: `chess`, `chess960`, `connect_four`, `hex`, `othello`. */
  readonly id: string;
  /** Returns the state that a text describes, or the reason why it describes none (then it is the sink). */
  parse(text: string): Result<State, string>;
  /** Returns the state's text; `parse(print(s))` is `s`. */
  print(state: State): string;
  /** Returns the names of the legal actions, each once. Empty in a terminal state and in the sink. */
  legal(state: State | Sink): readonly string[];
  /**
   * Returns the successor; the sink for an action that is not legal in `state`, and for any action on the sink. Never
   * throws.
   */
  step(state: State | Sink, action: string): State | Sink;
  /**
   * Returns the result of a state without legal actions, from the first player's side; undefined before the end of the
   * game.
   */
  outcome(state: State): Outcome | undefined;
  /**
   * Returns a text that is equal for two states exactly when they have the same future: equal keys mean equal legal
   * actions now and after every sequence, and equal observations after every action if the automaton has `observe`.
   * Counters and history that never change either are left out.
   */
  key(state: State): string;
  /**
   * Returns the observation in a state that an action has led to. If every action is always legal (permutations,
   * cubes), legal actions distinguish no two states; then two states accept an action if it is legal in both and the
   * observations after it are equal. Without it, legal actions alone decide.
   */
  observe?(state: State): string;
  /** Largest possible number of legal actions in a state; 512 by default. */
  readonly maxLegal?: number;
  /** Returns a hand-tuned arena for the metrics' inner loops; `genericArena` serves automata without one. */
  arena?(): Arena<State>;
}

/** The sink state 0: entered by any invalid action, never left. */
export const SINK = Symbol('sink');
export type Sink = typeof SINK;

/** Result of a finished game: the first player won, the second won, or a draw. */
export type Outcome = '1-0' | '0-1' | '1/2-1/2';

/**
 * States held by small integers, for walks that visit hundreds of thousands of them without allocating. A handle is any
 * integer below the last `reserve`. Actions are also integers; equal action names have equal integers, in every state
 * of the automaton.
 */
export interface Arena<State> extends WalkArena {
  /** Puts a state into a handle. */
  load(handle: number, state: State): void;
}

/** The part of an arena that a walk uses once its first states are loaded. */
export interface WalkArena {
  /** Makes handles `0 .. count - 1` usable; their states are kept. */
  reserve(count: number): void;
  /** Copies a state. */
  copy(from: number, to: number): void;
  /** Makes `to` the successor of `from`. The action must be legal in `from`; `from` and `to` differ. */
  play(from: number, to: number, action: number): void;
  /** Returns the number of legal actions. */
  count(handle: number): number;
  /** Returns the number of legal actions; writes them into `out` from `at` on. */
  legal(handle: number, out: Int32Array, at: number): number;
  /**
   * Compares the legal actions of two states. Sets `legalA` and `legalB` to their counts and returns the number that
   * both accept: those legal in both, after which the observations are equal if the automaton has `observe`. With
   * `out`, writes them into it from `at` on.
   */
  common(a: number, b: number, out?: Int32Array, at?: number): number;
  /** Number of legal actions of the first state of the last `common` call. */
  readonly legalA: number;
  /** Number of legal actions of the second state of the last `common` call. */
  readonly legalB: number;
  /**
   * Returns true if two states have the same future (`Automaton.key`). May return false for equal ones, never true for
   * different ones.
   */
  same(a: number, b: number): boolean;
  /**
   * Returns true if, along all sequences of `plies` actions, an action removes itself from the legal ones of both
   * states and changes nothing else: then numbers of actions decide. May return false where that holds. Left out by
   * games in which it never holds.
   */
  onlyShrinks?(a: number, b: number, plies: number): boolean;
  /** Returns the first of two independent 32-bit hashes of the state's future, for memo tables. */
  hashLow(handle: number): number;
  hashHigh(handle: number): number;
  /** Returns the name of an action. */
  actionName(action: number): string;
  /** Largest possible number of legal actions in a state: the capacity that `out` needs. */
  readonly maxLegal: number;
}

/** Returns an arena for any automaton: states in an array, action names and state keys numbered as they appear. */
export function genericArena<State>(automaton: Automaton<State>): Arena<State> {
  return automaton.arena?.() ?? new GenericArena(automaton);
}

class GenericArena<State> implements Arena<State> {
  legalA = 0;
  legalB = 0;
  readonly maxLegal: number;
  readonly #automaton: Automaton<State>;
  readonly #states: State[] = [];
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(automaton: Automaton<State>) {
    this.#automaton = automaton;
    this.maxLegal = automaton.maxLegal ?? 512;
  }

  reserve(): void {}

  load(handle: number, state: State): void {
    this.#states[handle] = state;
  }

  copy(from: number, to: number): void {
    this.#states[to] = this.#states[from]!;
  }

  play(from: number, to: number, action: number): void {
    const next = this.#automaton.step(this.#states[from]!, this.#names[action]!);
    if (next === SINK)
      throw new Error(`illegal action ${this.#names[action]} played in the arena of ${this.#automaton.id}`);
    this.#states[to] = next;
  }

  count(handle: number): number {
    return this.#automaton.legal(this.#states[handle]!).length;
  }

  legal(handle: number, out: Int32Array, at: number): number {
    const names = this.#automaton.legal(this.#states[handle]!);
    names.forEach((name, i) => {
      out[at + i] = this.#number(name);
    });
    return names.length;
  }

  common(a: number, b: number, out?: Int32Array, at = 0): number {
    const [stateA, stateB] = [this.#states[a]!, this.#states[b]!];
    const legalA = this.#automaton.legal(stateA);
    const inB = new Set(this.#automaton.legal(stateB));
    this.legalA = legalA.length;
    this.legalB = inB.size;
    let n = 0;
    for (const name of legalA) {
      if (!inB.has(name) || !seesAlike(this.#automaton, stateA, stateB, name)) continue;
      if (out !== undefined) out[at + n] = this.#number(name);
      n++;
    }
    return n;
  }

  same(a: number, b: number): boolean {
    return this.#automaton.key(this.#states[a]!) === this.#automaton.key(this.#states[b]!);
  }

  hashLow(handle: number): number {
    return hash(this.#automaton.key(this.#states[handle]!), 0x811c9dc5);
  }

  hashHigh(handle: number): number {
    return hash(this.#automaton.key(this.#states[handle]!), 0x27d4eb2f);
  }

  actionName(action: number): string {
    return this.#names[action]!;
  }

  #number(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

/** Returns true if the observations after an action that is legal in two states are equal; true without `observe`. */
function seesAlike<State>(automaton: Automaton<State>, a: State, b: State, action: string): boolean {
  if (automaton.observe === undefined) return true;
  return observedAlike(automaton, automaton.step(a, action), automaton.step(b, action));
}

/**
 * Returns true if two successors by one action have equal observations: true if the automaton has no `observe`; a sink
 * equals no state.
 */
export function observedAlike<State>(automaton: Automaton<State>, a: State | Sink, b: State | Sink): boolean {
  if (a === SINK || b === SINK) return false;
  return automaton.observe === undefined || automaton.observe(a) === automaton.observe(b);
}

/** Returns a hash with a final mix, for memo tables only. */
function hash(text: string, basis: number): number {
  let h = fnv1a(text, basis);
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  return h ^ (h >>> 15);
}
