import { type Automaton, type Outcome, SINK, type Sink } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { opponent, type Player, printStones, readStones, withStone } from '../games/stones.ts';
import { columnScene, type Scene, stoneScene, type World } from './world.ts';

/** A board, the side to move, and the player with k in a row. */
export interface LineState {
  readonly side: Player;
  /** One character a cell, row by row from the top. */
  readonly cells: string;
  readonly winner: Player | undefined;
}

/** Rules of a game of k in a row. */
export interface LineRules {
  readonly length: number;
  readonly columns: number;
  readonly rows: number;
  /** True if stones fall to the lowest empty cell of their column. */
  readonly falls: boolean;
}

/** Steps along a row, a column and both diagonals. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;

/**
 * Games of k in a row on any board, `x` first: stones go to any empty cell, or fall in a column. Who first has k of
 * their own side by side in a row, column or diagonal wins; more than k win as well. As in Connect Four the numbers of
 * stones are not checked.
 */
class KInARow implements Automaton<LineState> {
  readonly id: string;
  readonly maxLegal: number;
  readonly #rules: LineRules;
  /** Names of the cells, by which stones are placed if they do not fall. */
  readonly #names: readonly string[];
  readonly #cellOf: ReadonlyMap<string, number>;
  /** The lines through each cell. */
  readonly #linesAt: readonly (readonly (readonly number[])[])[];

  constructor(id: string, rules: LineRules) {
    this.id = id;
    this.#rules = rules;
    const { columns, rows, falls } = rules;
    this.maxLegal = falls ? columns : columns * rows;
    this.#names = Array.from({ length: columns * rows }, (_, cell) => cellName(cell, rules));
    this.#cellOf = new Map(this.#names.map((name, cell) => [name, cell]));
    const linesAt: number[][][] = this.#names.map(() => []);
    for (const line of allLines(rules)) for (const cell of line) linesAt[cell].push(line);
    this.#linesAt = linesAt;
  }

