import { type Automaton, type Outcome, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { opponent, type Player, printStones, readStones, withStone } from '../stones.ts';
import { ConnectFourArena } from './arena.ts';
import { COLUMNS, ROWS } from './size.ts';

const CELLS = COLUMNS * ROWS;

/** A position: cells row by row, the top row first, and who won already. */
export interface ConnectFourState {
  readonly side: Player;
  readonly cells: string;
  readonly winner: Player | undefined;
}

/** The cells of every line of four, 69 of them. */
const LINES: readonly (readonly number[])[] = allLines();
/** The lines through each cell. */
const LINES_AT: readonly (readonly (readonly number[])[])[] = Array.from({ length: CELLS }, (_, cell) =>
  LINES.filter((line) => line.includes(cell)),
);

function allLines(): number[][] {
  const lines: number[][] = [];
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++)
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]] as const) {
        const lastRow = row + 3 * down;
        const lastColumn = column + 3 * right;
        if (lastRow >= ROWS || lastColumn < 0 || lastColumn >= COLUMNS) continue;
        lines.push([0, 1, 2, 3].map((i) => (row + i * down) * COLUMNS + column + i * right));
      } // biome-ignore format: directions as a list
  return lines;
}

const isHeld = (line: readonly number[], cells: string, player: Player): boolean =>
  line.every((cell) => cells[cell] === player);

/** The name of a cell: `c0r1` is the lowest one of column 0, as columns are counted in actions and rows from below. */
export const discCellName = (cell: number): string => `c${cell % COLUMNS}r${ROWS - Math.floor(cell / COLUMNS)}`;

/** The lowest empty cell of a column; -1 when it is full. */
function landing(cells: string, column: number): number {
  for (let row = ROWS - 1; row >= 0; row--) if (cells[row * COLUMNS + column] === '.') return row * COLUMNS + column;
  return -1;
}

function parse(text: string): Result<ConnectFourState, string> {
  const read = readStones(text);
  if (!read.ok) return read;
  const { side, cells } = read.value;
  if (cells.length !== CELLS) return err(`${cells.length} cells instead of ${CELLS}`);
  for (let cell = 0; cell < CELLS - COLUMNS; cell++)
    if (cells[cell] !== '.' && cells[cell + COLUMNS] === '.')
      return err(`a disc hangs in column ${cell % COLUMNS}, row ${ROWS - Math.floor(cell / COLUMNS)} from below`);
  const winners = (['x', 'o'] as const).filter((player) => LINES.some((line) => isHeld(line, cells, player)));
  if (winners.length > 1) return err('both players have four in a row');
  return ok({ side, cells, winner: winners[0] });
}

/**
 * A move's column: `x3` names the player and the column from 0 on, left to right; a digit alone means the same. Undefined
 * for what names no column, or the wrong player.
 */
function columnOf(action: string, side: Player): number | undefined {
  const found = /^([xo]?)([0-6])$/.exec(action);
  if (found === null || (found[1] !== '' && found[1] !== side)) return undefined;
  return Number(found[2]);
}

/**
 * Connect Four on seven columns and six rows. Actions are `x0` to `x6` and `o0` to `o6`. The numbers of stones are not held
 * against a state: a model that forgot a disc printed a board that can be played on.
 */
export const connectFour: Automaton<ConnectFourState> = {
  id: 'connect_four',
  parse,
  print: printStones,
  legal(state) {
    if (state === SINK || state.winner !== undefined) return [];
    const names: string[] = [];
    for (let column = 0; column < COLUMNS; column++)
      if (state.cells[column] === '.') names.push(`${state.side}${column}`);
    return names;
  },
  step(state, action): ConnectFourState | Sink {
    if (state === SINK || state.winner !== undefined) return SINK;
    const column = columnOf(action, state.side);
    const cell = column === undefined ? -1 : landing(state.cells, column);
    if (cell < 0) return SINK;
    const cells = withStone(state.cells, cell, state.side);
    const won = LINES_AT[cell].some((line) => isHeld(line, cells, state.side));
    return { side: opponent(state.side), cells, winner: won ? state.side : undefined };
  },
  outcome({ cells, winner }): Outcome | undefined {
    if (winner !== undefined) return winner === 'x' ? '1-0' : '0-1';
    return cells.includes('.') ? undefined : '1/2-1/2';
  },
  key: ({ side, cells }) => side + cells,
  arena: () => new ConnectFourArena(),
};

/** The empty board, `x` to move. */
export const EMPTY_CONNECT_FOUR: ConnectFourState = { side: 'x', cells: '.'.repeat(CELLS), winner: undefined };
