import type { Chess } from 'chessops/chess';
import { SquareSet } from 'chessops/squareSet';
import type { NormalMove, Square } from 'chessops/types';

/*
 * Legal moves of a chessops position as UCI names them, so that equal names in two positions are equal moves: chessops
 * lets a castling king capture its own rook, standard UCI says e1g1.
 */

/** Where the piece on a square can go, and whether every such move is a promotion (to four roles). */
interface Dests {
  readonly to: SquareSet;
  readonly promotes: boolean;
}

/** The legal moves of a position, and how many they are. */
export interface LegalMoves {
  readonly from: ReadonlyMap<Square, Dests>;
  readonly count: number;
}

const PROMOTIONS = ['queen', 'rook', 'bishop', 'knight'] as const;

export function legalMoves(position: Chess): LegalMoves {
  const from = new Map<Square, Dests>();
  let count = 0;
  for (const [square, dests] of position.allDests(position.ctx())) {
    const role = position.board.getRole(square);
    const to = role === 'king' ? castlingAsUci(position, square, dests) : dests;
    const promotes = role === 'pawn' && square >> 3 === (position.turn === 'white' ? 6 : 1);
    from.set(square, { to, promotes });
    count += to.size() * (promotes ? PROMOTIONS.length : 1);
  }
  return { from, count };
}

function castlingAsUci(position: Chess, king: Square, dests: SquareSet): SquareSet {
  const rooks = dests.intersect(position.board[position.turn]);
  let to = dests.diff(rooks);
  for (const rook of rooks) to = to.with((king & 56) + (rook > king ? 6 : 2));
  return to;
}

/** The squares that a piece on `square` can reach in both positions, promoting in both or in neither. */
function commonDests(a: LegalMoves, b: LegalMoves, square: Square): Dests {
  const inA = a.from.get(square);
  const inB = b.from.get(square);
  if (inA === undefined || inB === undefined || inA.promotes !== inB.promotes) {
    return { to: SquareSet.empty(), promotes: false };
  }
  return { to: inA.to.intersect(inB.to), promotes: inA.promotes };
}

/** Number of moves that are legal in both positions. */
export function countCommon(a: LegalMoves, b: LegalMoves): number {
  let count = 0;
  for (const square of a.from.keys()) {
    const { to, promotes } = commonDests(a, b, square);
    count += to.size() * (promotes ? PROMOTIONS.length : 1);
  }
  return count;
}

/** The moves that are legal in both positions. */
export function commonMoves(a: LegalMoves, b: LegalMoves): NormalMove[] {
  const moves: NormalMove[] = [];
  for (const from of a.from.keys()) {
    const dests = commonDests(a, b, from);
    for (const to of dests.to) {
      if (dests.promotes) for (const promotion of PROMOTIONS) moves.push({ from, to, promotion });
      else moves.push({ from, to });
    }
  }
  return moves;
}

/** The position after a move; the given one stays as it is. */
export function after(position: Chess, move: NormalMove): Chess {
  const next = position.clone();
  next.play(move);
  return next;
}
