import { attacks } from 'chessops/attacks';
import { Chess, isImpossibleCheck } from 'chessops/chess';
import { parseBoardFen } from 'chessops/fen';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Role } from 'chessops/types';
import { opposite } from 'chessops/util';
import type { Range } from '../../base/text/range.ts';
import { isAttacked, kingSquare } from '../../games/chess/attacks.ts';
import { FRAME, setUp, WHITE } from '../../games/chess/frame.ts';
import { squareName } from '../../games/chess/moves.ts';
import type { FenProblem } from './fields.ts';
import type { PassedSquare } from './passed.ts';
import type { Placement } from './placement.ts';

const SIDES = ['White', 'Black'] as const;

const words = new Int32Array(FRAME);

/** The fields that checks depend on. */
export interface CheckFields {
  readonly board: Range;
  readonly side: Range;
  /** 0 White, 1 Black. */
  readonly turn: number;
  /** The en passant square and its field, if a pawn can just have passed it. */
  readonly passed: PassedSquare | undefined;
}

/**
 * Reports impossible checks: of the side not to move, and those that no move can give. Each side must have one king.
 */
export function checkProblems(text: string, fields: CheckFields, { squares, letters }: Placement): FenProblem[] {
  const { board, side, turn, passed } = fields;
  const pieces: { readonly square: number; readonly color: number; readonly role: number }[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = squares[square]!;
    if (piece !== 0) pieces.push({ square, color: piece > 6 ? 1 : 0, role: (piece - 1) % 6 });
  }
  setUp(words, 0, { pieces, turn, rights: 0, ep: -1, halfmoves: 0, fullmoves: 1, chess960: false });
  const king = kingSquare(words, 0, turn);
  const other = kingSquare(words, 0, turn ^ 1);
  if (Math.max(Math.abs((king & 7) - (other & 7)), Math.abs((king >> 3) - (other >> 3))) === 1) {
    const message = `the kings are adjacent, on ${squareName(king)} and ${squareName(other)}`;
    return [{ code: 'FEN_OPPOSITE_CHECK', range: { start: letters[king]!, end: letters[king]! + 1 }, message }];
  }
  if (isInCheck(turn ^ 1, other)) {
    const message = `${SIDES[turn ^ 1]} is in check although it is ${SIDES[turn]}'s turn`;
    return [{ code: 'FEN_OPPOSITE_CHECK', range: side, message }];
  }
  return isInCheck(turn, king) ? impossibleCheck(text, board, turn, passed, letters[king]!) : [];
}

const isInCheck = (color: number, king: number): boolean =>
  isAttacked(words, 0, king, color ^ 1, words[WHITE]! | words[WHITE + 2]!, words[WHITE + 1]! | words[WHITE + 3]!);

function impossibleCheck(
  text: string,
  board: Range,
  turn: number,
  passed: CheckFields['passed'],
  kingLetter: number,
): FenProblem[] {
  const parsed = parseBoardFen(text.slice(board.start, board.end).replace(/\s/g, ''));
  if (parsed.isErr) return [];
  const setUpChess = (epSquare: number | undefined): Chess | undefined => {
    const chess = Chess.fromSetup({
      board: parsed.value,
      pockets: undefined,
      turn: turn === 0 ? 'white' : 'black',
      castlingRights: SquareSet.empty(),
      epSquare,
      remainingChecks: undefined,
      halfmoves: 0,
      fullmoves: 1,
    });
    return chess.isOk ? chess.value : undefined;
  };
  const plain = setUpChess(undefined);
  if (plain === undefined) return [];
  const king = plain.board.kingOf(plain.turn);
  if (king === undefined) return [];
  const checkers = plain.kingAttackers(king, turn === 0 ? 'black' : 'white', plain.board.occupied);
  const from = [...checkers].map(squareName).join(' and ');
  const who = `${SIDES[turn]}'s king`;
  if (isImpossibleCheck(plain) || (checkers.size() === 2 && !canCheckTogether(plain, king, checkers))) {
    const message = `no single move can give check to ${who} from ${from}`;
    return [{ code: 'FEN_IMPOSSIBLE_CHECK', range: { start: kingLetter, end: kingLetter + 1 }, message }];
  }
  if (passed === undefined) return [];
  const withPassed = setUpChess(passed.square);
  if (withPassed === undefined || !isImpossibleCheck(withPassed)) return [];
  const message = `no pawn move over ${squareName(passed.square)} can give the check to ${who} from ${from}`;
  return [{ code: 'FEN_IMPOSSIBLE_CHECK', range: passed.range, message }];
}

/**
 * True if a move can have given check to the side to move from two pieces at once: one of them, or a pawn that became
 * it, or a pawn that captured en passant, has uncovered the other attacker of the king. Two bishops never do, two rooks
 * only by a promotion, a pawn and a bishop never.
 *
 * @param checkers the pieces that give check
 */
function canCheckTogether(pos: Chess, king: number, checkers: SquareSet): boolean {
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

/** The empty squares from which a piece can have moved to a square. */
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

/** True if the king is not attacked with the piece on `to` back on `from`, as a `role`. */
function isQuietBefore(pos: Chess, king: number, to: number, from: number, role: Role, captured = -1): boolean {
  const color = opposite(pos.turn);
  const moved = pos.board.occupied.without(to).with(from);
  const occupied = captured < 0 ? moved : moved.with(captured);
  return (
    pos.kingAttackers(king, color, occupied).without(to).isEmpty() &&
    !attacks({ role, color }, from, occupied).has(king)
  );
}

/** True if an en passant capture, which clears two squares, can have uncovered the checks. */
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
