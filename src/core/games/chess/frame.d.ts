/** Words of a frame. */
export declare const FRAME = 24;
/** Piece roles; a role's set of squares (both colours) starts at word `2 * role`. */
export declare const ROLE_PAWN = 0;
export declare const ROLE_KNIGHT = 1;
export declare const ROLE_BISHOP = 2;
export declare const ROLE_ROOK = 3;
export declare const ROLE_QUEEN = 4;
export declare const ROLE_KING = 5;
/** Squares of White's pieces; Black's follow at `WHITE + 2`. */
export declare const WHITE = 12;
/** Side to move: 0 White, 1 Black. */
export declare const TURN = 16;
/** Rooks that may still castle: bit f for White's on file f, bit 8 + f for Black's. */
export declare const RIGHTS = 17;
/** En passant square, only while a pawn stands ready to capture there; else -1. */
export declare const EP = 18;
/** Incremental hash of all that decides the future (board, side, rights, en passant), two words. */
export declare const HASH = 19;
/** Halfmove clock (plies since a capture or pawn move) and fullmove number; they never change what is legal. */
export declare const HALFMOVES = 21;
export declare const FULLMOVES = 22;
/** 1 where castling is written king-takes-rook (Chess960), else 0. */
export declare const CHESS960 = 23;
/**
 * A move as an integer: from + 64 to + 4096 promotion role (0: none). Castling is the king's move of two files in
 * standard chess (e1g1) and king-takes-rook in Chess960, as in UCI; equal UCI strings have equal integers.
 */
export declare const encodeMove: (from: number, to: number, promotion?: number) => number;
export declare const moveFrom: (move: number) => number;
export declare const moveTo: (move: number) => number;
export declare const movePromotion: (move: number) => number;
/** Bit of RIGHTS for a rook on this square; 0 off the back ranks. */
export declare const rightBit: (square: number) => number;
/** What a frame is made of. */
export interface FrameSetup {
    /** Squares, colours (0 White, 1 Black) and roles of the pieces. */
    readonly pieces: Iterable<{
        readonly square: number;
        readonly color: number;
        readonly role: number;
    }>;
    readonly turn: number;
    /** RIGHTS bits; each must belong to a rook of the side that may castle with its king. */
    readonly rights: number;
    /** A possible en passant square, or -1. */
    readonly ep: number;
    readonly halfmoves: number;
    readonly fullmoves: number;
    readonly chess960: boolean;
}
/** Writes a frame. */
export declare function setUp(words: Int32Array, at: number, setup: FrameSetup): void;
/** Copies a frame; spelt out, since a loop or `copyWithin` costs several times as much. */
export declare function copyFrame(words: Int32Array, from: number, to: number): void;
/** Role of the piece on an occupied square. Summed, not searched: a mispredicted branch costs more than five loads. */
export declare function roleAt(words: Int32Array, at: number, square: number): number;
/** Whether a piece of this colour (0 White, 1 Black) stands on a square. */
export declare const hasPiece: (words: Int32Array, at: number, color: number, square: number) => boolean;
/** Plays a legal move: the frame at `to` becomes the successor of the frame at `from`, which stays as it is. */
export declare function play(words: Int32Array, from: number, to: number, move: number): void;
//# sourceMappingURL=frame.d.ts.map