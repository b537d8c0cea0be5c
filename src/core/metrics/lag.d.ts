import type { LineHistory } from './line-history.ts';
import type { Squares } from './placement.ts';
/** The position of the line that a prediction is nearest to. */
export interface Lag {
    /** Ply of that position. */
    readonly ply: number;
    /** How many plies before the asked position it is; 0 if the asked position itself is the nearest. */
    readonly pliesEarlier: number;
    /** Squares in which the prediction differs from it, 0..64. */
    readonly squaresWrong: number;
    /** Whether the predicted side to move is that position's too. */
    readonly sideToMove: boolean;
}
/**
 * The ply whose true board is nearest to the prediction (fewest different squares). Of equally near ones, one with the
 * predicted side to move wins, then the latest. Undefined for an empty history.
 */
export declare function lagOf(predicted: Squares, side: string | undefined, history: LineHistory): Lag | undefined;
//# sourceMappingURL=lag.d.ts.map