import { type Arena, type Automaton, type Outcome, SINK, type Sink } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { countBits, opponent, type Player, printStones, readStones, withStone } from '../stones.ts';
import {
  BOARD_HIGH,
  BOARD_LOW,
  BOTTOM_HIGH,
  BOTTOM_LOW,
  boardBits,
  COLUMN_BITS,
  COLUMN_COUNT,
  COLUMN_MASK,
  type ConnectFourState,
  LOW_COLUMNS,
  lineEndsHigh,
  lineEndsLow,
  ROW_COUNT,
} from './bit-board.ts';

const CELLS = COLUMN_COUNT * ROW_COUNT;

/** The cells of every line of four, 69 of them. */
const LINES: readonly (readonly number[])[] = allLines();
/** The lines through each cell. */
const LINES_AT: readonly (readonly (readonly number[])[])[] = Array.from({ length: CELLS }, (_, cell) =>
  LINES.filter((line) => line.includes(cell)),
);

function allLines(): number[][] {
  const lines: number[][] = [];
  for (let row = 0; row < ROW_COUNT; row++)
    for (let column = 0; column < COLUMN_COUNT; column++)
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]] as const) {
        const lastRow = row + 3 * down;
        const lastColumn = column + 3 * right;
        if (lastRow >= ROW_COUNT || lastColumn < 0 || lastColumn >= COLUMN_COUNT) continue;
        lines.push([0, 1, 2, 3].map((i) => (row + i * down) * COLUMN_COUNT + column + i * right));
      } // biome-ignore format: directions as a list
  return lines;
}

const isHeld = (line: readonly number[], cells: string, player: Player): boolean =>
  line.every((cell) => cells[cell] === player);

/**
 * Returns the name of a cell: `c0r1` is the lowest one of column 0; columns are counted as in actions, rows from below.
 */
export const discCellName = (cell: number): string =>
  `c${cell % COLUMN_COUNT}r${ROW_COUNT - Math.floor(cell / COLUMN_COUNT)}`;

/** Returns the lowest empty cell of a column; -1 if it is full. */
function landing(cells: string, column: number): number {
  for (let row = ROW_COUNT - 1; row >= 0; row--)
    if (cells[row * COLUMN_COUNT + column] === '.') return row * COLUMN_COUNT + column;
  return -1;
}

function parse(text: string): Result<ConnectFourState, string> {
  const read = readStones(text);
  if (!read.ok) return read;
  const { side, cells } = read.value;
  if (cells.length !== CELLS) return err(`${cells.length} cells instead of ${CELLS}`);
  for (let cell = 0; cell < CELLS - COLUMN_COUNT; cell++)
    if (cells[cell] !== '.' && cells[cell + COLUMN_COUNT] === '.')
      return err(
        `a disc floats in column ${cell % COLUMN_COUNT}, row ${ROW_COUNT - Math.floor(cell / COLUMN_COUNT)} from the bottom`,
      );
  const winners = (['x', 'o'] as const).filter((player) => LINES.some((line) => isHeld(line, cells, player)));
  if (winners.length > 1) return err('both players have four in a row');
  return ok({ side, cells, winner: winners[0] });
}

/**
 * Returns a move's column: `x3` names the player and the column from 0 on, left to right; a digit alone means the same.
 * Undefined for text that names no column, or the wrong player.
 */
function parseColumn(action: string, side: Player): number | undefined {
  const found = /^([xo]?)([0-6])$/.exec(action);
  if (found === null || (found[1] !== '' && found[1] !== side)) return undefined;
  return Number(found[2]);
}

/**
 * Connect Four on seven columns and six rows. Actions are `x0` to `x6` and `o0` to `o6`. The numbers of stones are not
 * checked: a model that forgot a disc printed a board that can be played on.
 */
