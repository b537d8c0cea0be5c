import type { TextComparison } from './comparison.ts';
import type { CauseId } from './sentence/causes.ts';
import { hasNoBoard } from './wording.ts';

/**
 * How a prediction is marked beside its text: `near` is the true position with other clocks, as far as it is stated, or written differently; `none` an
 * answer without a board that can be read.
 */
export const MARKS = ['exact', 'near', 'wrong', 'none'] as const;
export type Mark = (typeof MARKS)[number];

const NEAR: ReadonlySet<CauseId> = new Set<CauseId>(['clocks', 'partial', 'notation']);

export function markOf({ verdict, cause }: Pick<TextComparison, 'verdict' | 'cause'>): Mark {
  if (verdict === 'exact') return 'exact';
  if (hasNoBoard({ verdict })) return 'none';
  return NEAR.has(cause.id) ? 'near' : 'wrong';
}
