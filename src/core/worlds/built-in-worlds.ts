import type { Automaton } from '../base/automaton.ts';
import { ok, type Result } from '../base/result.ts';
import { COLUMN_COUNT, type ConnectFourState } from '../games/connect-four/bit-board.ts';
import { connectFour, discCellName } from '../games/connect-four/connect-four.ts';
import { HEX_SIZE, type HexState, hex } from '../games/hex/hex.ts';
import { hexCellName } from '../games/stones.ts';
import { parseBoxesName } from './boxes.ts';
import { cube } from './cube.ts';
import { parseLineName } from './k-in-a-row.ts';
import { parseLevelName } from './level-world.ts';
import { othello, othello6 } from './othello.ts';
import { parseBlocksName, SOKOBAN_LEVEL, sokobanWorld } from './pddl/built-in-domains.ts';
import { parsePermutationsName } from './permutations.ts';
import { columnScene, type Scene, stoneScene, type World } from './world.ts';

/** Returns the built-in world of a name that is no game with special comparisons; undefined for other names. */
export function findBuiltInWorld(name: string): Result<World<unknown>, string> | undefined {
  switch (name) {
    case 'othello':
      return ok(othello as World<unknown>);
    case 'othello6':
      return ok(othello6 as World<unknown>);
    case 'sokoban':
      return sokobanWorld(name, SOKOBAN_LEVEL);
    case 'cube':
      return ok(cube as World<unknown>);
    default:
      return (
        parsePermutationsName(name) ??
        parseBoxesName(name) ??
        parseBlocksName(name) ??
        parseLineName(name) ??
        parseLevelName(name)
      );
  }
}

/** Parses the text of a state, which must be valid. */
export function parseStart<State>(automaton: Automaton<State>, text: string): State {
  const read = automaton.parse(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** Draws the board of Hex as bricks: each row is half a cell further to the right, so that neighbors touch. */
function hexScene(cells: string, size: number): Scene {
  const board = stoneScene(cells, size, (cell) => hexCellName(cell, size));
  const shifted = board.cells.map((cell) => ({ ...cell, column: cell.column + Math.max(0, cell.row - 1) / 2 }));
  return { ...board, columns: board.columns + (size - 1) / 2, cells: shifted };
}

/** Returns the cells by name, then the side to move. */
function stoneParts(
  { cells, side }: { readonly cells: string; readonly side: string },
  cellName: (cell: number, cells: number) => string,
): Map<string, string> {
  const named = Array.from(
    cells,
    (stone, cell) => [cellName(cell, cells.length), stone === '.' ? 'empty' : stone] as const,
  );
  return new Map(named).set('side', side);
}

const connectFourWorld: World<ConnectFourState> = {
  name: 'connect_four',
  title: 'Connect Four',
  automaton: connectFour,
  start: parseStart(connectFour, `x ||${' .'.repeat(42)} ||`),
  stateForm:
    'x or o (who is to move), then || cells ||: 42 cells row by row from the top, each of . x o; x moves first',
  actionForm: 'the player and the column from the left, from 0, such as x3',
  part: 'cell',
  parts: (state) => stoneParts(state, discCellName),
  whyNot({ side }, action) {
    const found = /^([xo])([0-6])$/.exec(action);
    if (found === null) return 'actions are a player and a column from 0 to 6, such as x3';
    return found[1] === side ? `column ${found[2]} is full` : `it is the turn of ${side}`;
  },
  draw: ({ cells }) => columnScene(cells, COLUMN_COUNT, discCellName),
};

/** Returns Hex on a board of `size` rows and columns. */
const hexWorld = (name: string, size: number): World<HexState> => ({
  name,
  title: `Hex ${size}x${size}`,
  automaton: hex,
  start: parseStart(hex, `x ||${' .'.repeat(size * size)} ||`),
  stateForm: `x or o (who is to move), then || cells ||: ${size * size} cells row by row from the top, each of . x o; x moves first and joins top and bottom`,
  actionForm: 'the cell that is taken, such as f6: columns are letters, rows numbers from the top',
  part: 'cell',
  parts: (state) => stoneParts(state, (cell) => hexCellName(cell, size)),
  whyNot({ cells }, action) {
    const cell = Array.from(cells).findIndex((_, i) => hexCellName(i, size) === action);
    return cell < 0 ? 'the board has no such cell' : `the cell is taken by ${cells[cell]}`;
  },
  draw: ({ cells }) => hexScene(cells, size),
});

/** Sizes of Hex boards that have a name, as in `hex7`. */
const [MIN_HEX, MAX_HEX] = [2, 26];

/** Returns the games of stones as worlds, Hex in other sizes as in `hex7`; undefined for other names. */
export function stoneWorld(name: string): World<unknown> | undefined {
  if (name === 'connect_four') return connectFourWorld;
  if (name === 'hex') return hexWorld(name, HEX_SIZE);
  const size = Number(/^hex(\d{1,2})$/.exec(name)?.[1] ?? Number.NaN);
  return size >= MIN_HEX && size <= MAX_HEX ? hexWorld(name, size) : undefined;
}
