import type { Player } from '../stones.ts';

/** A position: cells row by row, the top row first, and its winner, if any. */
export interface ConnectFourState {
  readonly side: Player;
  readonly cells: string;
  readonly winner: Player | undefined;
}

/** Columns and rows of the board. */
export const COLUMN_COUNT = 7;
export const ROW_COUNT = 6;

/*
 * Boards as bits: seven bits a column, the lowest cell first, the seventh always empty, so that no line runs from one
 * column's top into the next one's bottom. Columns 0 to 3 are the 28 bits of the low word, 4 to 6 the 21 bits of the
 * high one: small integers to every JavaScript engine. A position is the stones of the player to move and those of
 * both.
 */

/** Number of cells of the board. */
export const CELL_COUNT = COLUMN_COUNT * ROW_COUNT;
/** Number of bits of a column, with the one that stays empty. */
export const COLUMN_BITS = ROW_COUNT + 1;
/** Number of columns in the low word. */
export const LOW_COLUMNS = 4;

/** The cells of column 0. */
export const COLUMN_MASK = (1 << ROW_COUNT) - 1;
export const COLUMN_INDICES: readonly number[] = Array.from({ length: COLUMN_COUNT }, (_, column) => column);
/** Columns from the center outwards, the order of search and of equal actions. */
export const CENTER_FIRST: readonly number[] = [3, 2, 4, 1, 5, 0, 6];
/** The cells of the board. */
export const BOARD_LOW = COLUMN_MASK | (COLUMN_MASK << 7) | (COLUMN_MASK << 14) | (COLUMN_MASK << 21);
export const BOARD_HIGH = COLUMN_MASK | (COLUMN_MASK << 7) | (COLUMN_MASK << 14);
/** The lowest cell of each column. */
export const BOTTOM_LOW = 1 | (1 << 7) | (1 << 14) | (1 << 21);
export const BOTTOM_HIGH = 1 | (1 << 7) | (1 << 14);

/** A position as four words. */
export interface BitBoard {
  /** Stones of the player to move. */
  readonly ownLow: number;
  readonly ownHigh: number;
  /** Stones of both players. */
  readonly allLow: number;
  readonly allHigh: number;
  /** Number of stones, 0 to 42. */
  readonly stones: number;
}

/** Returns the bits of a state, won or not. */
export function boardBits({ cells, side }: ConnectFourState): BitBoard {
  const own = [0, 0];
  const all = [0, 0];
  let stones = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === '.') continue;
    const column = cell % COLUMN_COUNT;
    const word = column < LOW_COLUMNS ? 0 : 1;
    const bit = 1 << (COLUMN_BITS * (column - word * LOW_COLUMNS) + ROW_COUNT - 1 - Math.floor(cell / COLUMN_COUNT));
    all[word] |= bit;
    if (cells[cell] === side) own[word] |= bit;
    stones++;
  }
  return { ownLow: own[0], ownHigh: own[1], allLow: all[0], allHigh: all[1], stones };
}

/**
 * Returns the cells, occupied or not, that would complete a line of four with the stones of one player: those of the
 * low word. Bits outside of the board may be set.
 */
export function lineEndsLow(low: number, high: number): number {
  let ends = (low << 1) & (low << 2) & (low << 3);
  let l1 = low << 7;
  let r1 = (low >> 7) | (high << 21);
  let l2 = low << 14;
  let r2 = (low >> 14) | (high << 14);
  ends |= (l1 & l2 & ((low << 21) | r1)) | (r1 & r2 & (l1 | (low >> 21) | (high << 7)));
  l1 = low << 6;
  r1 = (low >> 6) | (high << 22);
  l2 = low << 12;
  r2 = (low >> 12) | (high << 16);
  ends |= (l1 & l2 & ((low << 18) | r1)) | (r1 & r2 & (l1 | (low >> 18) | (high << 10)));
  l1 = low << 8;
  r1 = (low >> 8) | (high << 20);
  l2 = low << 16;
  r2 = (low >> 16) | (high << 12);
  return ends | (l1 & l2 & ((low << 24) | r1)) | (r1 & r2 & (l1 | (low >> 24) | (high << 4)));
}

/** Returns the same for the high word. */
export function lineEndsHigh(low: number, high: number): number {
  let ends = (high << 1) & (high << 2) & (high << 3);
  let l1 = (high << 7) | (low >> 21);
  let r1 = high >> 7;
  let l2 = (high << 14) | (low >> 14);
  let r2 = high >> 14;
  ends |= (l1 & l2 & ((high << 21) | (low >> 7) | r1)) | (r1 & r2 & l1);
  l1 = (high << 6) | (low >> 22);
  r1 = high >> 6;
  l2 = (high << 12) | (low >> 16);
  r2 = high >> 12;
  ends |= (l1 & l2 & ((high << 18) | (low >> 10) | r1)) | (r1 & r2 & (l1 | (high >> 18)));
  l1 = (high << 8) | (low >> 20);
  r1 = high >> 8;
  l2 = (high << 16) | (low >> 12);
  r2 = high >> 16;
  return ends | (l1 & l2 & ((high << 24) | (low >> 4) | r1)) | (r1 & r2 & l1);
}

/** Returns the three lowest columns of a word in reverse order. */
const reversed = (word: number): number => ((word >> 14) & 127) | (word & (127 << 7)) | ((word & 127) << 14);

/** Returns the words of the board mirrored left and right. */
export const mirroredLow = (low: number, high: number): number => reversed(high) | (low & (127 << 21));
export const mirroredHigh = (low: number): number => reversed(low);

/**
 * Returns one number for a position and its mirror image, below 2^49: own stones plus all stones, a sum that is unique,
 * of the board or the mirrored one, whichever is less.
 */
export function canonicalKey({ ownLow, ownHigh, allLow, allHigh }: BitBoard): number {
  const [low, high] = [ownLow + allLow, ownHigh + allHigh];
  return Math.min(keyOf(low, high), keyOf(mirroredLow(low, high), mirroredHigh(low)));
}

const keyOf = (low: number, high: number): number => high * 2 ** (COLUMN_BITS * LOW_COLUMNS) + low;
