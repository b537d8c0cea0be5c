import fc from 'fast-check';
import { SINK } from '../../src/core/base/automaton.ts';
import type { ConnectFourState } from '../../src/core/games/connect-four/bit-board.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../src/core/games/connect-four/connect-four.ts';

/** The state after columns from the empty board; columns that are full or end the game are passed over. */
export function quietly(columns: readonly number[]): ConnectFourState {
  let state = EMPTY_CONNECT_FOUR;
  for (const column of columns) {
    const next = connectFour.step(state, String(column));
    if (next !== SINK && next.winner === undefined) state = next;
  }
  return state;
}

const stonesOf = ({ cells }: ConnectFourState): number => cells.replaceAll('.', '').length;

/** States that nobody has won, with a number of stones between the two. */
export const openStates = (least: number, most: number): fc.Arbitrary<ConnectFourState> =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.array(fc.nat(6), { minLength: 200, maxLength: 200 }))
    .map(([stones, columns]) => {
      let state = EMPTY_CONNECT_FOUR;
      for (const column of columns) {
        if (stonesOf(state) === stones) break;
        const next = connectFour.step(state, String(column));
        if (next !== SINK && next.winner === undefined) state = next;
      }
      return state;
    })
    .filter((state) => stonesOf(state) >= least);

/** A state seen in a mirror. */
export const mirrored = (state: ConnectFourState): ConnectFourState => ({
  ...state,
  cells: (state.cells.match(/.{7}/g) ?? []).map((row) => Array.from(row).reverse().join('')).join(''),
});
