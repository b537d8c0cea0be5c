import { err, ok, type Result } from '../base/result.ts';

/** The two players of Connect Four, Hex and Othello; `x` moves first. */
export type Player = 'x' | 'o';

export const opponent = (player: Player): Player => (player === 'x' ? 'o' : 'x');

/**
 * A board of stones and the side to move: the content of `%state` for these games (the format is assumed, it is not
 * published).
 */
export interface StoneFrame {
  readonly side: Player;
  /** One character a cell, in the order of the text: `.`, `x` or `o`. */
  readonly cells: string;
}

/**
 * Reads `x || . . x o … ||`: side, cells, and perhaps digits between single bars before the last two, which have no
 * meaning. Spaces between cells may be missing.
 */
export function readStones(text: string): Result<StoneFrame, string> {
  const found = /^\s*([^\s|]*)\s*\|\|([^|]*)(?:\|\s*\d*\s*)?(?:\|\|?)?\s*$/.exec(text);
  if (found === null) return err('not of the form x || cells ||');
  const [, side, written] = found;
  if (side !== 'x' && side !== 'o')
    return err(`the side to move must be x or o, not ${side === '' ? 'missing' : side}`);
  const cells = written.replace(/\s+/g, '');
  const strange = /[^.xo]/.exec(cells);
  if (strange !== null) return err(`a cell must be one of . x o, not ${strange[0]}`);
  return ok({ side, cells });
}

/** Formats a board, as `readStones` reads it. */
export const printStones = ({ side, cells }: StoneFrame): string => `${side} || ${cells.split('').join(' ')} ||`;

/** Counts the cells with a player's stones. */
export function countStones(cells: string, player: Player): number {
  let count = 0;
  for (let i = 0; i < cells.length; i++) if (cells[i] === player) count++;
  return count;
}

/** Returns the cells with one of them changed. */
export const withStone = (cells: string, at: number, player: Player): string =>
  cells.slice(0, at) + player + cells.slice(at + 1);

/** Returns the name of a cell: column letter and row number, `a1` in the top left corner. */
export const hexCellName = (cell: number, size: number): string =>
  String.fromCharCode(0x61 + (cell % size)) + (Math.floor(cell / size) + 1);

/** Returns the number of set bits of a word of 32 bits, for boards whose stones are bits. */
export function countBits(word: number): number {
  let n = word - ((word >> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >> 2) & 0x33333333);
  return Math.imul((n + (n >> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
