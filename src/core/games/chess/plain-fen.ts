import { isAttacked, kingSquare } from './attacks.ts';
import { FRAME, rightBit, setUp, WHITE } from './frame.ts';

/** Roles by letter, in the order of the frame. */
const LETTERS = 'pnbrqk';
const KING = 5;
const PAWN = 0;
const COUNTER = /^\d{1,4}$/;
/** The corner that a letter of the castling field speaks of, and where the king stands. */
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
 * The frame of a FEN with nothing odd about it, several times as fast as by chessops; undefined for every other one, valid or
 * not. Plain is a valid position in standard spelling, with castling rights of kings and rooks at home (in Chess960 without
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
  const rights = castling === '-' ? 0 : chess960 ? -1 : rightsOf(castling, board.letters);
  const ep = enPassant === '-' ? -1 : epOf(enPassant, turn, board.letters);
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

/** The pieces, and the 64 squares from a1 on with `.` for empty ones; undefined where a rank, a king or a pawn is odd. */
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
      const role = LETTERS.indexOf(lower);
      if (role < 0 || file > 7 || rank < 0) return undefined;
      const color = c === lower ? 1 : 0;
      if (role === PAWN && (rank === 0 || rank === 7)) return undefined;
      // One of each: the first two bits are the colors that have one.
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

/** -1 for rights without their king and rook, and for what is no such field. */
function rightsOf(castling: string, letters: readonly string[]): number {
  let rights = 0;
  for (const c of castling) {
    if (!Object.hasOwn(CORNERS, c)) return -1;
    const { rook, king, letter } = CORNERS[c];
    if (letters[rook] !== letter || letters[king] !== (letter === 'R' ? 'K' : 'k')) return -1;
    rights |= rightBit(rook);
  }
  return rights;
}

/** The square behind a pawn that may just have stepped twice. */
function epOf(square: string, turn: number, letters: readonly string[]): number | undefined {
  if (square.length !== 2 || square[1] !== (turn === 0 ? '6' : '3')) return undefined;
  const file = 'abcdefgh'.indexOf(square[0]);
  if (file < 0) return undefined;
  const at = file + (turn === 0 ? 40 : 16);
  const back = turn === 0 ? 8 : -8;
  const isStep = letters[at] === '.' && letters[at + back] === '.' && letters[at - back] === (turn === 0 ? 'p' : 'P');
  return isStep ? at : undefined;
}
