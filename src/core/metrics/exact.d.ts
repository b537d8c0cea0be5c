import type { WalkArena } from '../automaton.ts';
import { type Cancellation } from '../cancellation.ts';
import type { Terminal } from './types.ts';
/** p and r per depth, as the walks return them: index 0 is depth 1. */
export interface DepthScores {
    readonly p: number[];
    readonly r: number[];
    /** Pairs of states whose actions were compared. */
    readonly nodes: number;
}
/** Why a walk gave no numbers. */
export type Stopped = 'budget' | 'cancelled';
/**
 * Exact p_m and r_m: the expectation under branch-uniform sampling (Harang et al., section 3.2), without sampling.
 *
 * Both states are walked in lockstep. With legal sets L and L~ of a pair, f_d = (1 / |L|) * sum of f_(d-1) over the
 * common actions, f_0 = 1; the last ply is counted, not played. One walk serves both directions and all depths. Pairs
 * with the same future are 1 at once; others are remembered by (pair, d) in tables that forget when slots collide.
 */
export declare class ExactWalker {
    #private;
    /** The arena's handles 0 to 2 m + 1 are used by walks of depth m. */
    constructor(arena: WalkArena, terminal: Terminal);
    /**
     * Scores of the pair in handles 0 (true) and 1 (predicted) for depths 1..m, or why the walk stopped: more than
     * `budget` pairs would have to be visited, or it was cancelled.
     */
    walk(m: number, budget: number, cancel: Cancellation): DepthScores | Stopped;
}
//# sourceMappingURL=exact.d.ts.map