import { EMPTY, isPiece, isWhite, type LineHistory, type Squares } from '../placement.ts';

/** A piece that a move took from one square to another; squares in FEN order. */
export interface PieceStep {
  readonly from: number;
  readonly to: number;
  /** The piece before the move, as a character code. */
  readonly piece: number;
}

/** What a move changed on the board. */
export interface MoveEffect {
  /** The piece that moved; of castling the king. */
  readonly step: PieceStep;
  /** The rook of castling. */
  readonly rook: PieceStep | undefined;
  /** Where a piece was taken, and which; behind the target of a pawn that took en passant. */
  readonly taken: { readonly square: number; readonly piece: number } | undefined;
  /** The piece that a pawn became. */
  readonly promoted: number | undefined;
  readonly enPassant: boolean;
}

const KNOWN = new WeakMap<LineHistory, (MoveEffect | undefined)[]>();

/**
 * What the move from `index` to `index + 1` of a line did, read from the two boards; undefined where they differ by no
 * single move. Kept with the line, so that several predictions read each move once.
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

/** King and rook may stand on each other's squares before, so both are found by their pieces. */
function castling(before: Squares, after: Squares, white: boolean): MoveEffect | undefined {
  const [king, rook] = white ? [75, 82] : [107, 114];
  const step = stepOf(before, after, king);
  const other = stepOf(before, after, rook);
  if (step === undefined) return undefined;
  return { step, rook: other, taken: undefined, promoted: undefined, enPassant: false };
}

/** The way of a piece of a kind of which one left a square and one reached another. */
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
export const isPawn = (code: number): boolean => code === 80 || code === 112;

/** Where the piece that stands on a square at `index` of a line stands at its end; undefined when it was taken. */
export function squareAtEnd(history: LineHistory, index: number, square: number): number | undefined {
  let at = square;
  for (let i = index; i < history.length - 1; i++) {
    const move = moveAt(history, i);
    if (move === undefined) {
      // What no move explains is followed no further.
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
