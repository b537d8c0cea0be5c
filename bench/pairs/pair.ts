import type { ChessState } from '../../src/core/games/chess/state.ts';

/** A true position and a model's prediction of it, as FENs. */
export interface FenPair {
  /** Model, game file and what was done to the pair, if anything. */
  readonly id: string;
  readonly truth: string;
  readonly predicted: string;
}

/** The same, read. */
export interface Pair extends FenPair {
  readonly a: ChessState;
  readonly b: ChessState;
}
