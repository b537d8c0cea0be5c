import type { Outcome } from '../../core/base/automaton.ts';
import {
  CASTLING_ROOK,
  EN_PASSANT,
  OWN_KING,
  OWN_PAWN,
  SQUARE_CODES,
  seenFrom,
  THEIRS,
} from '../../core/games/chess/square-codes.ts';
import type { BoardAction, BoardGame, BoardPair } from './board-game.ts';
import {
  type ChessPosition,
  parseSquare,
  readChessPosition,
  squareLetter,
  squareName,
  writeChessPosition,
} from './chess-position.ts';

/** Letters of promotions, by their number. */
const PROMOTIONS = ['', 'n', 'b', 'r', 'q'] as const;
const LAST_ROW = 7;

/**
 * Chess and Chess960 as a board network sees them. Castling is king takes rook, and so is an action whose text moves a king by two files
 * toward a rook that may castle. Counters are counted: no network writes them.
 */
export const chessBoard: BoardGame<ChessPosition> = {
  rows: 8,
  columns: 8,
  codes: SQUARE_CODES,
  marks: 7,
  read: readChessPosition,
  write: writeChessPosition,
  actionOf(text, { codes, isWhite }) {
    const [, source = '', target = '', piece = ''] = /^([a-h][1-8])([a-h][1-8])([nbrq]?)$/i.exec(text.trim()) ?? [];
    const squares = [source, target].map((name) => parseSquare(name.toLowerCase()));
    const [from, to] = squares.map((square) => (square === undefined ? undefined : seenFrom(square, isWhite)));
    if (from === undefined || to === undefined) return undefined;
    const promotion = PROMOTIONS.findIndex((letter) => letter === piece.toLowerCase());
    return { from, to: castlingTarget(codes, from, to) ?? to, promotion };
  },
  nameOf({ from, to, promotion }, { codes, isWhite }, game) {
    const isCastling = codes[from] === OWN_KING && codes[to] === CASTLING_ROOK;
    const target = isCastling && game === 'chess' ? (to > from ? from + 2 : from - 2) : to;
    return squareName(seenFrom(from, isWhite)) + squareName(seenFrom(target, isWhite)) + (PROMOTIONS[promotion] ?? '');
  },
  actionsOf({ from, to }, { codes }) {
    if (codes[from] !== OWN_PAWN || to >> 3 !== LAST_ROW) return [{ from, to, promotion: 0 }];
    return [1, 2, 3, 4].map((promotion) => ({ from, to, promotion }));
  },
  compare(a, b, { isWhite }) {
    const key = ({ from, to, promotion }: BoardAction): number =>
      (seenFrom(from, isWhite) << 9) | (seenFrom(to, isWhite) << 3) | promotion;
    return key(a) - key(b);
  },
  after({ codes: before, isWhite, halfmove, fullmove, fields, isNative }, { from, to }, codes) {
    const isCapture = isTheirs(before[to] ?? 0);
    return {
      codes: otherSide(codes),
      isWhite: !isWhite,
      halfmove: isCapture || before[from] === OWN_PAWN ? 0 : halfmove + 1,
      fullmove: fullmove + (isWhite ? 0 : 1),
      fields,
      isNative,
      unread: [],
    };
  },
  order: ({ isWhite }) => Array.from({ length: 64 }, (_, square) => seenFrom(square, isWhite)),
  letterOf: (code, { isWhite }) => squareLetter(code, isWhite),
  sideOf: ({ isWhite }) => (isWhite ? 'w' : 'b'),
  passed: (position) => ({ ...position, codes: otherSide(position.codes), isWhite: !position.isWhite }),
  outcome(position, replies): Outcome {
    const { codes } = chessBoard.passed(position);
    // A side that cannot move has lost if its king could be taken.
    if (!replies.some(({ to }: BoardPair) => codes[to] === OWN_KING + THEIRS)) return '1/2-1/2';
    return position.isWhite ? '0-1' : '1-0';
  },
};

const isTheirs = (code: number): boolean => (code > THEIRS && code <= 2 * THEIRS) || code === CASTLING_ROOK + 1;

/** Returns the rook toward which a king moves by two files, if it may castle. */
function castlingTarget(codes: Uint8Array, from: number, to: number): number | undefined {
  if (codes[from] !== OWN_KING || from >> 3 !== to >> 3 || Math.abs(from - to) !== 2) return undefined;
  const step = Math.sign(to - from);
  for (let square = from + step; square >= 0 && square >> 3 === from >> 3; square += step)
    if (codes[square] === CASTLING_ROOK) return square;
  return undefined;
}

/** Returns codes as the other side sees them. */
function otherSide(codes: Uint8Array): Uint8Array {
  const seen = new Uint8Array(codes.length);
  codes.forEach((code, square) => {
    let other = code;
    if (code === CASTLING_ROOK || code === CASTLING_ROOK + 1) other = 2 * CASTLING_ROOK + 1 - code;
    else if (code > 0 && code !== EN_PASSANT) other = code > THEIRS ? code - THEIRS : code + THEIRS;
    seen[square ^ 56] = other;
  });
  return seen;
}
