import { COLUMN_COUNT, ROW_COUNT } from './connect-four/bit-board.ts';
import { opponent, type Player, type StoneFrame } from './stones.ts';

/** Board of a game of stones as a network sees it: the largest board of the game; smaller ones are in its top left corner. */
export interface StoneLayout {
  readonly rows: number;
  readonly columns: number;
  /** Number of codes of a cell. */
  readonly codes: number;
  /** Returns the rows and columns of a board by the number of its cells; undefined if the game has no such board. */
  sizeOf(cells: number): StoneSize | undefined;
  /** Returns the network's cell of a cell of the text, from a side. */
  at(cell: number, size: StoneSize, side: Player): number;
}

export interface StoneSize {
  readonly rows: number;
  readonly columns: number;
}

/** Cells that name a pass as a pair: places name one cell twice. */
export const PASS_CELLS = { from: 0, to: 1 } as const;

const EMPTY = 0;
const OWN = 1;
const THEIRS = 2;
/** Code of a cell outside of a smaller board. */
export const OUTSIDE = 3;

const square = (cells: number, least: number, most: number): StoneSize | undefined => {
  const rows = Math.sqrt(cells);
  return Number.isInteger(rows) && rows >= least && rows <= most ? { rows, columns: rows } : undefined;
};

export const connectFourLayout: StoneLayout = {
  rows: ROW_COUNT,
  columns: COLUMN_COUNT,
  codes: OUTSIDE,
  sizeOf: (cells) => (cells === ROW_COUNT * COLUMN_COUNT ? { rows: ROW_COUNT, columns: COLUMN_COUNT } : undefined),
  at: (cell) => cell,
};

const HEX_ROWS = 11;
const HEX_LEAST = 5;

/** Hex on boards of 5 to 11 rows. Both sides join top and bottom, for which rows and columns are exchanged for `o`. */
export const hexLayout: StoneLayout = {
  rows: HEX_ROWS,
  columns: HEX_ROWS,
  codes: OUTSIDE + 1,
  sizeOf: (cells) => square(cells, HEX_LEAST, HEX_ROWS),
  at(cell, { columns }, side) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    return side === 'x' ? HEX_ROWS * row + column : HEX_ROWS * column + row;
  },
};

const OTHELLO_ROWS = 8;
const OTHELLO_LEAST = 6;

/** Othello on 8 and on 6 rows. */
export const othelloLayout: StoneLayout = {
  rows: OTHELLO_ROWS,
  columns: OTHELLO_ROWS,
  codes: OUTSIDE + 1,
  sizeOf: (cells) => (cells % 4 === 0 ? square(cells, OTHELLO_LEAST, OTHELLO_ROWS) : undefined),
  at: (cell, { columns }) => OTHELLO_ROWS * Math.floor(cell / columns) + (cell % columns),
};

/**
 * Returns the codes of the network's cells as a side sees them: 0 empty, 1 its own stones, 2 the other's, 3 outside.
 *
 * @param size of the board of the frame
 */
export function stoneCodes(
  { cells }: Pick<StoneFrame, 'cells'>,
  side: Player,
  layout: StoneLayout,
  size: StoneSize,
): Uint8Array {
  const codes = new Uint8Array(layout.rows * layout.columns).fill(OUTSIDE);
  for (let cell = 0; cell < cells.length; cell++)
    codes[layout.at(cell, size, side)] = cells[cell] === '.' ? EMPTY : cells[cell] === side ? OWN : THEIRS;
  return codes;
}

/** Returns the stone of a code as a side sees it; undefined for a code that no cell of its board can have. */
export function readStone(code: number, side: Player): Player | '.' | undefined {
  if (code === EMPTY) return '.';
  return code === OWN ? side : code === THEIRS ? opponent(side) : undefined;
}
