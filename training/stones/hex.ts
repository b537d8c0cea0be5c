import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { emptyHex, type HexState, hex } from '../../src/core/games/hex/hex.ts';
import { estimateHexActions } from '../../src/core/games/hex/playouts.ts';
import { hexLayout } from '../../src/core/games/stone-codes.ts';
import { actionOf } from '../frames.ts';
import type { StoneGame } from './stone-frames.ts';

const SMALLEST = 5;
/** Random games that value a position: half of an action's are of its own. */
const PLAYOUTS = 600;

/** Hex on boards of 5 to 11 rows, with values by playouts. */
export const hexStones: StoneGame<HexState> = {
  rulesOf: () => hex,
  layout: hexLayout,
  start(random) {
    const size = uniformInt(random, SMALLEST, hexLayout.rows);
    return { state: emptyHex(size), plies: size * size - 1 };
  },
  action({ size, side }, action) {
    const cell = size * (Number(action.slice(1)) - 1) + action.charCodeAt(0) - 0x61;
    const seen = hexLayout.at(cell, { rows: size, columns: size }, side);
    return actionOf(seen, seen);
  },
  valuer: () =>
    function* values(state, seed) {
      return { actions: yield* estimateHexActions(state, { playouts: PLAYOUTS, seed }) };
    },
};
