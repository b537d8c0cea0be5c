import { legalMoves } from './chess.ts';
import { moveName } from './moves.ts';
import { sanOf } from './san-print.ts';
import type { ChessState } from './state.ts';

/** An action in UCI (`g1f3`; in Chess960 castling is king-takes-rook) as SAN (`Nf3`); undefined where it is illegal. */
export function sanOfAction(state: ChessState, action: string): string | undefined {
  for (const move of legalMoves(state)) if (moveName(move) === action) return sanOf(state.words, 0, move);
  return undefined;
}
