import { type Arena, type Automaton, SINK, type Sink } from './automaton.ts';
import { fnv1a } from './text/hash.ts';

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
