/** No chess position has more legal moves (218 is the known maximum of reachable ones; nine queens and more fit too). */
export declare const MAX_LEGAL = 512;
/** Writes the moves of a map into `out` from `start` on; returns the index after the last. */
export declare function listMoves(words: Int32Array, at: number, map: Int32Array, m: number, out: Int32Array, start: number): number;
/**
 * The moves that two maps share, counted, and listed when `out` is given. Two moves are the same when their UCI strings
 * are, whatever piece moves: a pawn's push to the last rank is none of a rook's moves, since it names a piece.
 */
export declare function commonMoves(words: Int32Array, a: number, b: number, map: Int32Array, ma: number, mb: number, out: Int32Array | undefined, start: number): number;
/** Name of a square, `a1` to `h8`. */
export declare const squareName: (square: number) => string;
/** UCI name of a move, such as `e2e4` or `e7e8q`. */
export declare const moveName: (move: number) => string;
//# sourceMappingURL=moves.d.ts.map