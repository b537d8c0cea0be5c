import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../../src/core/base/automaton.ts';
import { seeded } from '../../src/core/base/random.ts';
import { chess } from '../../src/core/games/chess/chess.ts';
import { type ChessState, INITIAL_FEN } from '../../src/core/games/chess/state.ts';
import { validState } from '../pairs/fixture.ts';

/** The position after `plies` uniformly random legal half-moves from the start; a game that ends before is drawn again. */
export function randomPosition(plies: number, random: RandomGenerator): ChessState {
  for (;;) {
    let state: ChessState | typeof SINK = validState(INITIAL_FEN);
    for (let ply = 0; ply < plies && state !== SINK; ply++) {
      const names = chess.legal(state);
      state = names.length === 0 ? SINK : chess.step(state, names[uniformInt(random, 0, names.length - 1)]);
    }
    if (state !== SINK && chess.legal(state).length > 0) return state;
  }
}

/** Two independent random positions, always the same for the same seed. */
export function randomPair(
  plies: number,
  seed: number,
): { readonly truth: ChessState; readonly predicted: ChessState } {
  const random = seeded(seed);
  return { truth: randomPosition(plies, random), predicted: randomPosition(plies, random) };
}
