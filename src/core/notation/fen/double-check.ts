import { attacks } from 'chessops/attacks';
import type { Chess } from 'chessops/chess';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Role } from 'chessops/types';
import { opposite } from 'chessops/util';

/**
 * Whether a move can have given check to the side to move from two pieces at once: one of them, or a pawn that became it,
 * or a pawn that captured en passant, has uncovered what else attacks the king. Two bishops never do, two rooks only by
 * a promotion, a pawn and a bishop never.
 *
 * @param checkers the pieces that give check
 */
export function canCheckTogether(pos: Chess, king: number, checkers: SquareSet): boolean {
  const mover = opposite(pos.turn);
  for (const square of checkers) {
    const role = pos.board.getRole(square);
    if (role === undefined) continue;
    for (const from of sourcesOf(pos, role, mover, square))
      if (isQuietBefore(pos, king, square, from, role)) return true;
    if (role !== 'pawn' && role !== 'king' && isLastRank(square, mover)) {
      for (const from of sourcesOf(pos, 'pawn', mover, square))
        if (isQuietBefore(pos, king, square, from, 'pawn')) return true;
    }
  }
  return uncoversEnPassant(pos, king, mover);
}

const isLastRank = (square: number, color: Color): boolean => square >> 3 === (color === 'white' ? 7 : 0);

/** Empty squares from which a piece can have moved to a square. */
function sourcesOf({ board }: Chess, role: Role, color: Color, square: number): SquareSet {
  if (role !== 'pawn') return attacks({ role, color }, square, board.occupied).diff(board.occupied);
  const back = color === 'white' ? -8 : 8;
  const found = attacks({ role, color: opposite(color) }, square, board.occupied).diff(board.occupied);
  const near = square + back;
  if (near < 8 || near >= 56 || board.occupied.has(near)) return withoutBackRanks(found);
  const far = near + back;
  const isDouble = square >> 3 === (color === 'white' ? 3 : 4) && !board.occupied.has(far);
  return withoutBackRanks(found.with(near).union(isDouble ? SquareSet.fromSquare(far) : SquareSet.empty()));
}

const withoutBackRanks = (squares: SquareSet): SquareSet => squares.diff(SquareSet.backranks());

/** Whether the king is not attacked with the piece of `to` back on `from`, as a `role`. */
function isQuietBefore(pos: Chess, king: number, to: number, from: number, role: Role, captured = -1): boolean {
  const color = opposite(pos.turn);
  const moved = pos.board.occupied.without(to).with(from);
  const occupied = captured < 0 ? moved : moved.with(captured);
  return (
    pos.kingAttackers(king, color, occupied).without(to).isEmpty() &&
    !attacks({ role, color }, from, occupied).has(king)
  );
}

/** Whether a capture en passant, which clears two squares, can have uncovered the checks. */
function uncoversEnPassant(pos: Chess, king: number, mover: Color): boolean {
  const { board } = pos;
  const back = mover === 'white' ? -8 : 8;
  for (const to of board.pieces(mover, 'pawn')) {
    if (to >> 3 !== (mover === 'white' ? 5 : 2)) continue;
    const captured = to + back;
    if (board.occupied.has(captured) || board.occupied.has(to - back)) continue;
    for (const from of [captured - 1, captured + 1]) {
      if (from >> 3 !== captured >> 3 || board.occupied.has(from)) continue;
      if (isQuietBefore(pos, king, to, from, 'pawn', captured)) return true;
    }
  }
  return false;
}
