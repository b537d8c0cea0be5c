import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import type { Setup } from 'chessops/setup';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { err, ok, type Result } from '../../base/result.ts';
import { plural } from '../../base/text/counts.ts';
import { isAttacked, kingSquare } from './attacks.ts';
import {
  CHESS960,
  EAST,
  EP,
  FRAME,
  FULLMOVES,
  HALFMOVES,
  HASH,
  hasPiece,
  MAP,
  RIGHTS,
  rightBit,
  roleAt,
  setUp,
  TURN,
  WEST,
  WHITE,
} from './frame.ts';
import { fillMap } from './movegen.ts';
import { squareName } from './moves.ts';

/** A valid chess position. The words are a frame (see `frame.ts`) and must not be changed. */
export interface ChessState {
  readonly words: Int32Array;
}

const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
const LETTERS = ['P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'] as const;
export const INITIAL_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Codes of chessops' refusals, in words. */
const REFUSALS: Readonly<Record<string, string>> = {
  ERR_FEN: 'it has no FEN fields that can be read',
  ERR_BOARD: 'the piece placement does not describe 8 ranks of 8 squares',
  ERR_POCKETS: 'the piece placement has pieces in hand',
  ERR_TURN: 'the side to move is neither w nor b',
  ERR_CASTLING: 'the castling field is malformed',
  ERR_EP_SQUARE: 'the en passant field names no square',
  ERR_REMAINING_CHECKS: 'the counters are malformed',
  ERR_HALFMOVES: 'the halfmove clock is not a number of at most four digits',
  ERR_FULLMOVES: 'the fullmove number is not a number of at most four digits',
  ERR_EMPTY: 'the board is empty',
  ERR_KINGS: 'each side must have exactly one king',
  ERR_OPPOSITE_CHECK: 'the side not to move is in check',
  ERR_PAWNS_ON_BACKRANK: 'a pawn stands on the first or last rank',
};

/**
 * Returns the position that a FEN names, or the reason why it names none (then it is the sink).
 *
 * A FEN of six fields that chessops' `parseFen` and `Chess.fromSetup` accept is valid. Any run of white space separates
 * fields. Castling rights without their king and rook, and an en passant square that no double step explains, are
 * dropped silently. Plain FENs are read without chessops (`readPlainFen`). In standard chess rights belong to a king on
 * the e-file and rooks in the corners; in Chess960 (`chess960`) to the rook named, in X-FEN (KQkq) or Shredder (HAha)
 * letters.
 */
export function parseChess(fen: string, chess960: boolean): Result<ChessState, string> {
  const fields = fen.trim().split(/\s+/);
  if (fields.length !== 6) return err(`${plural(fields[0] === '' ? 0 : fields.length, 'FEN field')} instead of 6`);
  const plain = readPlainFen(fields, chess960);
  if (plain !== undefined) return ok({ words: plain });
  return parseByChessops(fields, chess960);
}

/** Parses a FEN by chessops alone, which decides about all FENs that `readPlainFen` leaves open. */
export function parseByChessops(fields: readonly string[], chess960: boolean): Result<ChessState, string> {
  const fen = fields.join(' ');
  const placement = fields[0];
  if (/[[\]_]/.test(fen) || placement.split('/').length !== 8) return err(REFUSALS.ERR_BOARD);
  const setup = parseFen(fen);
  if (setup.isErr) return err(REFUSALS[setup.error.message] ?? setup.error.message);
  if (setup.value.remainingChecks !== undefined) return err(REFUSALS.ERR_REMAINING_CHECKS);
  const position = Chess.fromSetup(setup.value);
  if (position.isErr) return err(REFUSALS[position.error.message] ?? position.error.message);
  const words = new Int32Array(FRAME);
  setUp(words, 0, {
    pieces: listPieces(setup.value),
    turn: setup.value.turn === 'white' ? 0 : 1,
    rights: setupRights(position.value, chess960),
    ep: setupEnPassant(position.value),
    halfmoves: setup.value.halfmoves,
    fullmoves: setup.value.fullmoves,
    chess960,
  });
  return ok({ words });
}

function* listPieces(setup: Setup): Generator<{ square: number; color: number; role: number }> {
  for (const [square, piece] of setup.board) {
    yield { square, color: piece.color === 'white' ? 0 : 1, role: ROLES.indexOf(piece.role) };
  }
}

function setupRights(position: Chess, chess960: boolean): number {
  let rights = 0;
  for (const color of ['white', 'black'] as const) {
    if (!chess960 && position.board.kingOf(color) !== (color === 'white' ? 4 : 60)) continue;
    const corners = color === 'white' ? { a: 0, h: 7 } : { a: 56, h: 63 };
    for (const side of ['a', 'h'] as const) {
      const rook = position.castles.rook[color][side];
      if (rook !== undefined && (chess960 || rook === corners[side])) rights |= rightBit(rook);
    }
  }
  return rights;
}

