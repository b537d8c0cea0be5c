import { EMPTY, isPiece, isWhite, type LineHistory, type Squares } from '../placement.ts';

/** Step of a piece from one square to another; squares in FEN order. */
export interface PieceStep {
  readonly from: number;
  readonly to: number;
  /** Piece before the move, as a character code. */
  readonly piece: number;
}

/** Changes that a move made on the board. */
export interface MoveEffect {
  /** Step of the moved piece; for castling of the king. */
  readonly step: PieceStep;
  /** Step of the rook in castling. */
  readonly rook: PieceStep | undefined;
  /** Square and piece of a capture; after en passant, the square of the captured pawn. */
  readonly taken: { readonly square: number; readonly piece: number } | undefined;
  /** Piece that a pawn promoted to. */
  readonly promoted: number | undefined;
  readonly enPassant: boolean;
}

const KNOWN = new WeakMap<LineHistory, (MoveEffect | undefined)[]>();

/**
 * Returns the changes of the move from `index` to `index + 1` of a line, from the two boards; undefined where they
 * differ by no single move. Cached with the line, so that several predictions read each move once.
 */
export function moveAt(history: LineHistory, index: number): MoveEffect | undefined {
  let known = KNOWN.get(history);
  if (known === undefined) KNOWN.set(history, (known = []));
  if (!(index in known)) known[index] = readMove(history.board(index), history.board(index + 1));
  return known[index];
}

function readMove(before: Squares, after: Squares): MoveEffect | undefined {
  const left: number[] = [];
  const reached: number[] = [];
  for (let s = 0; s < 64; s++) {
    if (before[s] === after[s]) continue;
    if (isPiece(before[s]!)) left.push(s);
    if (isPiece(after[s]!)) reached.push(s);
  }
  const [to = -1] = reached;
  const mover = reached.length > 0 ? isWhite(after[to]!) : undefined;
  const own = left.filter((s) => isWhite(before[s]!) === mover);
  const lost = left.filter((s) => isWhite(before[s]!) !== mover);
  if (reached.some((s) => isWhite(after[s]!) !== mover) || lost.length > 1) return undefined;
  const king = own.find((s) => isKing(before[s]!));
  const castles = king !== undefined && lost.length === 0 && (own.length === 2 || before[to] !== EMPTY);
  if (castles) return castling(before, after, mover === true);
  const [from] = own;
  if (from === undefined || own.length > 1 || reached.length !== 1) return undefined;
  const piece = before[from]!;
  const isPromoted = after[to] !== piece;
  if (isPromoted && !isPawn(piece)) return undefined;
  const [square] = lost;
  const taken = square === undefined ? undefined : { square, piece: before[square]! };
  return {
    step: { from, to, piece },
    rook: undefined,
    taken,
    promoted: isPromoted ? after[to] : undefined,
    enPassant: taken !== undefined && taken.square !== to,
  };
}

/** Returns the changes of castling. King and rook may stand on each other's squares before, so both are found by their pieces. */
function castling(before: Squares, after: Squares, white: boolean): MoveEffect | undefined {
  const [king, rook] = white ? [75, 82] : [107, 114];
  const step = stepOf(before, after, king);
  const other = stepOf(before, after, rook);
  if (step === undefined) return undefined;
  return { step, rook: other, taken: undefined, promoted: undefined, enPassant: false };
}

/** Returns the step of a kind of piece if one of it left a square and one reached another. */
function stepOf(before: Squares, after: Squares, piece: number): PieceStep | undefined {
  let from = -1;
  let to = -1;
  for (let s = 0; s < 64; s++) {
    if (before[s] === after[s]) continue;
    if (before[s] === piece) from = s;
    if (after[s] === piece) to = s;
  }
  return from < 0 || to < 0 ? undefined : { from, to, piece };
}

const isKing = (code: number): boolean => code === 75 || code === 107;
/** Returns true for the character code of a pawn of either color. */
export const isPawn = (code: number): boolean => code === 80 || code === 112;

/** Returns the square at the end of a line of the piece that stands on a square at `index`; undefined when it was captured. */
export function squareAtEnd(history: LineHistory, index: number, square: number): number | undefined {
  let at = square;
  for (let i = index; i < history.length - 1; i++) {
    const move = moveAt(history, i);
    if (move === undefined) {
      // A change that no move explains is followed no further.
      if (history.board(i)[at] !== history.board(i + 1)[at]) return undefined;
      continue;
    }
    const { step, rook, taken } = move;
    if (step.from === at) at = step.to;
    else if (rook?.from === at) at = rook.to;
    else if (taken?.square === at) return undefined;
  }
  return at;
}
