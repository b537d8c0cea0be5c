import { type Cancellation } from '../cancellation.ts';
import { type Result } from '../result.ts';
import type { Comparison, TextComparison } from './comparison.ts';
import type { Stopped } from './exact.ts';
import { type PairInput, type TextOptions } from './pair-reading.ts';
import type { AffordanceOptions } from './types.ts';
/** The games whose states are FENs. */
export declare const FEN_VARIANTS: readonly ['chess', 'chess960'];
export type FenVariant = (typeof FEN_VARIANTS)[number];
export interface CompareOptions extends TextOptions {
    /** m, method, N, seed and so on of p_m and r_m. */
    readonly affordance?: Partial<AffordanceOptions>;
    /** Score the predicted board with true fields too; default true. It costs nothing where that changes nothing. */
    readonly conditional?: boolean;
    /** Compute set-based precision and recall at depth m; default false. */
    readonly setBased?: boolean;
    /** List the moves lost and invented at depth 1; default false. */
    readonly moves?: boolean;
}
/** Compares many pairs of one variant; it keeps the scorer's tables between pairs. Use one a thread. */
export declare class PairComparer {
    #private;
    readonly variant: FenVariant;
    constructor(variant: FenVariant);
    /** The cheap part: verdict, reason, string metrics, errors, blame, lag. */
    text(input: PairInput, options?: TextOptions): TextComparison;
    /**
     * Every metric of a pair. `budget` comes back only when `options.affordance` asks for method `exact` with a finite
     * node budget and it runs out, `cancelled` when asked to stop.
     */
    compare(input: PairInput, options?: CompareOptions, cancel?: Cancellation): Result<Comparison, Stopped>;
}
/** Compares one pair; for many, keep a `PairComparer`. */
export declare function compareStates(input: PairInput & {
    readonly variant: FenVariant;
}, options?: CompareOptions, cancel?: Cancellation): Result<Comparison, Stopped>;
//# sourceMappingURL=compare.d.ts.map