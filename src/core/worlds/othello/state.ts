import type { Player } from '../../games/stones.ts';

/** A position of Othello: who is to move, and the discs of that player and of the other (see `discs.ts`). */
export interface OthelloState {
  readonly side: Player;
  readonly ownLow: number;
  readonly ownHigh: number;
  readonly otherLow: number;
  readonly otherHigh: number;
}
