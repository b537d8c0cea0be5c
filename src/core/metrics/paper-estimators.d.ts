import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { WalkArena } from '../automaton.ts';
import type { Cancellation } from '../cancellation.ts';
import type { Rescale, Terminal } from './types.ts';
/** What the two estimators share. Handles 0 and 1 hold the state that is sampled and the one that tests, or reversed. */
export interface PaperOptions {
    readonly m: number;
    /** N: the longest list that is kept. */
    readonly samples: number;
    readonly terminal: Terminal;
    readonly rescale: Rescale;
}
/** Scores of one direction, and the number of states whose actions were listed. */
export interface OneWay {
    readonly scores: number[];
    readonly nodes: number;
}
/**
 * Algorithm 1, intermediate probability estimation: a list of accepted trajectories with weights, cut to N by uniform
 * sampling without replacement. The paper leaves the rescaling of weights open: `sum` keeps their sum, `count`
 * multiplies by M / N.
 */
export declare function intermediate(arena: WalkArena, sampled: 0 | 1, options: PaperOptions, random: RandomGenerator, cancel: Cancellation): OneWay | 'cancelled';
/**
 * Algorithm 2, naive estimation: a list of sequences of the sampled state, cut to N by uniform sampling, of which the
 * other state accepts a share. As printed it pools all children before it samples, so it estimates the set-based
 * quantity of Appendix A (and that only for large N), not p_m.
 */
export declare function naive(arena: WalkArena, sampled: 0 | 1, options: PaperOptions, random: RandomGenerator, cancel: Cancellation): OneWay | 'cancelled';
//# sourceMappingURL=paper-estimators.d.ts.map