export const connectFour: Automaton<ConnectFourState> = {
  id: 'connect_four',
  parse,
  print: printStones,
  legal(state) {
    if (state === SINK || state.winner !== undefined) return [];
    const names: string[] = [];
    for (let column = 0; column < COLUMN_COUNT; column++)
      if (state.cells[column] === '.') names.push(`${state.side}${column}`);
    return names;
  },
  step(state, action): ConnectFourState | Sink {
    if (state === SINK || state.winner !== undefined) return SINK;
    const column = parseColumn(action, state.side);
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

/**
 * Words of a state: stones of the player to move, stones of both, the side to move (0 for `x`), and whether it is over.
 */
const OWN = 0;
const ALL = 2;
const SIDE = 4;
const OVER = 5;
const WORDS = 6;

/** Positions of Connect Four by handle. Action 7 s + c is a disc of side s (0 for `x`) in column c. */
class ConnectFourArena implements Arena<ConnectFourState> {
  legalA = 0;
  legalB = 0;
  readonly maxLegal = COLUMN_COUNT;
  #words = new Int32Array(64 * WORDS);

  reserve(count: number): void {
    if (count * WORDS <= this.#words.length) return;
    const grown = new Int32Array(Math.max(count * WORDS, 2 * this.#words.length));
    grown.set(this.#words);
    this.#words = grown;
  }

  load(handle: number, state: ConnectFourState): void {
    const { ownLow, ownHigh, allLow, allHigh } = boardBits(state);
    const over = state.winner === undefined ? 0 : 1;
    this.#words.set([ownLow, ownHigh, allLow, allHigh, state.side === 'x' ? 0 : 1, over], handle * WORDS);
  }

  copy(from: number, to: number): void {
    this.#words.copyWithin(to * WORDS, from * WORDS, (from + 1) * WORDS);
  }

  play(from: number, to: number, action: number): void {
    const words = this.#words;
    const [a, b] = [from * WORDS, to * WORDS];
    const column = action % COLUMN_COUNT;
    const high = column < LOW_COLUMNS ? 0 : 1;
    const ownLow = words[a + OWN];
    const ownHigh = words[a + OWN + 1];
    const allLow = words[a + ALL];
    const allHigh = words[a + ALL + 1];
    const all = high === 0 ? allLow : allHigh;
    const bottom = 1 << (COLUMN_BITS * (column - high * LOW_COLUMNS));
    const disc = (all + bottom) & (COLUMN_MASK * bottom) & ~all;
    const ends = high === 0 ? lineEndsLow(ownLow, ownHigh) : lineEndsHigh(ownLow, ownHigh);
    words[b + OWN] = ownLow ^ allLow;
    words[b + OWN + 1] = ownHigh ^ allHigh;
    words[b + ALL] = allLow;
    words[b + ALL + 1] = allHigh;
    words[b + ALL + high] |= disc;
    words[b + SIDE] = 1 - words[a + SIDE];
    words[b + OVER] = (ends & disc) === 0 ? 0 : 1;
  }

  count(handle: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    if (words[at + OVER] === 1) return 0;
    return countBits(landingLow(words[at + ALL])) + countBits(landingHigh(words[at + ALL + 1]));
  }

  legal(handle: number, out: Int32Array, at: number): number {
    const words = this.#words;
    const from = handle * WORDS;
    if (words[from + OVER] === 1) return 0;
    return list(landingLow(words[from + ALL]), landingHigh(words[from + ALL + 1]), words[from + SIDE], out, at);
  }

  common(a: number, b: number, out?: Int32Array, at = 0): number {
    const words = this.#words;
    const [from, other] = [a * WORDS, b * WORDS];
    this.legalA = this.count(a);
    this.legalB = this.count(b);
    if (words[from + SIDE] !== words[other + SIDE] || this.legalA === 0 || this.legalB === 0) return 0;
    // columns with room in both: those whose highest cell is empty in both
    const low = ~(words[from + ALL] | words[other + ALL]) & TOP_LOW;
    const high = ~(words[from + ALL + 1] | words[other + ALL + 1]) & TOP_HIGH;
    return out === undefined ? countBits(low) + countBits(high) : list(low, high, words[from + SIDE], out, at);
  }

  same(a: number, b: number): boolean {
    const words = this.#words;
    for (let i = 0; i <= SIDE; i++) if (words[a * WORDS + i] !== words[b * WORDS + i]) return false;
    return true;
  }

  hashLow(handle: number): number {
    return this.#hash(handle, 0x9e3779b1);
  }

  hashHigh(handle: number): number {
    return this.#hash(handle, 0x85ebca6b);
  }

  actionName(action: number): string {
    return `${action < COLUMN_COUNT ? 'x' : 'o'}${action % COLUMN_COUNT}`;
  }

  #hash(handle: number, factor: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    let hash = factor;
    for (let i = 0; i <= SIDE; i++) {
      hash = Math.imul(hash ^ words[at + i], factor);
      hash ^= hash >>> 15;
    }
    return Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 13);
  }
}

const TOP = COLUMN_BITS - 2;
const TOP_LOW = BOTTOM_LOW << TOP;
const TOP_HIGH = BOTTOM_HIGH << TOP;

/** Returns the cells on which discs land, one in each column that has room. */
const landingLow = (all: number): number => (all + BOTTOM_LOW) & BOARD_LOW;
const landingHigh = (all: number): number => (all + BOTTOM_HIGH) & BOARD_HIGH;

/** Writes the columns of the set bits, from the left. */
function list(low: number, high: number, side: number, out: Int32Array, at: number): number {
  let end = at;
  for (let column = 0; column < COLUMN_COUNT; column++) {
    const bits = column < LOW_COLUMNS ? low >> (COLUMN_BITS * column) : high >> (COLUMN_BITS * (column - LOW_COLUMNS));
    if ((bits & COLUMN_MASK) !== 0) out[end++] = COLUMN_COUNT * side + column;
  }
  return end - at;
}
