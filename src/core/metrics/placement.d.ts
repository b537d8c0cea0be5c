/**
 * The 64 squares of a board in FEN order: index 0 is a8, 7 is h8, 63 is h1. Each holds the character code of its FEN
 * letter, `EMPTY`, or `UNKNOWN` where a text did not say.
 */
export type Squares = Uint8Array;
export declare const EMPTY = 0;
/** A square of a rank that could not be read. */
export declare const UNKNOWN = 255;
/** Whether a character code is a FEN piece letter. */
export declare const isPiece: (code: number) => boolean;
/** Whether a piece's character code is White's. */
export declare const isWhite: (code: number) => boolean;
/** Name of a square in FEN order, `a8` for 0. */
export declare const squareName: (square: number) => string;
/** The FEN letter on a square, or null where there is none. */
export declare const pieceLetter: (code: number) => string | null;
/** A piece placement as far as it could be read. */
export interface PlacementReading {
    readonly squares: Squares;
    /** Number of squares that each rank of the text describes, from rank 8 down; more or fewer than 8 ranks are listed too. */
    readonly ranks: readonly number[];
    /** Index of the first rank (0 is rank 8) with a character that stands for nothing, and that character. */
    readonly stray?: {
        readonly rank: number;
        readonly character: string;
    };
    /** Whether all 64 squares are known: eight ranks of eight squares. */
    readonly complete: boolean;
}
/**
 * Reads the piece placement field of a FEN (PGN standard 16.1.3.1) from `start` up to a space or `end`, in one pass.
 * It never fails: a rank without exactly eight squares is `UNKNOWN` and the others are kept.
 */
export declare function readPlacement(text: string, start?: number, end?: number): PlacementReading;
/** The squares of a FEN's board: `readPlacement` without its report, quicker for a well-formed board. */
export declare function readSquares(fen: string): Squares;
/** The placement field of a board; unknown squares are written as empty ones. */
export declare function printPlacement(squares: Squares): string;
/** The ranks of a text are named from 8 down. */
export declare const rankName: (index: number) => string;
//# sourceMappingURL=placement.d.ts.map