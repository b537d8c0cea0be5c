import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { randomWalk } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { Asker } from './asker.ts';
import { massOn, topLegal } from './next-actions.ts';
import type { LegalityUnit } from './unit-records.ts';
import type { WorldSurvey } from './vocabulary.ts';

/** What a model holds legal along a random walk, at every position that has legal actions. */
export async function legalityOf<State>(
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
        mass: massOn(next, legal),
        top: topLegal(next, new Set(legal)),
        visits: visits.get(key) ?? 0,
        ...(said !== undefined && { printed: said.ok && automaton.key(said.value) === key }),
      };
    }),
  };
}
