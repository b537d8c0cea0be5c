import type { FenReading } from './fen-reading.ts';
/** The predicted board with fields of the true state, as FENs. */
export interface ConditionalStates {
    /** With the true side to move; castling and en passant as predicted, `-` where they cannot be read. */
    readonly trueSide: string;
    /** With the true side, castling rights and en passant square: whether the board alone is right. */
    readonly boardOnly: string;
}
/**
 * What a prediction is worth if its bookkeeping is forgiven (metrics.md, "Conditional scores"). The board is read even
 * from a text that is no valid state. Undefined without a complete board.
 */
export declare function conditionalStates(truth: FenReading, predicted: FenReading): ConditionalStates | undefined;
//# sourceMappingURL=conditional.d.ts.map