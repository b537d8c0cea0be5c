import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Automaton } from '../base/automaton.ts';
import type { Asker } from './asker.ts';
import type { Place } from './pairs.ts';
import type { LabSettings } from './settings.ts';
import {
  acceptsAll,
  boundary,
  type DrawnSuffix,
  drawBoundary,
  type Language,
  modelLanguage,
  ruleLanguage,
} from './suffixes.ts';

/** How well a model distinguishes two states. */
export interface Distinction {
  /** Of the model's boundary, the share that really distinguishes the states; null where the model's boundary is empty. */
  readonly precision: number | null;
  /** Of the true boundary, the share by which the model distinguishes the histories; null where it is empty within the length. */
  readonly recall: number | null;
  readonly sampled: boolean;
}

/** Suffixes of the rules that are gone through for an exact boundary; they cost no question. */
const RULE_LIMIT = 20_000;

/**
 * Boundary precision and recall of two histories, from the first to the second (Vafa et al., 2024): exact where the suffixes can be
 * gone through within `limit` histories, else by suffixes that are drawn and weighed by one over their probability.
 */
export async function distinctionOf<State>(
  automaton: Automaton<State>,
  asker: Asker,
  [one, other]: readonly [Place<State>, Place<State>],
  { epsilon, suffix, limit, samples }: Pick<LabSettings, 'epsilon' | 'suffix' | 'limit' | 'samples'>,
  random: RandomGenerator,
): Promise<Distinction> {
  const rules = [ruleLanguage(automaton, one.state), ruleLanguage(automaton, other.state)] as const;
  const model = [modelLanguage(asker, one.history, epsilon), modelLanguage(asker, other.history, epsilon)] as const;
  const truth = await boundaryOf(rules, suffix, RULE_LIMIT, limit / (2 * suffix), samples, random);
  const own = await boundaryOf(model, suffix, limit / 2, Number.POSITIVE_INFINITY, samples, random);
  return {
    recall: await shareTold(truth.suffixes, model),
    precision: await shareTold(own.suffixes, rules),
    sampled: truth.sampled || own.sampled,
  };
}

interface Found {
  readonly suffixes: readonly DrawnSuffix[];
  readonly sampled: boolean;
}

/** The boundary from the first language to the second: all of it, or drawn where it takes too long or has more than `most` suffixes. */
async function boundaryOf<Node>(
  [first, second]: readonly [Language<Node>, Language<Node>],
  length: number,
  limit: number,
  most: number,
  draws: number,
  random: RandomGenerator,
): Promise<Found> {
  const exact = await boundary(first, second, length, limit);
  if (exact !== undefined && exact.onlyFirst.length <= most)
    return { suffixes: exact.onlyFirst.map((suffix) => ({ suffix, weight: 1 })), sampled: false };
  const drawn = await drawBoundary(first, second, length, draws, random);
  return { suffixes: drawn.filter((one) => one !== undefined), sampled: true };
}

/** The share of suffixes that the first language accepts and the second does not; null for no suffixes. */
async function shareTold<Node>(
  suffixes: readonly DrawnSuffix[],
  [first, second]: readonly [Language<Node>, Language<Node>],
): Promise<number | null> {
  if (suffixes.length === 0) return null;
  const words = suffixes.map(({ suffix }) => suffix);
  const [inFirst, inSecond] = [await acceptsAll(first, words), await acceptsAll(second, words)];
  let [told, all] = [0, 0];
  for (const [i, { weight }] of suffixes.entries()) {
    all += weight;
    if (inFirst[i] === true && inSecond[i] === false) told += weight;
  }
  return told / all;
}
