import { type Automaton } from '../../automaton.ts';
import { type ChessState } from './state.ts';
/** Legal moves as integers (`frame.ts`), in a fresh array. */
export declare function legalMoves(state: ChessState): Int32Array;
/** The successor by a legal move; the given state stays as it is. */
export declare function afterMove(state: ChessState, move: number): ChessState;
/** Standard chess; castling is `e1g1`. */
export declare const chess: Automaton<ChessState>;
/** Chess960; castling is king-takes-rook. */
export declare const chess960: Automaton<ChessState>;
//# sourceMappingURL=chess.d.ts.map