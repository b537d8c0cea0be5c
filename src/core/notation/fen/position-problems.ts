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
import { type CastlingVariant, castlingProblems } from './castling-field.ts';
import { counterProblems } from './counter-fields.ts';
import { enPassantProblems, findPassedSquare, type PassedSquare } from './en-passant-field.ts';
import type { FenProblem, FenReading } from './fields.ts';
import type { Placement } from './placement.ts';

const KING = 6;
const PAWN = 1;
const SIDES = ['White', 'Black'] as const;

/** The parts of the fields that can be checked. */
export interface CheckableFields {
  /** True if the piece placement describes a board. */
  readonly board: boolean;
  /** True if the fields after the side to move are in their places. */
  readonly rest: boolean;
}

/**
 * Returns problems of the position that the fields describe: kings, pawns, material, checks, rights, en passant square,
 * counters.
 */
export function positionProblems(
  text: string,
  fen: Omit<FenReading, 'problems'>,
  placement: Placement,
  judged: CheckableFields,
  variant: CastlingVariant,
): FenProblem[] {
  const problems: FenProblem[] = [];
  const { squares, letters } = placement;
  const [board, side, castling, enPassant] = fen.fields;
  const passed = judged.board && judged.rest ? findPassedSquare(text, fen) : undefined;
  let hasKings = true;
  if (judged.board && board !== undefined) {
    const kings = hasTwoKings(squares) ? [] : [...kingProblems(board, squares, letters)];
    problems.push(...kings);
    hasKings = kings.length === 0;
    addBackrankProblems(squares, letters, problems);
    problems.push(...materialProblems(board, squares, letters));
    if (hasKings && fen.turn !== undefined && side !== undefined) {
      problems.push(...checkProblems(text, { board, side, turn: fen.turn, passed }, placement));
    }
  }
  if (!judged.rest) return problems;
  const known = judged.board ? squares : undefined;
  // a side without its king lacks its rights for that reason
  if (castling !== undefined) problems.push(...castlingProblems(text, castling, hasKings ? known : undefined, variant));
  if (enPassant !== undefined) problems.push(...enPassantProblems(text, enPassant, known, fen.turn));
  problems.push(...counterProblems(text, fen.fields, passed?.range));
  return problems;
}

/** Returns true if each side has one king. */
function hasTwoKings(squares: Uint8Array): boolean {
  let white = 0;
  let black = 0;
  for (let s = 0; s < 64; s++) {
    if (squares[s] === KING) white++;
    else if (squares[s] === KING + 6) black++;
  }
  return white === 1 && black === 1;
}

function* kingProblems(board: Range, squares: Uint8Array, letters: Uint32Array): Generator<FenProblem> {
  for (const color of [0, 1]) {
    const king = KING + 6 * color;
    const places = [...squares.keys()].filter((s) => squares[s] === king).sort((a, b) => letters[a]! - letters[b]!);
    if (places.length === 1) continue;
    const second = places[1] === undefined ? board : { start: letters[places[1]]!, end: letters[places[1]]! + 1 };
    const count = places.length === 0 ? 'no king' : `${places.length} kings (${places.map(squareName).join(', ')})`;
    yield { code: 'FEN_KINGS', range: second, message: `${SIDES[color]} has ${count}` };
  }
}

function addBackrankProblems(squares: Uint8Array, letters: Uint32Array, problems: FenProblem[]): void {
  for (let s = 0; s < 64; s++) {
    if ((squares[s] !== PAWN && squares[s] !== PAWN + 6) || (s >= 8 && s < 56)) continue;
    problems.push({
      code: 'FEN_BACKRANK_PAWN',
      range: { start: letters[s]!, end: letters[s]! + 1 },
      message: `a pawn on ${squareName(s)}: pawns cannot be on the first or last rank`,
    });
  }
}

