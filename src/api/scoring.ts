import { DEFAULT_OPTIONS } from '../core/metrics/affordance.ts';
import { type AffordanceOptions, METHODS } from '../core/metrics/affordance-options.ts';
import type { PairComparer } from '../core/metrics/compare.ts';
import type { Comparison, TextComparison } from '../core/metrics/comparison.ts';
import type { PairInput } from '../core/metrics/pair-reading.ts';
import { CodedError, wholeOption } from './coded-error.ts';

/** Largest depth, and largest number of samples. */
const MAX = { depth: 100, samples: 1_000_000 } as const;

/** Options of p and r under the names of the API. */
export interface ScoreSettings {
  readonly depth?: number | undefined;
  readonly method?: 'auto' | 'exact' | 'stratified' | undefined;
  readonly samples?: number | undefined;
  readonly seed?: number | undefined;
}

/** Returns the options of the core; throws `bad-option`. */
export function affordanceOptions({ depth, method, samples, seed }: ScoreSettings): Partial<AffordanceOptions> {
  if (method !== undefined && !METHODS.includes(method))
    throw new CodedError('bad-option', `method must be auto, exact or stratified, not ${method}`);
  return {
    m: wholeOption('depth', depth, DEFAULT_OPTIONS.m, 1, MAX.depth),
    seed: wholeOption('seed', seed, DEFAULT_OPTIONS.seed, 0, 2 ** 32 - 1),
    ...(method !== undefined && { method }),
    ...(samples !== undefined && { samples: wholeOption('samples', samples, 0, 1, MAX.samples) }),
  };
}

/** Returns the comparison of a pair, or only that of its texts for an unread answer; throws `bad-state`. */
export function comparePair(
  comparer: PairComparer,
  pair: PairInput,
  settings: ScoreSettings,
): Comparison | TextComparison {
  const affordance = affordanceOptions(settings);
  const compared = comparer.compare(pair, { affordance, conditional: false, moves: true });
  const result = compared.ok ? compared.value : comparer.text(pair);
  // Otherwise broken data would be a score of 0.
  if (result.truthReason !== null)
    throw new CodedError('bad-state', `the true state is not valid: ${result.truthReason}`);
  return result;
}

/** Fields of a comparison that are the same for squares and for parts of a world. */
export function commonScores(result: Comparison | TextComparison): {
  p: readonly number[] | null;
  r: readonly number[] | null;
  f: readonly number[] | null;
  isExact: boolean;
} {
  if (!('p' in result)) return { p: null, r: null, f: null, isExact: false };
  return { p: result.p, r: result.r, f: result.f, isExact: result.exactDepths === result.m };
}
