import { type Squares } from './placement.ts';
/** A mistake on the board. Pieces are FEN letters. */
export type PieceError = 
/** A piece too many. */
{
    readonly kind: 'phantom';
    readonly square: string;
    readonly predicted: string;
}
/** A piece that stands here and was put nowhere. */
 | {
    readonly kind: 'missing';
    readonly square: string;
    readonly actual: string;
}
/** A piece that stands on `to` was put on `square`. */
 | {
    readonly kind: 'misplaced';
    readonly square: string;
    readonly predicted: string;
    readonly to: string;
}
/** Another piece than the one that stands there; with `with`, the two squares have exchanged their pieces. */
 | {
    readonly kind: 'swapped';
    readonly square: string;
    readonly predicted: string;
    readonly actual: string;
    readonly with?: string;
};
/** Squares (FEN order) whose predicted content is known and not the true one. */
export declare function wrongSquares(truth: Squares, predicted: Squares): number[];
/** Number of squares whose predicted content is the true one, 0..64; an unknown square is not right. */
export declare function squaresRight(truth: Squares, predicted: Squares): number;
/**
 * Explains the wrong squares with as few mistakes as the pieces allow: a piece that is too many on one square and
 * lacking on another is one misplaced piece (nearest pairs first), two squares that exchanged their pieces are one
 * swap, and what remains is phantom, missing or, on one square, swapped. In FEN order of the predicted square.
 */
export declare function pieceErrors(truth: Squares, predicted: Squares, wrong: readonly number[]): PieceError[];
//# sourceMappingURL=board-diff.d.ts.map