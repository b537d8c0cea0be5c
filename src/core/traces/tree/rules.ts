import { SINK } from '../../base/automaton.ts';
import type { World } from '../../worlds/world.ts';

/** A state that a trace states, as the world reads it. */
export interface KeyedState {
  readonly state: unknown;
  /** Equal for two states exactly when they are the same to the world. */
  readonly key: string;
  /** The state as the world prints it, once that is needed. */
  text?: string;
}

/** The successors of a state: for the key of each, the first action that leads to it. */
export type Successors = ReadonlyMap<string, string>;

/** Maximum number of texts of states whose readings are kept. */
const MAX_READINGS = 50_000;

/** The rules of a world, as a trace is compared with them. */
export class TraceRules {
  readonly world: World<unknown>;
  readonly #readings = new Map<string, KeyedState | string>();

  constructor(world: World<unknown>) {
    this.world = world;
  }

  /** Reads a state; the reason as a clause if it is none. */
  read(text: string): KeyedState | string {
    const known = this.#readings.get(text);
    if (known !== undefined) return known;
    const parsed = this.world.automaton.parse(text);
    const reading = parsed.ok ? this.reading(parsed.value) : parsed.error;
    if (this.#readings.size >= MAX_READINGS) this.#readings.clear();
    this.#readings.set(text, reading);
    return reading;
  }

  reading(state: unknown): KeyedState {
    const { automaton, goal } = this.world;
    const key = automaton.key(state);
    return { state, key: goal?.key === undefined ? key : `${key}\n${goal.key(state)}` };
  }

  print(reading: KeyedState): string {
    reading.text ??= this.world.automaton.print(reading.state);
    return reading.text;
  }

  /** Returns the first of two states that are printed alike in place of the second: a long trace keeps one of them. */
  shared(known: KeyedState | undefined, other: KeyedState): KeyedState {
    return known !== undefined && known.key === other.key && this.print(known) === this.print(other) ? known : other;
  }

  /** Returns the state after an action; undefined if it is not legal. */
  next(from: KeyedState, action: string): KeyedState | undefined {
    const state = this.world.automaton.step(from.state, action);
    return state === SINK ? undefined : this.reading(state);
  }

  /** Returns the successors of a state. */
  successors(from: KeyedState): Successors {
    const found = new Map<string, string>();
    for (const action of this.world.automaton.legal(from.state)) {
      const next = this.next(from, action);
      if (next !== undefined && !found.has(next.key)) found.set(next.key, action);
    }
    return found;
  }

  /** Returns the successors that a text describes, which may leave out a part of the state, with their actions. */
  describedSuccessors(from: KeyedState, text: string): readonly (readonly [action: string, next: KeyedState])[] {
    const found: (readonly [string, KeyedState])[] = [];
    for (const action of this.world.automaton.legal(from.state)) {
      const next = this.next(from, action);
      if (next !== undefined && this.describes(next, text)) found.push([action, next]);
    }
    return found;
  }

  /**
   * Returns true if a text describes a state, perhaps by its first words alone: plans of Sokoban in Searchformer's words
   * have the cell of the worker.
   */
  describes(reading: KeyedState, text: string): boolean {
    if (this.world.describes === undefined) return false;
    if (this.world.describes(reading.state, text)) return true;
    const printed = this.print(reading);
    return `${printed} `.startsWith(`${text} `) || printed.slice(printed.indexOf(' ') + 1).startsWith(`${text} `);
  }

  /** Returns the reason why an action is not legal, as a clause. */
  whyNot(from: KeyedState, action: string): string {
    const reason = this.world.whyNot?.(from.state, action);
    return reason ?? `${action} is not legal in ${this.print(from)}`;
  }

  isGoal(reading: KeyedState): boolean {
    return this.world.goal?.reached(reading.state) === true;
  }

  isTerminal(reading: KeyedState): boolean {
    return this.world.automaton.legal(reading.state).length === 0;
  }
}

/** Returns an action without the result that a text gives it: `39/3` for `39/3=12`. */
export const withoutResult = (action: string): string => {
  const equals = action.lastIndexOf('=');
  return equals < 0 ? action : action.slice(0, equals);
};
