import { type Automaton, type Sink } from '../automaton.ts';
import { type Cancellation } from '../cancellation.ts';
import { type Result } from '../result.ts';
import { type Stopped } from './exact.ts';
import { type SetScores } from './set-based.ts';
import type { Affordance, AffordanceOptions } from './types.ts';
/** Defaults of every option; `samples` of `auto` is AUTO_SAMPLES when it falls back to an estimate. */
export declare const DEFAULT_OPTIONS: AffordanceOptions;
/** Options with their defaults. Who asks for `exact` by name gets it, whatever it takes, unless a budget is named too. */
export declare function fullOptions(options: Partial<AffordanceOptions>): AffordanceOptions;
/** N of `auto` where the exact walk is too large. */
export declare const AUTO_SAMPLES = 6000;
/**
 * Computes affordance metrics for one automaton. It keeps its arena and its memo tables, so that scoring many pairs
 * costs no set-up; use one a thread.
 */
export declare class AffordanceScorer<State> {
    #private;
    constructor(automaton: Automaton<State>);
    /**
     * p_m and r_m of a predicted state against the true one, for every depth 1..m (Harang et al., section 3.2).
     *
     * The sink scores 0 at every depth, even against itself; states with the same future score exactly 1. Returns `budget` only for method `exact` with a finite
     * `nodeBudget`, `cancelled` when asked to stop. With `auto`, a budget that is hit means the stratified estimate.
     */
    score(truth: State | Sink, predicted: State | Sink, options?: Partial<AffordanceOptions>, cancel?: Cancellation): Result<Affordance, Stopped>;
    /** Set-based precision and recall at depth m (Appendix A), exactly; see `setBased`. */
    setBased(truth: State | Sink, predicted: State | Sink, options?: Partial<AffordanceOptions>, cancel?: Cancellation): Result<SetScores, Stopped>;
}
/** Scores one pair; for many, keep an `AffordanceScorer`. */
export declare function affordance<State>(automaton: Automaton<State>, truth: State | Sink, predicted: State | Sink, options?: Partial<AffordanceOptions>, cancel?: Cancellation): Result<Affordance, Stopped>;
//# sourceMappingURL=affordance.d.ts.map