import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Outcome, SINK } from '../../base/automaton.ts';
import type { World } from '../../worlds/world.ts';

/** Returns the side to move in a state; undefined in a world without sides. */
export const sideToMove = <State>(world: World<State>, state: State): string | undefined =>
  world.parts(state).get('side');

/** Value of an outcome for the first player, -1 to 1. */
const OUTCOMES: Readonly<Record<Outcome, number>> = { '1-0': 1, '0-1': -1, '1/2-1/2': 0 };

/** Values of states of a game for its first player, -1 to 1. */
export interface GameValues<State> {
  /** Returns the value of a finished game; undefined before its end. */
  result(state: State): number | undefined;
  /** Returns the mean result of random playouts from a state. */
  estimate(state: State): number;
}

/** Actions after which a playout is a draw. */
const MAX_PLAYOUT = 100;

/**
 * Returns the values of a game's states.
 *
 * @param playouts number of random playouts of an estimate
 */
export function gameValues<State>(
  { automaton }: World<State>,
  playouts: number,
  random: RandomGenerator,
): GameValues<State> {
  const result = (state: State): number | undefined => {
    const outcome = automaton.outcome(state);
    return outcome === undefined ? undefined : OUTCOMES[outcome];
  };
  const playout = (from: State): number => {
    let state = from;
    for (let plies = 0; plies < MAX_PLAYOUT; plies++) {
      const legal = automaton.legal(state);
      const action = legal.length === 0 ? undefined : legal[uniformInt(random, 0, legal.length - 1)];
      if (action === undefined) return result(state) ?? 0;
      const next = automaton.step(state, action);
      if (next === SINK) return 0;
      state = next;
    }
    return 0;
  };
  return {
    result,
    estimate(state) {
      let sum = 0;
      for (let i = 0; i < playouts; i++) sum += playout(state);
      return sum / playouts;
    },
  };
}