/** Returns the en passant square, unless it is occupied, which chessops accepts: no double step crosses a piece. */
function setupEnPassant(position: Chess): number {
  const square = position.epSquare;
  return square === undefined || position.board.occupied.has(square) ? -1 : square;
}

/** Returns the en passant square if a capture there is legal, otherwise -1. */
function legalEp(words: Int32Array): number {
  const ep = words[EP];
  if (ep < 0) return -1;
  const map = new Int32Array(MAP);
  fillMap(words, 0, map, 0);
  const half = ep >>> 5;
  return (((map[WEST + half] | map[EAST + half]) >>> (ep & 31)) & 1) !== 0 ? ep : -1;
}

/** Formats the piece placement, the first FEN field. */
export function printFramePlacement(words: Int32Array, at = 0): string {
  let text = '';
  for (let rank = 7; rank >= 0; rank--) {
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const square = 8 * rank + file;
      const color = hasPiece(words, at, 0, square) ? 0 : hasPiece(words, at, 1, square) ? 1 : -1;
      if (color < 0) {
        empty++;
        continue;
      }
      if (empty > 0) text += empty;
      empty = 0;
      text += LETTERS[6 * color + roleAt(words, at, square)];
    }
    if (empty > 0) text += empty;
    if (rank > 0) text += '/';
  }
  return text;
}

/**
 * Formats the castling field: KQkq if the rook is the outermost on its side of the king (X-FEN), otherwise the rook's
 * file.
 */
function printRights(words: Int32Array): string {
  let text = '';
  for (const color of [0, 1]) {
    const home = color === 0 ? 0 : 56;
    const isRook = (file: number): boolean =>
      hasPiece(words, 0, color, home + file) && roleAt(words, 0, home + file) === 3;
    const files = [7, 6, 5, 4, 3, 2, 1, 0];
    const king = files.find((f) => hasPiece(words, 0, color, home + f) && roleAt(words, 0, home + f) === 5) ?? 4;
    for (const file of files) {
      if ((words[RIGHTS] & rightBit(home + file)) === 0) continue;
      const kingside = file > king;
      const outer = files.some((f) => isRook(f) && (kingside ? f > file : f < file));
      const letter = outer ? 'ABCDEFGH'[file] : kingside ? 'K' : 'Q';
      text += color === 0 ? letter : letter.toLowerCase();
    }
  }
  return text === '' ? '-' : text;
}

/**
 * Formats the FEN of a position. The en passant square is written only if a capture there is legal, as chessops and the
 * PGN tools do.
 */
export function printChess(state: ChessState): string {
  const { words } = state;
  const ep = legalEp(words);
  return [
    printFramePlacement(words),
    words[TURN] === 0 ? 'w' : 'b',
    printRights(words),
    ep < 0 ? '-' : squareName(ep),
    words[HALFMOVES],
    words[FULLMOVES],
  ].join(' ');
}

/** Returns the key of a position's future: all words up to the hash, so without counters. */
export const chessKey = ({ words }: ChessState): string => `${words.subarray(0, HASH).join(',')},${words[CHESS960]}`;

/** Roles by letter, in the order of the frame. */
const PIECE_LETTERS = 'pnbrqk';
const KING = 5;
const PAWN = 0;
const COUNTER = /^\d{1,4}$/;
/** Corner of each letter of the castling field, and the king's square. */
const CORNERS: Readonly<Record<string, { readonly rook: number; readonly king: number; readonly letter: string }>> = {
  K: { rook: 7, king: 4, letter: 'R' },
  Q: { rook: 0, king: 4, letter: 'R' },
  k: { rook: 63, king: 60, letter: 'r' },
  q: { rook: 56, king: 60, letter: 'r' },
};

interface Piece {
  readonly square: number;
  readonly color: number;
  readonly role: number;
}

/**
 * Returns the frame of a plain FEN, several times as fast as by chessops; undefined for every other one, valid or not.
 * Plain is a valid position in standard spelling, with castling rights of kings and rooks at home (in Chess960 without
 * any) and an en passant square that a double step explains.
 *
 * @param fields the six of a FEN
 */
