import { readSquares, type Squares } from './placement.ts';

/** One position of a line of moves. */
export interface HistoryPly {
  /** Half-moves played from the start of the line; 0 is the start position. */
  readonly ply: number;
  /** The move that led here, in SAN; missing at the start. */
  readonly san?: string;
  /** The true position after the move. Its en passant square is given only when a capture there is legal. */
  readonly fen: string;
}

/**
 * A line from its start to the position asked about, in order, without gaps. Boards are read when first looked at and
 * kept, so that several predictions of one line read each board once.
 */
export class LineHistory {
  readonly plies: readonly HistoryPly[];
  readonly #boards: (Squares | undefined)[];
  readonly #moves: (string | undefined)[];

  constructor(plies: readonly HistoryPly[]) {
    this.plies = plies;
    this.#boards = Array.from({ length: plies.length });
    this.#moves = Array.from({ length: plies.length });
  }

  get length(): number {
    return this.plies.length;
  }

  /** The board at an index of `plies`. */
  board(index: number): Squares {
    const known = this.#boards[index];
    if (known !== undefined) return known;
    const squares = readSquares(this.plies[index].fen.trimStart());
    this.#boards[index] = squares;
    return squares;
  }

  /** The move that leaves the position at `index`, with its number: `8...Ne4`. Undefined where it is not known. */
  moveAfter(index: number): string | undefined {
    const san = this.plies[index + 1]?.san;
    if (san === undefined) return undefined;
    this.#moves[index] ??= this.#numbered(index, san);
    return this.#moves[index];
  }

  #numbered(index: number, san: string): string {
    const fields = this.plies[index].fen.trim().split(/\s+/);
    const number = fields[5] ?? Math.floor(index / 2) + 1;
    return `${number}${fields[1] === 'b' ? '...' : '.'}${san}`;
  }
}

/** A history as it is handed over: plain data (it crosses to workers), or one whose boards are already read. */
export type History = readonly HistoryPly[] | LineHistory;

export const lineHistory = (history: History): LineHistory =>
  history instanceof LineHistory ? history : new LineHistory(history);
