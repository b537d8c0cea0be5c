import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { othelloLayout, PASS_CELLS } from '../../src/core/games/stone-codes.ts';
import { othello, othello6 } from '../../src/core/worlds/othello.ts';
import type { OthelloState } from '../../src/core/worlds/othello-board.ts';
import { othelloValues } from '../../src/core/worlds/othello-values.ts';
import { actionOf } from '../frames.ts';
import type { StoneGame } from './stone-frames.ts';

const PLAYOUTS = 300;
const PASS = 'pass';
const PASS_ACTION = actionOf(PASS_CELLS.from, PASS_CELLS.to);

/** Othello on eight and on six rows, with exact values near the end and by playouts before. */
export const othelloStones: StoneGame<OthelloState> = {
  rulesOf: ({ size }) => (size === othello.start.size ? othello : othello6).automaton,
  layout: othelloLayout,
  start(random) {
    const { start } = uniformInt(random, 0, 1) === 0 ? othello : othello6;
    return { state: start, plies: start.size * start.size - 5 };
  },
  action(_, action) {
    if (action === PASS) return PASS_ACTION;
    const cell = othelloLayout.columns * (Number(action[1]) - 1) + action.charCodeAt(0) - 0x61;
    return actionOf(cell, cell);
  },
  kind: (action) => (action === PASS ? 1 : 0),
  valuer: () => (state, seed) => othelloValues(state, { playouts: PLAYOUTS, seed }),
};
