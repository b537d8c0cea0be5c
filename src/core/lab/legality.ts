import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { randomWalk } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { LegalityUnit, PrintedUnit } from './lab-file.ts';
import { type Asker, sumMass, topLegal } from './next-actions.ts';
import type { WorldSurvey } from './settings.ts';

/** Measures the legality of a model's distributions along a random walk, at every position that has legal actions. */
export async function measureLegality<State>(
  { automaton, ...world }: World<State>,
  asker: Asker,
  length: number,
  { visits }: WorldSurvey,
  random: RandomGenerator,
): Promise<Omit<LegalityUnit, 'measure' | 'unit' | 'asked'>> {
  const { actions, states } = randomWalk({ automaton, ...world }, length, random);
  const places = states
    .slice(0, Math.max(1, length))
    .map((state, ply) => ({ ply, state, legal: automaton.legal(state) }))
    .filter(({ legal }) => legal.length > 0);
  const answers = await asker.next(places.map(({ ply }) => actions.slice(0, ply)));
  return {
    history: [...actions],
    plies: places.map(({ ply, state, legal }, i) => {
      const next = answers[i] ?? { probs: new Map<string, number>() };
      const key = automaton.key(state);
      const said = next.printed === undefined ? undefined : automaton.parse(next.printed);
      return {
        ply,
        mass: sumMass(next, legal),
        top: topLegal(next, new Set(legal)),
        visits: visits.get(key) ?? 0,
        ...(said !== undefined && { printed: said.ok && automaton.key(said.value) === key }),
      };
    }),
  };
}

/** Position of a run's query, and the state that the model printed there. */
export interface PrintedSample {
  /** Legal history from the start of the world. */
  readonly history: readonly string[];
  /** Undefined for an answer without a state. */
  readonly printed: string | undefined;
  /** Label of the answer, as predictions in files name it. */
  readonly label?: string;
}

/**
 * Measures the legality of a model's distribution where a run of it printed a state: a printed state is right if it has
 * the future of the true one.
 */
export async function measurePrinted<State>(
  { automaton, start }: Pick<World<State>, 'automaton' | 'start'>,
  asker: Asker,
  { history, printed, label }: PrintedSample,
): Promise<Omit<PrintedUnit, 'measure' | 'unit' | 'asked'>> {
  let state = start;
  for (const action of history) {
    const next = automaton.step(state, action);
    if (typeof next === 'symbol') throw new Error(`${action} is not legal behind ${history.join(' ')}`);
    state = next;
  }
  const legal = automaton.legal(state);
  if (legal.length === 0) return { history: [...history], plies: [] };
  const next = await asker.one(history);
  const said = printed === undefined ? undefined : automaton.parse(printed);
  const isRight = said?.ok === true && automaton.key(said.value) === automaton.key(state);
  return {
    history: [...history],
    plies: [
      {
        ply: history.length,
        mass: sumMass(next, legal),
        top: topLegal(next, new Set(legal)),
        visits: 0,
        printed: isRight,
      },
    ],
    ...(label !== undefined && { label }),
    ...(printed !== undefined && { state: printed }),
  };
}
