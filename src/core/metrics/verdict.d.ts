import { type FenField, type FenReading } from './fen-reading.ts';
/**
 * What is wrong with a prediction, the first that matches in this order (experience.md, "Verdict first"):
 * no state in the answer; no board that can be read; a board, but not six well-formed FEN fields; a position that the
 * rules forbid; wrong squares; wrong side to move; wrong castling rights; wrong en passant square; wrong counters; none.
 */
export declare const VERDICTS: readonly ['none', 'unparsable', 'format', 'impossible', 'squares', 'side', 'castling', 'en passant', 'clocks', 'exact'];
export type Verdict = (typeof VERDICTS)[number];
/** What the verdict is drawn from. */
export interface VerdictInput {
    /** Undefined if the answer held no state. */
    readonly predicted: FenReading | undefined;
    /** Whether the predicted text is a valid state (metrics.md, "Conventions"). */
    readonly valid: boolean;
    /** Number of known squares that are wrong. */
    readonly wrongSquares: number;
    /** Fields that differ, as `differingFields` gives them. */
    readonly fields: readonly FenField[];
    /** Whether the texts are equal. */
    readonly exactMatch: boolean;
}
/** The verdict: the first of `VERDICTS` that matches. */
export declare function verdictOf({ predicted, valid, wrongSquares, fields, exactMatch }: VerdictInput): Verdict;
/**
 * The fields after the board that are there and differ from the true ones as written. A missing field is a fault of the
 * text, not a wrong value.
 */
export declare function differingFields(truth: FenReading, predicted: FenReading): FenField[];
//# sourceMappingURL=verdict.d.ts.map