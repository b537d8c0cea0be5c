import type { Player } from '../stones.ts';

/** A position: cells row by row, the top row first, and who won already. */
export interface ConnectFourState {
  readonly side: Player;
  readonly cells: string;
  readonly winner: Player | undefined;
}

/** Columns and rows of the board. */
export const COLUMNS = 7;
export const ROWS = 6;
