/** Index of the lowest set bit of a non-zero 32-bit number. */
export declare const lowestBit: (bits: number) => number;
/** Number of set bits of two 32-bit halves. */
export declare function popcount(low: number, high: number): number;
/** Squares a knight attacks. */
export declare const KNIGHT: Int32Array<ArrayBuffer>;
/** Squares a king attacks. */
export declare const KING: Int32Array<ArrayBuffer>;
/** Squares a pawn attacks: White's at [2 s], Black's at [128 + 2 s]. */
export declare const PAWN: Int32Array<ArrayBuffer>;
/** Squares a rook attacks on an empty board. */
export declare const ROOK_RAYS: Int32Array<ArrayBuffer>;
/** Squares a bishop attacks on an empty board. */
export declare const BISHOP_RAYS: Int32Array<ArrayBuffer>;
/** Squares strictly between two squares of one line, at [2 (64 a + b)]; empty when they share no line. */
export declare const BETWEEN: Int32Array<ArrayBuffer>;
/** The whole line through two squares, at [2 (64 a + b)]; empty when they share no line. */
export declare const LINE: Int32Array<ArrayBuffer>;
/** Squares of the diagonals through a square, without it: rising low, rising high, falling low, falling high. */
export declare const DIAGONALS: Int32Array<ArrayBuffer>;
/** Attacks along a rank, in every byte of the number: [64 * file + inner occupancy]. */
export declare const ALONG_RANK: Int32Array<ArrayBuffer>;
/** Attacks along the a-file: low and high half at [2 * (64 * rank + inner occupancy)]. */
export declare const ALONG_FILE: Int32Array<ArrayBuffer>;
/** The six inner squares of a file's occupancy, as an index: its squares gathered by one multiplication a half. */
export declare const fileIndex: (file: number, low: number, high: number) => number;
/** Low half of the squares that a rook attacks among what is occupied. */
export declare function rookLow(square: number, low: number, high: number): number;
/** High half of the squares that a rook attacks among what is occupied. */
export declare function rookHigh(square: number, low: number, high: number): number;
/** Attacks along one diagonal, in every byte: it has one square a file, so its ranks fold into one byte. */
export declare const alongDiagonal: (file: number, occupied: number) => number;
/** Low half (`half` 0) or high half (1) of the squares that a bishop attacks among what is occupied. */
export declare function bishopHalf(half: number, square: number, low: number, high: number): number;
//# sourceMappingURL=geometry.d.ts.map