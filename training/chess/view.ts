import { legalMoves } from '../../src/core/games/chess/chess.ts';
import {
  EP,
  hasPiece,
  RIGHTS,
  ROLE_KING,
  ROLE_PAWN,
  ROLE_ROOK,
  rightBit,
  roleAt,
  TURN,
} from '../../src/core/games/chess/frame.ts';
import { CASTLING_ROOK, EN_PASSANT, OWN_PAWN, seenFrom, THEIRS } from '../../src/core/games/chess/square-codes.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { actionOf } from '../frames.ts';

/**
 * The codes of the 64 squares.
 *
 * @param side from which they are seen, 0 White, 1 Black
 * @param moves the legal ones: en passant is marked only where it is one of them, as in a FEN
 */
export function squareCodes(
  { words }: ChessState,
  moves: Int32Array,
  side: number,
  out = new Uint8Array(64),
): Uint8Array {
  for (let square = 0; square < 64; square++) {
    const color = hasPiece(words, 0, 0, square) ? 0 : hasPiece(words, 0, 1, square) ? 1 : -1;
    let code = 0;
    if (color >= 0) {
      const role = roleAt(words, 0, square);
      const isTheirs = color !== side;
      const mayCastle = role === ROLE_ROOK && (words[RIGHTS] & rightBit(square)) !== 0;
      if (mayCastle) code = CASTLING_ROOK + (isTheirs ? 1 : 0);
      else code = OWN_PAWN + role + (isTheirs ? THEIRS : 0);
    }
    out[seenFrom(square, side === 0)] = code;
  }
  const ep = words[EP];
  if (ep >= 0 && moves.some((move) => isEnPassant(words, move))) out[seenFrom(ep, side === 0)] = EN_PASSANT;
  return out;
}

/** True for a pawn's move to the en passant square; only captures go there. */
export const isEnPassant = (words: Int32Array, move: number): boolean =>
  words[EP] >= 0 && ((move >>> 6) & 63) === words[EP] && roleAt(words, 0, move & 63) === ROLE_PAWN;

/** True for a move of castling, however it is written. */
export function isCastling(words: Int32Array, move: number): boolean {
  const from = move & 63;
  const to = (move >>> 6) & 63;
  if (roleAt(words, 0, from) !== ROLE_KING) return false;
  return hasPiece(words, 0, words[TURN], to) || (from >>> 3 === to >>> 3 && Math.abs(from - to) === 2);
}

/**
 * A legal move as the network names it: by `actionOf`, squares as its side sees them.
 * Castling is king takes rook in all games, so that no move of the king has the same name.
 */
export function actionCode(words: Int32Array, move: number): number {
  const side = words[TURN];
  const from = move & 63;
  let to = (move >>> 6) & 63;
  if (isCastling(words, move) && !hasPiece(words, 0, side, to)) to = to > from ? from | 7 : from & 56;
  return actionOf(seenFrom(from, side === 0), seenFrom(to, side === 0), move >>> 12);
}

/** A position with its legal moves, both as the network sees them; actions ascend, and `moves[i]` is `actions[i]`. */
export interface SeenPosition {
  readonly codes: Uint8Array;
  readonly moves: readonly number[];
  readonly actions: readonly number[];
}

export function seen(state: ChessState): SeenPosition {
  const legal = legalMoves(state);
  const pairs = Array.from(legal, (move) => [actionCode(state.words, move), move] as const).sort((a, b) => a[0] - b[0]);
  return {
    codes: squareCodes(state, legal, state.words[TURN]),
    moves: pairs.map(([, move]) => move),
    actions: pairs.map(([action]) => action),
  };
}
