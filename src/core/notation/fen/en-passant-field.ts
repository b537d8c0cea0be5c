import type { Range } from '../../base/text/range.ts';
import { squareName } from '../../games/chess/moves.ts';
import type { Fix } from '../diagnostic.ts';
import { quotedWord } from './fen-file.ts';
import { type FenProblem, type FenReading, rewrite } from './fields.ts';

const PAWN = 1;
const SIDES = ['White', 'Black'] as const;

/** Returns a square of rank 3 or 6, or -1. */
export const enPassantSquare = (text: string): number =>
  /^[a-h][36]$/.test(text) ? text.charCodeAt(0) - 0x61 + 8 * (text.charCodeAt(1) - 0x31) : -1;

/** Returns true if the side not to move can just have made a double step over a square. `turn`: 0 White, 1 Black. */
function canHavePassed(squares: Uint8Array, square: number, turn: number): boolean {
  const forward = turn === 0 ? -8 : 8;
  return (
    square >> 3 === (turn === 0 ? 5 : 2) &&
    squares[square] === 0 &&
    squares[square - forward] === 0 &&
    squares[square + forward] === PAWN + (turn === 0 ? 6 : 0)
  );
}

/** Returns the squares that a pawn can have just passed, from the a-file on. */
export function passedSquares(squares: Uint8Array, turn: number): number[] {
  const home = turn === 0 ? 40 : 16;
  return [0, 1, 2, 3, 4, 5, 6, 7].map((file) => home + file).filter((square) => canHavePassed(squares, square, turn));
}

/** Returns true if a pawn can just have passed a square on which a pawn of the side to move may capture it. */
export function canCaptureEnPassant(squares: Uint8Array, turn: number): boolean {
  const back = turn === 0 ? -8 : 8;
  const pawn = PAWN + 6 * turn;
  return passedSquares(squares, turn).some((square) =>
    [-1, 1].some(
      (side) => (square & 7) + side >= 0 && (square & 7) + side < 8 && squares[square + back + side] === pawn,
    ),
  );
}

/**
 * Returns problems of an en passant field (PGN standard 16.1.3.4). Without `squares` or `turn`, only its form is
 * checked.
 */
export function enPassantProblems(
  text: string,
  range: Range,
  squares: Uint8Array | undefined,
  turn: number | undefined,
): FenProblem[] {
  const written = text.slice(range.start, range.end);
  if (written === '-') return [];
  const square = enPassantSquare(written);
  if (square < 0) {
    const fix = formFix(written, range, squares, turn);
    return [
      {
        code: 'FEN_BAD_EN_PASSANT',
        range,
        message: `the en passant square is ${quotedWord(written)}, not - or a square of rank 3 or 6`,
        ...(fix !== undefined && { fixes: [fix] }),
      },
    ];
  }
  if (squares === undefined || turn === undefined || canHavePassed(squares, square, turn)) return [];
  return [
    {
      code: 'FEN_EN_PASSANT_PAWN',
      range,
      message: `no pawn of ${SIDES[turn ^ 1]} can just have passed ${squareName(square)}`,
      fixes: [rewrite('Write -', range, '-', true)],
    },
  ];
}

function formFix(
  written: string,
  range: Range,
  squares: Uint8Array | undefined,
  turn: number | undefined,
): Fix | undefined {
  if (/^(?:[–—]|--|none|no)$/i.test(written)) return rewrite('Write -', range, '-', true);
  const small = written.toLowerCase();
  if (enPassantSquare(small) >= 0) return rewrite(`Write ${small}`, range, small, true);
  // the square of the pawn instead of the one that it passed
  if (!/^[a-h][45]$/.test(small) || squares === undefined || turn === undefined) return undefined;
  const passed = `${small.charAt(0)}${turn === 0 ? 6 : 3}`;
  return small.charAt(1) === (turn === 0 ? '5' : '4') && canHavePassed(squares, enPassantSquare(passed), turn)
    ? rewrite(`Write ${passed}`, range, passed, false)
    : undefined;
}

/** An en passant square that a pawn can just have passed, with its field. */
export interface PassedSquare {
  readonly square: number;
  readonly range: Range;
}

/** Returns the en passant square of a record; undefined if it has none, or one that no pawn can have passed. */
export function findPassedSquare(
  text: string,
  { fields, squares, turn }: Pick<FenReading, 'fields' | 'squares' | 'turn'>,
): PassedSquare | undefined {
  const [, , , range] = fields;
  if (range === undefined || turn === undefined) return undefined;
  const square = enPassantSquare(text.slice(range.start, range.end));
  return square >= 0 && canHavePassed(squares, square, turn) ? { square, range } : undefined;
}
