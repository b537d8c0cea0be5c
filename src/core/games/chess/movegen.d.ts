export declare const COUNT = 0;
export declare const MOVERS = 2;
export declare const PUSH = 4;
export declare const DOUBLE = 6;
export declare const WEST = 8;
export declare const EAST = 10;
export declare const TARGETS = 12;
/** Words of a move map. */
export declare const MAP = 140;
/** Whether a square is attacked by a colour, given what is occupied (pieces off `occupied` still attack). */
export declare function isAttacked(words: Int32Array, at: number, square: number, by: number, occupiedLow: number, occupiedHigh: number): boolean;
/** Square of a colour's king. */
export declare function kingSquare(words: Int32Array, at: number, color: number): number;
/** Whether the side to move is in check. */
export declare function inCheck(words: Int32Array, at: number): boolean;
/** Fills the move map at `map[m]` for the position at `words[at]`; returns the number of legal moves. */
export declare function fillMap(words: Int32Array, at: number, map: Int32Array, m: number): number;
//# sourceMappingURL=movegen.d.ts.map