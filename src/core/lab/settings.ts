import { seeded } from '../base/random.ts';
import { randomWalk } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';

/** Measures, in the order of reports. */
export const LAB_MEASURES = [
  'legality',
  'compression',
  'distinction',
  'attack',
  'brittleness',
  'chess960',
  'printed',
] as const;
export type LabMeasure = (typeof LAB_MEASURES)[number];

/** Measures that can be requested by name: printed states come with a run. */
export const NAMED_LAB_MEASURES = LAB_MEASURES.filter((measure) => measure !== 'printed');

/** Returns the number of units of a measure: histories, pairs, attacks, or samples of the run that prints states. */
export const unitCount = (
  measure: LabMeasure,
  { histories, printedSamples = 0 }: { readonly histories: number; readonly printedSamples?: number | undefined },
): number => (measure === 'printed' ? Math.min(histories, printedSamples) : histories);

/** Rules for the failure of a model under attack: its likeliest action is illegal, or any action that it allows. */
export const FAILURE_RULES = ['top', 'allowed'] as const;
export type FailureRule = (typeof FAILURE_RULES)[number];

/** Settings of the measures (docs/implicit.md). */
export interface LabSettings {
  /** Number of units of each measure: histories, pairs of them, or attacks of each strategy. */
  readonly histories: number;
  /** Maximum number of actions of a history. */
  readonly length: number;
  readonly seed: number;
  /** Probability above which an action is allowed. */
  readonly epsilon: number;
  /** Maximum length of suffixes. */
  readonly suffix: number;
  /** Maximum number of queried histories for all suffixes of a pair, beyond which they are sampled. */
  readonly limit: number;
  /** Number of sampled suffixes. */
  readonly samples: number;
  /** Maximum number of histories that an attack may query. */
  readonly budget: number;
  readonly failure: FailureRule;
}

/** Defaults but for epsilon, which depends on the world (`defaultEpsilon`). */
export const LAB_DEFAULTS: Omit<LabSettings, 'epsilon'> = {
  histories: 50,
  length: 40,
  seed: 1,
  suffix: 2,
  limit: 500,
  samples: 100,
  budget: 1000,
  failure: 'top',
};

/** Threshold of Vafa et al. (2024) for language models. */
const EPSILON = 0.01;

/**
 * Returns the default of epsilon: 0.01, or half of an even share of the most legal actions seen in a state of the
 * world, if that is less. A model that allows every legal action alike would otherwise allow none of them.
 */
export const defaultEpsilon = (mostLegal: number): number => Math.min(EPSILON, 1 / (2 * Math.max(1, mostLegal)));

/** Properties of a world that random walks show. */
export interface WorldSurvey {
  /** Names of all actions that were legal anywhere, sorted. */
  readonly actions: readonly string[];
  /** Maximum number of legal actions in a state. */
  readonly mostLegal: number;
  /** Number of walks through each position, by its key. */
  readonly visits: ReadonlyMap<string, number>;
  readonly walks: number;
}

/** Number of walks of a survey, and maximum number of steps of all of them together. */
const WALKS = 1000;
const STEPS = 40_000;
const SEED = 0x1ab;

/**
 * Walks through a world at random, with a fixed seed: finds its actions, and its common positions. Worlds have no list
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
