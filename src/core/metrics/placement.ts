/**
 * The 64 squares of a board in FEN order: index 0 is a8, 7 is h8, 63 is h1. Each holds the character code of its FEN
 * letter, `EMPTY`, or `UNKNOWN` where a text leaves it open.
 */
export type Squares = Uint8Array;

export const EMPTY = 0;
/** Square of an unreadable rank. */
export const UNKNOWN = 255;

const SLASH = 47;
const SPACE = 32;
const TILDE = 126;
const ONE = 49;
const EIGHT = 56;
const NINE = 57;

/** 1 for the character codes of the twelve piece letters. */
const IS_PIECE = new Uint8Array(128);
for (const letter of 'PNBRQKpnbrqk') IS_PIECE[letter.charCodeAt(0)] = 1;

/** Returns true if a character code is a FEN piece letter. */
export const isPiece = (code: number): boolean => code < 128 && IS_PIECE[code] === 1;

/** Returns true if a piece's character code is White's. */
export const isWhite = (code: number): boolean => code < 97;

const SQUARE_NAMES: readonly string[] = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i & 7]}${8 - (i >> 3)}`);

/** Returns the name of a square in FEN order, `a8` for 0. */
export const fenSquareName = (square: number): string => SQUARE_NAMES[square]!;

/** Returns the FEN letter on a square, or null where there is none. */
export const pieceLetter = (code: number): string | null => (isPiece(code) ? String.fromCharCode(code) : null);

/** Piece placement, read as far as possible. */
export interface PlacementReading {
  readonly squares: Squares;
  /** Number of squares that each rank of the text describes, from rank 8 down; more or fewer than 8 ranks are listed too. */
  readonly ranks: readonly number[];
  /** Index of the first rank (0 is rank 8) with a meaningless character, and that character. */
  readonly stray?: { readonly rank: number; readonly character: string };
  /** True if all 64 squares are known: eight ranks of eight squares. */
  readonly complete: boolean;
}

/** Maximum number of counted ranks, more than any board has. */
const MAX_RANKS = 64;

/**
 * Reads the piece placement field of a FEN (PGN standard 16.1.3.1) from `start` up to a space or `end`, in one pass.
 * It never fails: a rank without exactly eight squares is `UNKNOWN` and the others are kept.
 */
export function readPlacement(text: string, start = 0, end = text.length): PlacementReading {
  const squares = new Uint8Array(64);
  const ranks: number[] = [];
  let stray: { rank: number; character: string } | undefined;
  let rank = 0;
  let file = 0;
  let broken = false;
  const closeRank = (): void => {
    if (rank < 8 && (file !== 8 || broken)) squares.fill(UNKNOWN, rank * 8, rank * 8 + 8);
    if (ranks.length < MAX_RANKS) ranks.push(file);
    rank++;
    file = 0;
    broken = false;
  };
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === SPACE) break;
    if (c === SLASH) closeRank();
    else if (c >= ONE && c <= NINE) file += c - (ONE - 1);
    else if (isPiece(c)) {
      if (file < 8 && rank < 8) squares[rank * 8 + file] = c;
      file++;
    } else if (c !== TILDE) {
      // `~` marks a promoted piece in some dialects and does not affect the square's content.
      stray ??= { rank, character: String.fromCodePoint(text.codePointAt(i) as number) };
      broken = true;
    }
  }
  closeRank();
  if (ranks.length < 8) squares.fill(UNKNOWN, ranks.length * 8);
  const complete = ranks.length === 8 && stray === undefined && ranks.every((n) => n === 8);
  return { squares, ranks, complete, ...(stray && { stray }) };
}

/** Returns the squares of a FEN's board: `readPlacement` without its report, faster for a well-formed board. */
export function readSquares(fen: string): Squares {
  const squares = new Uint8Array(64);
  let i = 0;
  for (let rank = 0; rank < 64; rank += 8) {
    let square = rank;
    for (; square < rank + 8; i++) {
      const c = fen.charCodeAt(i);
      if (isPiece(c)) squares[square++] = c;
      else if (c >= ONE && c <= EIGHT) square += c - (ONE - 1);
      else return readPlacement(fen).squares;
    }
    const next = rank === 56 ? SPACE : SLASH;
    if (square !== rank + 8 || fen.charCodeAt(i++) !== next) return readPlacement(fen).squares;
  }
  return squares;
}

/** Returns the placement field of a board; unknown squares are written as empty ones. */
export function printPlacement(squares: Squares): string {
  let text = '';
  for (let rank = 0; rank < 8; rank++) {
    if (rank > 0) text += '/';
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const code = squares[rank * 8 + file]!;
      if (!isPiece(code)) {
        empty++;
        continue;
      }
      if (empty > 0) text += String.fromCharCode(ONE - 1 + empty);
      empty = 0;
      text += String.fromCharCode(code);
    }
    if (empty > 0) text += String.fromCharCode(ONE - 1 + empty);
  }
  return text;
}

/** Names a rank of the text, from 8 down. */
export const rankName = (index: number): string => (index < 8 ? String.fromCharCode(EIGHT - index) : `${index + 1}`);

/** Position of a line of moves. */
export interface HistoryPly {
  /** Number of plies from the start of the line; 0 is the start position. */
  readonly ply: number;
  /** Move that led here, in SAN; missing at the start. */
  readonly san?: string;
  /** True position after the move. Its en passant square is given only when a capture there is legal. */
  readonly fen: string;
}

/**
 * Line from its start to the queried position, in order, without gaps. Boards are read on first use and cached, so that
 * several predictions of one line read each board once.
 */
export class LineHistory {
  readonly plies: readonly HistoryPly[];
  readonly #boards: (Squares | undefined)[];
  readonly #moves: (string | undefined)[];

  /** @param longer line that continues beyond `plies`: both share their caches */
  constructor(plies: readonly HistoryPly[], longer?: LineHistory) {
    this.plies = plies;
    this.#boards = longer === undefined ? Array.from({ length: plies.length }) : longer.#boards;
    this.#moves = longer === undefined ? Array.from({ length: plies.length }) : longer.#moves;
  }

  /** Returns the line from its start to the position at an index of `plies`; the two share the boards that they read. */
  upTo(index: number): LineHistory {
    return new LineHistory(this.plies.slice(0, index + 1), this);
  }

  get length(): number {
    return this.plies.length;
  }

  /** Returns the board at an index of `plies`. */
  board(index: number): Squares {
    const known = this.#boards[index];
    if (known !== undefined) return known;
    const squares = readSquares(this.plies[index]!.fen.trimStart());
    this.#boards[index] = squares;
    return squares;
  }

  /** Returns the move that leaves the position at `index`, with its number: `8...Ne4`. Undefined where it is not known. */
  moveAfter(index: number): string | undefined {
    const san = this.plies[index + 1]?.san;
    if (san === undefined) return undefined;
    this.#moves[index] ??= this.#numbered(index, san);
    return this.#moves[index];
  }

  #numbered(index: number, san: string): string {
    const fields = this.plies[index]!.fen.trim().split(/\s+/);
    const number = fields[5] ?? Math.floor(index / 2) + 1;
    return `${number}${fields[1] === 'b' ? '...' : '.'}${san}`;
  }
}

/** History as an argument: plain data (it crosses to workers), or one with cached boards. */
export type HistoryInput = readonly HistoryPly[] | LineHistory;

/** Returns a history with cached boards. */
export const lineHistory = (history: HistoryInput): LineHistory =>
  history instanceof LineHistory ? history : new LineHistory(history);
