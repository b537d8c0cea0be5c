import type { LineHistory } from './line-history.ts';
import { type Squares } from './placement.ts';
/** Why a square is wrong: when its predicted content was true, and which move made it false. */
export interface SquareBlame {
    readonly square: string;
    /** Predicted and true content: a FEN letter, null for an empty square. */
    readonly predicted: string | null;
    readonly actual: string | null;
    /** The last ply at which the predicted content was true; null if it never was. */
    readonly ply: number | null;
    /** SAN of the move that changed it, played at `ply + 1`; null if never true, or if the history has no SAN. */
    readonly san: string | null;
    /** The same move with its number, `8...Ne4`. */
    readonly move: string | null;
}
/** Blame of all wrong squares of a prediction. */
export interface Blame {
    /** In FEN order. */
    readonly squares: readonly SquareBlame[];
    /** Wrong squares whose content was true earlier. */
    readonly stale: number;
    /** Wrong squares whose content was never true in this line. */
    readonly neverTrue: number;
    /** The earliest move that the prediction missed: its ply, its SAN, its number and SAN; null without stale squares. */
    readonly oldestMissed: {
        readonly ply: number;
        readonly san: string | null;
        readonly move: string | null;
    } | null;
}
/**
 * For each wrong square, the last position of the line in which it held what was predicted (experience.md, "Square
 * blame"). One walk back through the line, which stops when every square is explained.
 *
 * @param wrong indices in FEN order, as `wrongSquares` gives them
 */
export declare function blameSquares(truth: Squares, predicted: Squares, wrong: readonly number[], history: LineHistory): Blame;
/** For each of the squares, the last index of the line whose board has the predicted content; -1 for never. */
export declare function lastTrueIndices(predicted: Squares, squares: readonly number[], history: LineHistory): Int32Array;
//# sourceMappingURL=blame.d.ts.map