import { opponent, type Player, type StoneFrame } from '../../games/stones.ts';

/** The bit of a cell of the text, by its index: rows of eight bits, whatever the board's size. */
export const bitOf = (cell: number, size: number): number => 8 * Math.floor(cell / size) + (cell % size);

export const hasBit = (bit: number, low: number, high: number): boolean =>
  bit < 32 ? ((low >>> bit) & 1) === 1 : ((high >>> (bit - 32)) & 1) === 1;

/** Discs as two words of 32 bits. */
export interface Discs {
  readonly low: number;
  readonly high: number;
}

/** A position of Othello: who is to move, and the discs of that player and of the other (see `discs.ts`). */
export class OthelloState implements StoneFrame {
  readonly side: Player;
  readonly size: number;
  readonly ownLow: number;
  readonly ownHigh: number;
  readonly otherLow: number;
  readonly otherHigh: number;
  #cells: string | undefined;

  constructor(side: Player, size: number, own: Discs, other: Discs) {
    this.side = side;
    this.size = size;
    this.ownLow = own.low;
    this.ownHigh = own.high;
    this.otherLow = other.low;
    this.otherHigh = other.high;
  }

  /** One character a cell, row by row from the top. */
  get cells(): string {
    this.#cells ??= this.cellsOf(this.side);
    return this.#cells;
  }

  /** The cells with the discs of the player to move as `own`. */
  cellsOf(own: Player): string {
    const other = opponent(own);
    let cells = '';
    for (let cell = 0; cell < this.size * this.size; cell++) {
      const bit = bitOf(cell, this.size);
      cells += hasBit(bit, this.ownLow, this.ownHigh) ? own : hasBit(bit, this.otherLow, this.otherHigh) ? other : '.';
    }
    return cells;
  }

  /** The same board with the other player to move. */
  passed(): OthelloState {
    const own = { low: this.otherLow, high: this.otherHigh };
    return new OthelloState(opponent(this.side), this.size, own, { low: this.ownLow, high: this.ownHigh });
  }
}