export function readPlainFen(fields: readonly string[], chess960: boolean): Int32Array | undefined {
  const [placement, side, castling, enPassant, halfmoves, fullmoves] = fields;
  if ((side !== 'w' && side !== 'b') || !COUNTER.test(halfmoves) || !COUNTER.test(fullmoves)) return undefined;
  const board = readBoard(placement);
  if (board === undefined) return undefined;
  const turn = side === 'w' ? 0 : 1;
  const rights = castling === '-' ? 0 : chess960 ? -1 : plainRights(castling, board.letters);
  const ep = enPassant === '-' ? -1 : plainEnPassant(enPassant, turn, board.letters);
  if (rights < 0 || ep === undefined) return undefined;
  const words = new Int32Array(FRAME);
  setUp(words, 0, {
    pieces: board.pieces,
    turn,
    rights,
    ep,
    halfmoves: Number(halfmoves),
    fullmoves: Math.max(1, Number(fullmoves)),
    chess960,
  });
  const occupiedLow = words[WHITE] | words[WHITE + 2];
  const occupiedHigh = words[WHITE + 1] | words[WHITE + 3];
  const isOtherInCheck = isAttacked(words, 0, kingSquare(words, 0, turn ^ 1), turn, occupiedLow, occupiedHigh);
  return isOtherInCheck ? undefined : words;
}

/**
 * Reads the pieces, and the 64 squares from a1 on with `.` for empty ones; undefined for invalid ranks, numbers of
 * kings or pawns.
 */
function readBoard(placement: string): { readonly pieces: Piece[]; readonly letters: readonly string[] } | undefined {
  const pieces: Piece[] = [];
  const letters = new Array<string>(64).fill('.');
  let rank = 7;
  let file = 0;
  let kings = 0;
  for (const c of placement) {
    if (c === '/') {
      if (file !== 8) return undefined;
      rank--;
      file = 0;
    } else if (c >= '1' && c <= '8') file += Number(c);
    else {
      const lower = c.toLowerCase();
      const role = PIECE_LETTERS.indexOf(lower);
      if (role < 0 || file > 7 || rank < 0) return undefined;
      const color = c === lower ? 1 : 0;
      if (role === PAWN && (rank === 0 || rank === 7)) return undefined;
      // One king each: the first two bits are the colors that have one.
      if (role === KING) {
        if ((kings & (1 << color)) !== 0) return undefined;
        kings |= 1 << color;
      }
      const square = 8 * rank + file++;
      letters[square] = c;
      pieces.push({ square, color, role });
    }
    if (file > 8) return undefined;
  }
  return rank === 0 && file === 8 && kings === 3 ? { pieces, letters } : undefined;
}

/** Reads castling rights; -1 for rights without their king and rook, and for text that is no such field. */
function plainRights(castling: string, letters: readonly string[]): number {
  let rights = 0;
  for (const c of castling) {
    if (!Object.hasOwn(CORNERS, c)) return -1;
    const { rook, king, letter } = CORNERS[c];
    if (letters[rook] !== letter || letters[king] !== (letter === 'R' ? 'K' : 'k')) return -1;
    rights |= rightBit(rook);
  }
  return rights;
}

/** Reads the en passant square, which a pawn may just have crossed with a double step. */
function plainEnPassant(square: string, turn: number, letters: readonly string[]): number | undefined {
  if (square.length !== 2 || square[1] !== (turn === 0 ? '6' : '3')) return undefined;
  const file = 'abcdefgh'.indexOf(square[0]);
  if (file < 0) return undefined;
  const at = file + (turn === 0 ? 40 : 16);
  const back = turn === 0 ? 8 : -8;
  const isStep = letters[at] === '.' && letters[at + back] === '.' && letters[at - back] === (turn === 0 ? 'p' : 'P');
  return isStep ? at : undefined;
}

/** Returns true if all pieces stand where a game of chess or Chess960 starts, with move 1. */
export function isStartPosition(fen: string, words: Int32Array): boolean {
  return words[FULLMOVES] === 1 && /^[bknqr]{8}\/p{8}\/8\/8\/8\/8\/P{8}\/[BKNQR]{8} w /.test(fen.trimStart());
}

/**
 * Returns a FEN of one of the 960 starts of Chess960, all equally likely: bishops, queen, knights, then rook, king,
 * rook on the remaining squares.
 */
export function randomChess960Start(random: RandomGenerator): string {
  const rank: string[] = Array.from({ length: 8 }, () => '');
  const put = (piece: string, squares: readonly number[]): void => {
    const file = squares[uniformInt(random, 0, squares.length - 1)];
    if (file !== undefined) rank[file] = piece;
  };
  const free = (): number[] => rank.flatMap((piece, file) => (piece === '' ? file : []));
  put('B', [0, 2, 4, 6]);
  put('B', [1, 3, 5, 7]);
  for (const piece of 'QNN') put(piece, free());
  for (const [i, file] of free().entries()) rank[file] = 'RKR'.charAt(i);
  const pieces = rank.join('');
  return `${pieces.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${pieces} w KQkq - 0 1`;
}
