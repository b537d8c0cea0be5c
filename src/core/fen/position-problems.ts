import { inCheck } from '../games/chess/attacks.ts';
import { FRAME, setUp } from '../games/chess/frame.ts';
import { squareName } from '../games/chess/moves.ts';
import type { Range } from '../text/range.ts';
import type { Placement } from './placement.ts';
import type { FenProblem, FenReading } from './read-fen.ts';

const KING = 6;
const ROOK = 4;
const PAWN = 1;
const SIDES = ['White', 'Black'] as const;

const words = new Int32Array(FRAME);

type Fields = Omit<FenReading, 'problems'>;

/** Faults of the position that the fields describe: kings, pawns, check, castling rights, en passant square. */
export function positionProblems(
  text: string,
  fen: Fields,
  { squares, letters }: Placement,
  isBoard: boolean,
  variant: 'chess' | 'chess960' | undefined,
): FenProblem[] {
  const problems: FenProblem[] = [];
  const [board, side, castling, enPassant] = fen.fields;
  const word = (range: Range): string => text.slice(range.start, range.end);
  if (isBoard) {
    const kings = [...kingProblems(board, squares, letters)];
    problems.push(...kings);
    for (let s = 0; s < 64; s++) {
      if ((squares[s] === PAWN || squares[s] === PAWN + 6) && (s < 8 || s >= 56)) {
        problems.push({
          code: 'FEN_BACKRANK_PAWN',
          range: { start: letters[s], end: letters[s] + 1 },
          message: `a pawn on ${squareName(s)}: pawns never stand on the first or last rank`,
        });
      }
    }
    if (kings.length === 0 && fen.turn !== undefined && isInCheck(squares, fen.turn ^ 1)) {
      problems.push({
        code: 'FEN_OPPOSITE_CHECK',
        range: side,
        message: `${SIDES[fen.turn ^ 1]} is in check although it is ${SIDES[fen.turn]}'s turn`,
      });
    }
  }
  if (castling !== undefined) {
    const letters = word(castling);
    if (!isCastlingText(letters)) {
      problems.push({
        code: 'FEN_BAD_CASTLING',
        range: castling,
        message:
          'the castling rights are neither - nor at most four different letters of KQkq (Chess960 also A to H and a to h)',
      });
    } else if (isBoard && letters !== '-') {
      for (let i = 0; i < letters.length; i++) {
        if (hasCastlingPieces(squares, letters.charAt(i), variant)) continue;
        problems.push({
          code: 'FEN_CASTLING_PIECES',
          range: { start: castling.start + i, end: castling.start + i + 1 },
          message: `the right ${letters.charAt(i)} has no king and rook in place`,
        });
      }
    }
  }
  if (enPassant !== undefined && word(enPassant) !== '-') {
    const square = squareOf(word(enPassant));
    if (square < 0) {
      problems.push({
        code: 'FEN_BAD_EN_PASSANT',
        range: enPassant,
        message: 'the en passant square is neither - nor a square of rank 3 or 6',
      });
    } else if (isBoard && fen.turn !== undefined && !canHavePassed(squares, square, fen.turn)) {
      problems.push({
        code: 'FEN_EN_PASSANT_PAWN',
        range: enPassant,
        message: `no pawn of ${SIDES[fen.turn ^ 1]} can just have passed ${squareName(square)}`,
      });
    }
  }
  return problems;
}

function* kingProblems(board: Range, squares: Uint8Array, letters: Uint32Array): Generator<FenProblem> {
  for (const color of [0, 1]) {
    const king = KING + 6 * color;
    const places = [...squares.keys()].filter((s) => squares[s] === king).sort((a, b) => letters[a] - letters[b]);
    if (places.length === 1) continue;
    const second = places.length === 0 ? board : { start: letters[places[1]], end: letters[places[1]] + 1 };
    const count = places.length === 0 ? 'no king' : `${places.length} kings (${places.map(squareName).join(', ')})`;
    yield { code: 'FEN_KINGS', range: second, message: `${SIDES[color]} has ${count}` };
  }
}

function isInCheck(squares: Uint8Array, color: number): boolean {
  const pieces = [...squares.entries()]
    .filter(([, piece]) => piece !== 0)
    .map(([square, piece]) => ({ square, color: piece > 6 ? 1 : 0, role: (piece - 1) % 6 }));
  setUp(words, 0, { pieces, turn: color, rights: 0, ep: -1, halfmoves: 0, fullmoves: 1, chess960: false });
  return inCheck(words, 0);
}

const isCastlingText = (text: string): boolean =>
  text === '-' || (/^[KQA-Hkqa-h]{1,4}$/.test(text) && new Set(text).size === text.length);

/** Whether a right's king and rook stand on its side's back rank, in standard chess on their own squares. */
function hasCastlingPieces(squares: Uint8Array, letter: string, variant: 'chess' | 'chess960' | undefined): boolean {
  const color = letter === letter.toLowerCase() ? 1 : 0;
  const home = 56 * color;
  const rank = Array.from(squares.subarray(home, home + 8));
  const king = rank.indexOf(KING + 6 * color);
  const isRook = (file: number): boolean => rank[file] === ROOK + 6 * color;
  const side = letter.toUpperCase();
  if (king < 0) return false;
  if (variant === 'chess') return king === 4 && ((side === 'K' && isRook(7)) || (side === 'Q' && isRook(0)));
  if (side === 'K') return rank.some((_, file) => file > king && isRook(file));
  if (side === 'Q') return rank.some((_, file) => file < king && isRook(file));
  return isRook('ABCDEFGH'.indexOf(side));
}

/** A square of rank 3 or 6, or -1. */
const squareOf = (text: string): number =>
  /^[a-h][36]$/.test(text) ? text.charCodeAt(0) - 0x61 + 8 * (text.charCodeAt(1) - 0x31) : -1;

/** Whether the side not to move can have just made a double step over a square. */
function canHavePassed(squares: Uint8Array, square: number, turn: number): boolean {
  const forward = turn === 0 ? -8 : 8;
  return (
    square >> 3 === (turn === 0 ? 5 : 2) &&
    squares[square] === 0 &&
    squares[square - forward] === 0 &&
    squares[square + forward] === PAWN + (turn === 0 ? 6 : 0)
  );
}