  parse(text: string): Result<LineState, string> {
    const read = readStones(text);
    if (!read.ok) return read;
    const { side, cells } = read.value;
    const { columns, rows, falls, length } = this.#rules;
    if (cells.length !== columns * rows) return err(`${cells.length} cells instead of ${columns * rows}`);
    if (falls)
      for (let cell = 0; cell < cells.length - columns; cell++)
        if (cells[cell] !== '.' && cells[cell + columns] === '.')
          return err(
            `a stone floats in column ${cell % columns}, row ${rows - Math.floor(cell / columns)} from the bottom`,
          );
    const winners = new Set(
      Array.from(cells).flatMap((stone, cell) => (stone !== '.' && this.#isWon(cells, cell) ? [stone as Player] : [])),
    );
    if (winners.size > 1) return err(`both players have ${length} in a row`);
    return ok({ side, cells, winner: [...winners][0] });
  }

  /** Returns true if the stone on a cell is in a line of its player. */
  #isWon(cells: string, cell: number): boolean {
    return this.#linesAt[cell].some((line) => line.every((other) => cells[other] === cells[cell]));
  }

  print(state: LineState): string {
    return printStones(state);
  }

  legal(state: LineState | Sink): readonly string[] {
    if (state === SINK || state.winner !== undefined) return [];
    const { columns, falls } = this.#rules;
    const names: string[] = [];
    for (let cell = 0; cell < (falls ? columns : this.#names.length); cell++)
      if (state.cells[cell] === '.') names.push(falls ? `${state.side}${cell}` : this.#names[cell]);
    return names;
  }

  step(state: LineState | Sink, action: string): LineState | Sink {
    if (state === SINK || state.winner !== undefined) return SINK;
    const cell = this.#target(state, action);
    if (cell === undefined || state.cells[cell] !== '.') return SINK;
    const cells = withStone(state.cells, cell, state.side);
    return { side: opponent(state.side), cells, winner: this.#isWon(cells, cell) ? state.side : undefined };
  }

  /** Returns the cell that an action fills, in a full column the top one; undefined for text that is no action. */
  #target({ side, cells }: LineState, action: string): number | undefined {
    const { columns, rows, falls } = this.#rules;
    if (!falls) return this.#cellOf.get(action);
    const digits = action.startsWith(side) ? action.slice(1) : action;
    const column = /^\d{1,2}$/.test(digits) ? Number(digits) : columns;
    if (column >= columns || digits !== String(column)) return undefined;
    let cell = column + (rows - 1) * columns;
    while (cell >= columns && cells[cell] !== '.') cell -= columns;
    return cell;
  }

  outcome({ cells, winner }: LineState): Outcome | undefined {
    if (winner !== undefined) return winner === 'x' ? '1-0' : '0-1';
    return cells.includes('.') ? undefined : '1/2-1/2';
  }

  key({ side, cells }: LineState): string {
    return side + cells;
  }

  whyNot(state: LineState, action: string): string | undefined {
    const { columns, rows, falls, length } = this.#rules;
    if (state.winner !== undefined) return `the game is over: ${state.winner} has ${length} in a row`;
    const cell = this.#target(state, action);
    if (cell !== undefined) {
      const stone = state.cells[cell];
      if (stone === '.') return undefined;
      return falls ? `column ${cell % columns} is full` : `cell ${this.#names[cell]} is taken by ${stone}`;
    }
    if (falls && new RegExp(`^${opponent(state.side)}\\d`).test(action)) return `it is the turn of ${state.side}`;
    return falls
      ? `actions are a player and a column from 0 to ${columns - 1}, such as ${state.side}0`
      : `the board has no cell ${action}: its cells are ${this.#names[0]} to ${this.#names[columns * rows - 1]}`;
  }

  parts({ cells, side }: LineState): Map<string, string> {
    const contents = this.#names.map((name, cell) => [name, cells[cell] === '.' ? 'empty' : cells[cell]] as const);
    return new Map<string, string>(contents).set('side', side);
  }
}

/** Returns the name of a cell: as in Hex `b1`, or, if stones fall, as in Connect Four `c1r4`. */
const cellName = (cell: number, { columns, rows, falls }: LineRules): string => {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  return falls ? `c${column}r${rows - row}` : `${String.fromCharCode(0x61 + column)}${row + 1}`;
};

function allLines({ columns, rows, length }: LineRules): number[][] {
  const lines: number[][] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (const [right, down] of DIRECTIONS) {
        const [lastColumn, lastRow] = [column + (length - 1) * right, row + (length - 1) * down];
        if (lastColumn < 0 || lastColumn >= columns || lastRow >= rows) continue;
        lines.push(Array.from({ length }, (_, i) => (row + i * down) * columns + column + i * right));
      }
  return lines;
}

/** Maximum number of columns and of rows. */
const MAX_BOARD = 26;

/**
 * Returns the world of a name, k in a row on columns x rows: `line4-9x4` with stones on any cell, `drop4-7x6` with
 * stones that fall. Undefined for other names, an error for numbers that no game has.
 */
export function parseLineName(name: string): Result<World<LineState>, string> | undefined {
  const found = /^(line|drop)(\d{1,3})-(\d{1,3})x(\d{1,3})$/.exec(name);
  if (found === null) return undefined;
  const [length, columns, rows] = found.slice(2).map(Number);
  if (columns < 1 || rows < 1 || Math.max(columns, rows) > MAX_BOARD)
    return err(`boards have 1 to ${MAX_BOARD} columns and rows, not ${columns} x ${rows}`);
  if (length < 2 || length > Math.max(columns, rows))
    return err(`a row is 2 to ${Math.max(columns, rows)} stones long on ${columns} x ${rows} cells, not ${length}`);
  const rules = { length, columns, rows, falls: found[1] === 'drop' };
  const automaton = new KInARow(name, rules);
  return ok({
    name,
    title: titleOf(rules),
    automaton,
    start: { side: 'x', cells: '.'.repeat(columns * rows), winner: undefined },
    stateForm: `x or o (who is to move), then || cells ||: ${columns * rows} cells row by row from the top, each of . x o; x moves first`,
    actionForm: rules.falls
      ? 'the player and the column from the left, from 0, such as x0'
      : 'the cell that is taken, such as a1: columns are letters, rows numbers from the top',
    part: 'cell',
    parts: (state) => automaton.parts(state),
    whyNot: (state, action) => automaton.whyNot(state, action),
    draw: ({ cells }) => draw(cells, rules),
  });
}

function titleOf({ length, columns, rows, falls }: LineRules): string {
  if (!falls && length === 3 && columns === 3 && rows === 3) return 'Tic-tac-toe';
  return `${length} in a row on ${columns} x ${rows} cells${falls ? ', with stones that fall' : ''}`;
}

const draw = (cells: string, rules: LineRules): Scene => {
  const nameOf = (cell: number): string => cellName(cell, rules);
  return rules.falls ? columnScene(cells, rules.columns, nameOf) : stoneScene(cells, rules.columns, nameOf);
};