const CHECKED_SIDES = ['White', 'Black'] as const;

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
function checkProblems(text: string, fields: CheckFields, { squares, letters }: Placement): FenProblem[] {
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
    const message = `${CHECKED_SIDES[turn ^ 1]} is in check although it is ${CHECKED_SIDES[turn]}'s turn`;
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
  const who = `${CHECKED_SIDES[turn]}'s king`;
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
 * Returns true if a single move can have given check to the side to move from two pieces: one of them, or a pawn that
 * became it, or a pawn that captured en passant, has uncovered the other attacker of the king. Two bishops never do,
 * two rooks only by a promotion, a pawn and a bishop never.
 *
 * @param checkers the pieces that give check
 */
function canCheckTogether(pos: Chess, king: number, checkers: SquareSet): boolean {
  const mover = opposite(pos.turn);
  for (const square of checkers) {
    const role = pos.board.getRole(square);
    if (role === undefined) continue;
    for (const from of attackSources(pos, role, mover, square))
      if (isQuietBefore(pos, king, square, from, role)) return true;
    if (role !== 'pawn' && role !== 'king' && isLastRank(square, mover)) {
      for (const from of attackSources(pos, 'pawn', mover, square))
        if (isQuietBefore(pos, king, square, from, 'pawn')) return true;
    }
  }
  return uncoversEnPassant(pos, king, mover);
}

const isLastRank = (square: number, color: Color): boolean => square >> 3 === (color === 'white' ? 7 : 0);

/** Returns the empty squares from which a piece can have moved to a square. */
function attackSources({ board }: Chess, role: Role, color: Color, square: number): SquareSet {
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

/** Returns true if the king is not attacked with the piece on `to` back on `from`, as a `role`. */
function isQuietBefore(pos: Chess, king: number, to: number, from: number, role: Role, captured = -1): boolean {
  const color = opposite(pos.turn);
  const moved = pos.board.occupied.without(to).with(from);
  const occupied = captured < 0 ? moved : moved.with(captured);
  return (
    pos.kingAttackers(king, color, occupied).without(to).isEmpty() &&
    !attacks({ role, color }, from, occupied).has(king)
  );
}

/** Returns true if an en passant capture, which clears two squares, can have uncovered the checks. */
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

const MATERIAL_SIDES = ['White', 'Black'] as const;

/** Reports sides with more than eight pawns, or with more promoted pieces than missing pawns. */
function materialProblems(board: Range, squares: Uint8Array, letters: Uint32Array): FenProblem[] {
  const problems: FenProblem[] = [];
  for (const color of [0, 1]) {
    const counts = [0, 0, 0, 0, 0, 0];
    const pawns: number[] = [];
    let lightBishops = 0;
    for (let s = 0; s < 64; s++) {
      const role = squares[s]! - 1 - 6 * color;
      if (role < 0 || role > 5) continue;
      counts[role]!++;
      if (role === 0) pawns.push(letters[s]!);
      if (role === 2 && ((s >> 3) + s) % 2 === 1) lightBishops++;
    }
    if (pawns.length > 8) {
      const ninth = pawns.sort((a, b) => a - b)[8]!;
      const message = `${MATERIAL_SIDES[color]} has ${pawns.length} pawns; a game starts with 8 per side`;
      problems.push({ code: 'FEN_TOO_MANY_PAWNS', range: { start: ninth, end: ninth + 1 }, message });
      continue;
    }
    const over = (count: number, first: number): number => Math.max(0, count - first);
    const [, knights = 0, bishops = 0, rooks = 0, queens = 0] = counts;
    const promoted =
      over(knights, 2) + over(lightBishops, 1) + over(bishops - lightBishops, 1) + over(rooks, 2) + over(queens, 1);
    const spent = 8 - pawns.length;
    if (promoted <= spent) continue;
    problems.push({
      code: 'FEN_PROMOTIONS',
      range: board,
      message: `at least ${promoted} of ${MATERIAL_SIDES[color]}'s pieces are promoted pawns, but ${
        spent === 0
          ? 'all 8 pawns are still on the board'
          : `only ${spent} of 8 pawns ${spent === 1 ? 'is' : 'are'} missing`
      }`,
    });
  }
  return problems;
}
