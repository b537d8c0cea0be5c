import { distance } from 'fastest-levenshtein';
import { chess } from '../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { randomPair } from './random-game.ts';

/** Edit distance of the two fixed states of figures 1 and 2, as the paper gives it. */
export const EDIT_DISTANCE = 17;
/** Half-moves of the random games that lead to them; the paper does not say how many. */
export const STATE_PLIES = 8;

/** The two fixed states, and the seed that gave them. */
export interface FixedStates {
  readonly seed: number;
  readonly truth: ChessState;
  readonly predicted: ChessState;
  readonly trueFen: string;
  readonly predictedFen: string;
}

/** Two fixed states from random move sequences: those of the first seed whose FENs have the paper's edit distance. */
export function fixedStates(): FixedStates {
  for (let seed = 0; ; seed++) {
    const { truth, predicted } = randomPair(STATE_PLIES, seed);
    const trueFen = chess.print(truth);
    const predictedFen = chess.print(predicted);
    if (distance(trueFen, predictedFen) === EDIT_DISTANCE) return { seed, truth, predicted, trueFen, predictedFen };
  }
}
