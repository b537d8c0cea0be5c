import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { type HexState, hex } from '../../src/core/games/hex/hex.ts';
import { estimateHexActions } from '../../src/core/games/hex/playouts.ts';
import type { Player } from '../../src/core/games/stones.ts';
import { actionOf } from '../frames.ts';
import { cellCodes, type StoneGame } from './stone-frames.ts';

const SMALLEST = 5;
/** Rows and columns of the network's board; smaller boards are in its top left corner. */
const LARGEST = 11;
/** Random games that value a position: half of an action's are of its own. */
const PLAYOUTS = 600;

/** The network's cell of a cell: both sides join top and bottom, for which rows and columns are exchanged for `o`. */
const seenAt = (cell: number, size: number, side: Player): number => {
  const [row, column] = [Math.floor(cell / size), cell % size];
  return side === 'x' ? LARGEST * row + column : LARGEST * column + row;
};

/** Hex on boards of 5 to 11 rows, with values by playouts. */
export const hexStones: StoneGame<HexState> = {
  rulesOf: () => hex,
  cells: LARGEST * LARGEST,
  start(random) {
    const size = uniformInt(random, SMALLEST, LARGEST);
    return { state: { size, side: 'x', cells: '.'.repeat(size * size), winner: undefined }, plies: size * size - 1 };
  },
  codes: (state, side) => cellCodes(state, side, LARGEST * LARGEST, (cell) => seenAt(cell, state.size, side)),
  action({ size, side }, action) {
    const cell = size * (Number(action.slice(1)) - 1) + action.charCodeAt(0) - 0x61;
    return actionOf(seenAt(cell, size, side), seenAt(cell, size, side));
  },
  valuer: () =>
    function* values(state, seed) {
      return { actions: yield* estimateHexActions(state, { playouts: PLAYOUTS, seed }) };
    },
};
