import type { WalkArena } from '../base/automaton.ts';
import type { Cancellation } from '../base/cancellation.ts';
import type { Stopped } from './exact.ts';
import { type StratifiedScores, stratified } from './stratified.ts';
import type { AffordanceOptions } from './types.ts';

/** Limit of N where it is chosen for a wanted standard error and none is given. */
export const TARGET_SAMPLES = 100_000;
/** Least N of guided rollouts: fewer tell too little of their own error. */
export const LEAST_ROLLOUTS = 128;

const FIRST_SAMPLES = 512;

/**
 * A stratified estimate of which the standard errors of p_m and r_m are at most `targetError`, with the N that it took: 512,
 * doubled until they are, or until the limit `samples`. The error of an estimate is itself an estimate, from 8 replicates:
 * it counts only where the N before it was near the target, too (an error falls by half or less when N doubles), or where it
 * is half the target.
 */
export function stratifiedToTarget(
  arena: WalkArena,
  { m, samples: limit, seed, terminal }: AffordanceOptions,
  targetError: number,
  cancel: Cancellation,
): { readonly scores: StratifiedScores; readonly samples: number } | Stopped {
  let isNear = false;
  for (let samples = Math.min(FIRST_SAMPLES, limit); ; samples = Math.min(2 * samples, limit)) {
    const scores = stratified(arena, m, samples, seed, terminal, cancel);
    if (typeof scores === 'string') return scores;
    const error = Math.max(scores.standardError.p[m - 1]!, scores.standardError.r[m - 1]!);
    const isReached = error <= targetError && (isNear || error <= targetError / 2);
    if (isReached || samples === limit) return { scores, samples };
    isNear = error <= 2 * targetError;
  }
}
