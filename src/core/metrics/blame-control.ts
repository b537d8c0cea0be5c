import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { lastTrueIndices } from './blame.ts';
import type { LineHistory, Squares } from './placement.ts';

/** Counts of wrong squares; sum them over predictions and divide for a share. */
export interface StaleCount {
  /** Squares whose content was true earlier in the line. */
  readonly stale: number;
  readonly wrong: number;
}

/**
 * The shuffled-content control of square blame: the contents of the wrong squares change places at random, and those
 * that are still wrong are looked up in the line's history again. A share of stale squares means something only as far
 * as it is above this one.
 *
 * @param random a seeded generator; it advances
 */
export function shuffledStale(
  truth: Squares,
  predicted: Squares,
  wrong: readonly number[],
  history: LineHistory,
  random: RandomGenerator,
): StaleCount {
  const shuffled = predicted.slice();
  for (let i = wrong.length - 1; i > 0; i--) {
    const a = wrong[i]!;
    const b = wrong[uniformInt(random, 0, i)]!;
    const kept = shuffled[a]!;
    shuffled[a] = shuffled[b]!;
    shuffled[b] = kept;
  }
  const stillWrong = wrong.filter((s) => shuffled[s] !== truth[s]);
  const last = lastTrueIndices(shuffled, stillWrong, history);
  return { stale: last.reduce((n, index) => n + (index >= 0 ? 1 : 0), 0), wrong: stillWrong.length };
}
