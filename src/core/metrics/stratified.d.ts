import type { WalkArena } from '../automaton.ts';
import type { Cancellation } from '../cancellation.ts';
import type { DepthScores, Stopped } from './exact.ts';
import type { Terminal } from './types.ts';
/** Independent runs behind one estimate; their spread is its standard error. */
export declare const REPLICATES = 8;
/** A stratified estimate: means over the replicates, with standard errors per depth. */
export interface StratifiedScores extends DepthScores {
    readonly standardError: {
        readonly p: number[];
        readonly r: number[];
    };
}
/**
 * Stratified estimate of p_m and r_m: the lockstep walk of the exact method by plies, that keeps at most N / 8 pairs a
 * replicate. Above that, children are chosen by threshold resampling (Fearnhead and Clifford 2003): those whose share of
 * the weight is above a threshold stay as they are, the others are picked by one systematic pass over (parent, child)
 * in order and take the threshold's weight, which is unbiased. The share is the mean of a child's share in both
 * directions, so one run serves p and r. Pairs reached twice are merged, pairs with the same future are settled at
 * once, and the last ply is counted, not played (Rao-Blackwell).
 */
export declare function stratified(arena: WalkArena, m: number, samples: number, seed: number, terminal: Terminal, cancel: Cancellation): StratifiedScores | Stopped;
//# sourceMappingURL=stratified.d.ts.map