import { seeded } from '../base/random.ts';
import { randomWalk } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';

/** What is measured, in the order of reports. */
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

/** Those that are asked for by name: what is printed comes with a run. */
export const NAMED_LAB_MEASURES = LAB_MEASURES.filter((measure) => measure !== 'printed');

/** Units of a measure: histories, pairs, attacks, or samples of the run that prints states. */
export const unitCount = (
  measure: LabMeasure,
  { histories, printedSamples = 0 }: { readonly histories: number; readonly printedSamples?: number | undefined },
): number => (measure === 'printed' ? Math.min(histories, printedSamples) : histories);

/** What counts as a failure of a model under attack: its likeliest action is illegal, or any action that it allows. */
export const FAILURE_RULES = ['top', 'allowed'] as const;
export type FailureRule = (typeof FAILURE_RULES)[number];

/** How the quantities are measured (docs/implicit.md). */
export interface LabSettings {
  /** Units of each measure: histories, pairs of them, or attacks of each strategy. */
  readonly histories: number;
  /** Actions of a history, at most. */
  readonly length: number;
  readonly seed: number;
  /** An action is allowed where its probability is above this. */
  readonly epsilon: number;
  /** Length of suffixes, at most. */
  readonly suffix: number;
  /** Histories that a pair may be asked about, for all suffixes of a kind, before they are sampled. */
  readonly limit: number;
  /** Suffixes that are drawn where there are too many. */
  readonly samples: number;
  /** Histories that an attack may ask about. */
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

/** The threshold of Vafa et al. (2024) for language models. */
const EPSILON = 0.01;

/**
 * The default of epsilon: 0.01, or half of an even share of the most legal actions that were seen in a state of the world, if that is
 * less. A model that allows every legal action alike would otherwise allow none of them.
 */
export const defaultEpsilon = (mostLegal: number): number => Math.min(EPSILON, 1 / (2 * Math.max(1, mostLegal)));

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
