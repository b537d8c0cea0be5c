import { seeded } from '../base/random.ts';
import { randomWalk } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';

/** What random walks show of a world. */
export interface WorldSurvey {
  /** The names of the actions that were legal anywhere, sorted. */
  readonly actions: readonly string[];
  /** Legal actions of the state that has most. */
  readonly mostLegal: number;
  /** Of how many walks each position, by its key, is a part. */
  readonly visits: ReadonlyMap<string, number>;
  readonly walks: number;
}

/** Walks of a survey, and steps of all of them together at most. */
const WALKS = 1000;
const STEPS = 40_000;
const SEED = 0x1ab;

/**
 * Walks through a world at random, always the same way: which actions there are, and which positions are common. Worlds have no list
 * of their actions, and most have more states than can be listed.
 */
export function surveyWorld<State>(world: World<State>, length: number): WorldSurvey {
  const { automaton } = world;
  const actions = new Set<string>();
  const visits = new Map<string, number>();
  let mostLegal = 0;
  let walks = 0;
  const random = seeded(SEED);
  for (let steps = 0; walks < WALKS && steps < STEPS; walks++) {
    const seen = new Set<string>();
    for (const state of randomWalk(world, length, random).states) {
      const legal = automaton.legal(state);
      mostLegal = Math.max(mostLegal, legal.length);
      for (const action of legal) actions.add(action);
      seen.add(automaton.key(state));
      steps++;
    }
    for (const key of seen) visits.set(key, (visits.get(key) ?? 0) + 1);
  }
  return { actions: [...actions].sort(), mostLegal, visits, walks };
}
