import { type Automaton, SINK, type Sink } from '../../core/base/automaton.ts';
import type { Result } from '../../core/base/result.ts';
import type { World } from '../../core/worlds/world.ts';

/** Answers of a program as plain data: the asking thread sends it to a thread that must not wait. */
export interface ProgramFacts {
  readonly info: ProgramInfo;
  /** Texts with their states, or with the reason why they are not states. */
  readonly parsed: readonly (readonly [string, Result<string, string>])[];
  readonly states: readonly (readonly [string, StateFacts])[];
}

/** A program's description of itself. */
export type ProgramInfo = Pick<World<string>, 'name' | 'title' | 'start' | 'stateForm' | 'actionForm'>;

/** Known facts about a state: its legal actions, and the successors of those that were tried. */
export interface StateFacts {
  readonly legal?: readonly string[] | undefined;
  readonly next: readonly (readonly [string, string])[];
}

/** The same, while it grows. */
export interface KnownState {
  legal?: readonly string[] | undefined;
  readonly next: Map<string, string>;
}

/** Returns the facts of a state; empty for a new one. */
export function knownState(states: Map<string, KnownState>, state: string): KnownState {
  let known = states.get(state);
  if (known === undefined) states.set(state, (known = { next: new Map() }));
  return known;
}

/** The world of a program, the answers of which are noted as it is asked. */
export class NotedWorld {
  readonly world: World<string>;
  readonly #parsed = new Map<string, Result<string, string>>();
  readonly #states = new Map<string, KnownState>();

  constructor(world: World<string>) {
    this.world = { ...world, automaton: this.#noted(world.automaton) };
  }

  facts(): ProgramFacts {
    const { name, title, start, stateForm, actionForm } = this.world;
    return {
      info: { name, title, start, stateForm, actionForm },
      parsed: [...this.#parsed],
      states: Array.from(this.#states, ([state, { legal, next }]) => [state, { legal, next: [...next] }]),
    };
  }

  #noted(asked: Automaton<string>): Automaton<string> {
    const legal = (state: string | Sink): readonly string[] => {
      if (state === SINK) return [];
      const known = knownState(this.#states, state);
      known.legal ??= asked.legal(state);
      return known.legal;
    };
    return {
      id: asked.id,
      parse: (text) => {
        const read = asked.parse(text);
        this.#parsed.set(text, read);
        return read;
      },
      print: (state) => asked.print(state),
      legal,
      step: (state, action) => {
        const next = legal(state).includes(action) ? asked.step(state, action) : SINK;
        if (state !== SINK && next !== SINK) knownState(this.#states, state).next.set(action, next);
        return next;
      },
      outcome: (state) => (legal(state).length === 0 ? '1/2-1/2' : undefined),
      key: (state) => asked.key(state),
      ...(asked.maxLegal !== undefined && { maxLegal: asked.maxLegal }),
    };
  }
}
