import { type Automaton, SINK, type Sink } from '../../core/base/automaton.ts';
import { ok, type Result } from '../../core/base/result.ts';
import type { World } from '../../core/worlds/world.ts';
import { PROCESS } from '../../core/worlds/world-spec.ts';

/** Thrown for a state that the program has not been asked about: `runLearn` must learn the walk first. */
export class NotLearned extends Error {
  override readonly name = 'NotLearned';
}

/** Limit of cached states and texts of a program, about 50 MB of long ones. */
const MAX_KEPT = 50_000;

/**
 * The world of a program, from its answers so far. It sends no request, so it can be used where nothing may wait; an unknown state throws
 * `NotLearned`.
 */
export class LearnedWorld {
  readonly #parsed = new Map<string, Result<string, string>>();
  readonly #states = new Map<string, KnownState>();
  readonly #automaton: Omit<Automaton<string>, 'id'> = this.#ofFacts();
  #world: World<string> | undefined;

  /** World with the learned facts. Throws `NotLearned` before anything was learned. */
  get world(): World<string> {
    if (this.#world === undefined) throw new NotLearned('the program has not answered yet');
    return this.#world;
  }

  /** Adds answers of the program; returns false if they exceed the limit. */
  learn({ info, parsed, states }: ProgramFacts): boolean {
    this.#world ??= programWorld(info, this.#automaton);
    for (const [text, state] of parsed) this.#parsed.set(text, state);
    for (const [state, { legal, next }] of states) {
      const known = knownState(this.#states, state);
      // The text of a state is that state's own.
      if (!this.#parsed.has(state)) this.#parsed.set(state, ok(state));
      known.legal ??= legal;
      for (const [action, to] of next) known.next.set(action, to);
    }
    return this.#parsed.size + this.#states.size <= MAX_KEPT;
  }

  #ofFacts(): Omit<Automaton<string>, 'id'> {
    const legal = (state: string | Sink): readonly string[] =>
      state === SINK ? [] : known(this.#states.get(state)?.legal, `what is legal in ${state}`);
    return {
      parse: (text) => known(this.#parsed.get(text), `whether ${text} is a state`),
      print: (state) => state,
      legal,
      step: (state, action) =>
        state === SINK || !legal(state).includes(action)
          ? SINK
          : known(this.#states.get(state)?.next.get(action), `where ${action} leads from ${state}`),
      outcome: (state) => (legal(state).length === 0 ? '1/2-1/2' : undefined),
      key: (state) => known<string>(undefined, `the key of ${state}`),
    };
  }
}

function known<Fact>(fact: Fact | undefined, what: string): Fact {
  if (fact === undefined) throw new NotLearned(`the program was not asked ${what}`);
  return fact;
}

const programWorld = (info: ProgramInfo, automaton: Omit<Automaton<string>, 'id'>): World<string> => ({
  ...info,
  automaton: { ...automaton, id: `${PROCESS}${info.name}` },
  part: 'state',
  parts: (state) => new Map([['state', state]]),
});

/** Answers of a program as plain data, which the asking thread sends to a thread that must not wait. */
export interface ProgramFacts {
  readonly info: ProgramInfo;
  /** Texts with their states, or with the reason why they are no states. */
  readonly parsed: readonly (readonly [string, Result<string, string>])[];
  readonly states: readonly (readonly [string, StateFacts])[];
}

/** Description that a program gives of itself. */
type ProgramInfo = Pick<World<string>, 'name' | 'title' | 'start' | 'stateForm' | 'actionForm'>;

/** Known facts about a state: its legal actions, and the successors of the tried ones. */
export interface StateFacts {
  readonly legal?: readonly string[] | undefined;
  readonly next: readonly (readonly [string, string])[];
}

/** Mutable form of `StateFacts`. */
interface KnownState {
  legal?: readonly string[] | undefined;
  readonly next: Map<string, string>;
}

/** Returns the facts of a state; empty for a new one. */
function knownState(states: Map<string, KnownState>, state: string): KnownState {
  let known = states.get(state);
  if (known === undefined) states.set(state, (known = { next: new Map() }));
  return known;
}

/** The world of a program that records the answers as it is asked. */
export class RecordingWorld {
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
