import { COLUMN_COUNT, type ConnectFourState, ROW_COUNT } from '../../src/core/games/connect-four/bit-board.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../src/core/games/connect-four/connect-four.ts';
import { ConnectFourSolver, solveActions } from '../../src/core/games/connect-four/solver.ts';
import { connectFourLayout } from '../../src/core/games/stone-codes.ts';
import { opponent } from '../../src/core/games/stones.ts';
import { actionOf } from '../frames.ts';
import { after, type StoneGame } from './stone-frames.ts';

/**
 * Connect Four, with exact values of what is solved quickly. An action is the top cell of its column, not the one where
 * the disc comes to rest: that is for the network to know.
 */
export const connectFourStones: StoneGame<ConnectFourState> = {
  rulesOf: () => connectFour,
  layout: connectFourLayout,
  start: () => ({ state: EMPTY_CONNECT_FOUR, plies: ROW_COUNT * COLUMN_COUNT - 1 }),
  action: (_, action) => actionOf(Number(action[1]), Number(action[1])),
  careful(state) {
    const actions = connectFour.legal(state);
    const wins = actions.find((action) => after(connectFour, state, action).winner !== undefined);
    const stops = actions.find((action) => {
      const other: ConnectFourState = { ...state, side: opponent(state.side) };
      return after(connectFour, other, other.side + action.slice(1)).winner !== undefined;
    });
    return wins ?? stops;
  },
  // four in a row must be seen wherever it is, and the last plies decide what an action is worth
  practice: { ends: 3, nearEnds: 6 },
  valuer() {
    const solver = new ConnectFourSolver();
    return function* values(state) {
      const scores = yield* solveActions(solver, state, undefined, true);
      return { actions: scores.map(({ action, score }) => ({ action, win: (Math.sign(score) + 1) / 2 })) };
    };
  },
};
