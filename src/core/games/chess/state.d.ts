import { type Result } from '../../result.ts';
/** A valid chess position. The words are a frame (see `frame.ts`) and are not to be changed. */
export interface ChessState {
    readonly words: Int32Array;
}
export declare const INITIAL_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/**
 * The position that a FEN names, or why it names none (then it is the sink).
 *
 * Valid is a FEN of six fields that chessops' `parseFen` and `Chess.fromSetup` accept. Any run of white space separates
 * fields. Castling rights without their king and rook, and an en passant square that no double step explains, are
 * dropped in silence. In standard chess rights belong to a king on the e-file and rooks in the corners; in Chess960
 * (`chess960`) to the rook named, in X-FEN (KQkq) or Shredder (HAha) letters.
 */
export declare function parseChess(fen: string, chess960: boolean): Result<ChessState, string>;
/** Piece placement, the first FEN field. */
export declare function printPlacement(words: Int32Array, at?: number): string;
/** FEN of a position. The en passant square is written only when a capture there is legal, as chessops and the PGN tools do. */
export declare function printChess(state: ChessState): string;
/** Key of a position's future: all words up to the hash, so without counters. */
export declare const chessKey: ({ words }: ChessState) => string;
//# sourceMappingURL=state.d.ts.map