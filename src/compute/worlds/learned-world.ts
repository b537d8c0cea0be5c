import { type Automaton, SINK, type Sink } from '../../core/base/automaton.ts';
import { ok, type Result } from '../../core/base/result.ts';
import type { World } from '../../core/worlds/world.ts';
import { PROCESS } from '../../core/worlds/world-spec.ts';
import { type KnownState, knownState, type ProgramFacts, type ProgramInfo } from './program-facts.ts';

/** Thrown for a state that the program has not been asked about. The walk must be learned first (`runLearn`). */
export class NotLearned extends Error {
  override readonly name = 'NotLearned';
}

/** States and texts of a program that are kept, about 50 MB of long ones. */
const MAX_KEPT = 50_000;

/**
 * The world of a program from what it has answered so far. It sends no request, so it can be used where nothing may wait; an
 * unknown state throws `NotLearned`.
 */
export class LearnedWorld {
  readonly #parsed = new Map<string, Result<string, string>>();
  readonly #states = new Map<string, KnownState>();
  readonly #automaton: Omit<Automaton<string>, 'id'> = this.#ofFacts();
  #world: World<string> | undefined;

  /** Throws `NotLearned` before anything was learned. */
  get world(): World<string> {
    if (this.#world === undefined) throw new NotLearned('the program has not answered yet');
    return this.#world;
  }

  /** Takes in what the program has answered; false if that is more than is kept. */
  learn({ info, parsed, states }: ProgramFacts): boolean {
    this.#world ??= worldOf(info, this.#automaton);
    for (const [text, state] of parsed) this.#parsed.set(text, state);
    for (const [state, { legal, next }] of states) {
      const known = knownState(this.#states, state);
      // the text of a state is that state's
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

const worldOf = (info: ProgramInfo, automaton: Omit<Automaton<string>, 'id'>): World<string> => ({
  ...info,
  automaton: { ...automaton, id: `${PROCESS}${info.name}` },
  part: 'state',
  parts: (state) => new Map([['state', state]]),
});
