import { seeded } from '../../base/random.ts';
import { wilsonInterval } from '../../base/stats/confidence-interval.ts';
import type { PositionValues } from '../position-values.ts';
import { hexCellName } from '../stones.ts';
import { type HexState, hex } from './hex.ts';

export interface HexPlayoutOptions {
  /** Number of random games, 1 or more. Default 20,000: a standard error of half a percent. */
  readonly playouts?: number;
  /** Seed of the random games. Default 0. */
  readonly seed?: number;
}

export const DEFAULT_PLAYOUTS = 20_000;

/** Value of an action for the player to move. */
export interface HexActionValue {
  readonly action: string;
  /** Probability of a win, 0 to 1: 1 or 0 only if it is proved. */
  readonly win: number;
  /** True if `win` is proved; otherwise it is an estimate. */
  readonly isProved: boolean;
  /** Number of random games that began with the action. */
  readonly playouts: number;
  /** 95 % interval (Wilson) of the share of wins among them, proved or not. */
  readonly interval: { readonly low: number; readonly high: number };
}

/** Number of playouts, or of visited cells, between two pauses. */
const SLICE = 256;
const CELLS_SLICE = 32;

/**
 * Returns the values of all legal actions, the best first: from random games to the end, or proved if that takes few
 * plies.
 *
 * A random game of Hex is a random filling of the empty cells, since moves after the end change nothing. The filling is
 * a random game for each cell of the player to move, so one filling counts for half of the actions. It is a flat
 * estimate, not a search: the value of an action if both continue at random.
 *
 * Proved are: actions that join the edges; those that leave the opponent a cell to join its own; those after which the
 * opponent has no such cell and the player two. Wins come first, the quicker ones before the others, losses last. Empty
 * if the game is over. It pauses every few milliseconds.
 */
export function* estimateHexActions(
  state: HexState,
  { playouts = DEFAULT_PLAYOUTS, seed = 0 }: HexPlayoutOptions = {},
  progress: (done: number, total: number) => void = () => {},
): Generator<undefined, HexActionValue[], undefined> {
  if (state.winner !== undefined) return [];
  const board = rimmedBoard(state);
  const { cells, width } = hexTopology(state.size);
  const walker = new HexWalker(hexTopology(state.size));
  const empty = cells.filter((cell) => board[cell] === EMPTY);
  const mine = state.side === 'x' ? CROSS : RING;
  const proved = yield* provedActions(walker, board, empty, mine);
  const { played, won } = yield* fillings({ walker, board, empty, mine, playouts, seed, progress });
  const values = Array.from(empty, (cell) => {
    const known = proved.get(cell);
    const index = (Math.floor(cell / width) - 1) * state.size + (cell % width) - 1;
    const [n, wins] = [played[cell], won[cell]];
    // half a win and half a loss more: an estimate is never 0 or 1
    const estimate = (wins + 0.5) / (n + 1);
    const { low, high } = wilsonInterval(wins, n) ?? { low: 0, high: 1 };
    const value = {
      action: hexCellName(index, state.size),
      win: known === undefined ? estimate : known > 0 ? 1 : 0,
      isProved: known !== undefined,
      playouts: n,
      interval: { low, high },
    };
    return { value, rank: known ?? 0, estimate };
  });
  values.sort((a, b) => b.rank - a.rank || b.estimate - a.estimate);
  return values.map(({ value }) => value);
}

/** Returns the other player's stone. */
const other = (player: number): number => CROSS + RING - player;

/** Returns cells that win (2 immediately, 1 in three plies) or lose (-1) with certainty. Others are not in the map. */
function* provedActions(
  walker: HexWalker,
  board: Uint8Array,
  empty: Int32Array,
  mine: number,
): Generator<undefined, ReadonlyMap<number, number>, undefined> {
  const proved = new Map<number, number>();
  const wins = new Set(walker.joiningCells(board, mine));
  const threats = walker.joiningCells(board, other(mine));
  for (const [i, cell] of empty.entries()) {
    if (i % CELLS_SLICE === CELLS_SLICE - 1) yield;
    if (wins.has(cell)) {
      proved.set(cell, 2);
      continue;
    }
    // a stone of the player takes a cell from the opponent and adds none
    if (threats.some((threat) => threat !== cell)) {
      proved.set(cell, -1);
      continue;
    }
    board[cell] = mine;
    if (walker.joiningCells(board, mine).length > 1) proved.set(cell, 1);
    board[cell] = EMPTY;
  }
  return proved;
}

interface Fillings {
  readonly walker: HexWalker;
  readonly board: Uint8Array;
  readonly empty: Int32Array;
  readonly mine: number;
  readonly playouts: number;
  readonly seed: number;
  readonly progress: (done: number, total: number) => void;
}

/** Counts by cell the fillings that gave it to the player to move, and those of them with a win. */
function* fillings({ walker, board, empty, mine, playouts, seed, progress }: Fillings) {
  const random = seeded(seed);
  const filled = board.slice();
  const order = empty.slice();
  const own = (order.length + 1) >> 1;
  const played = new Int32Array(board.length);
  const won = new Int32Array(board.length);
  for (let done = 1; done <= playouts; done++) {
    for (let i = 0; i < own; i++) {
      const j = i + Math.floor(((random.next() >>> 0) / 2 ** 32) * (order.length - i));
      const cell = order[j];
      order[j] = order[i];
      order[i] = cell;
      filled[cell] = mine;
    }
    for (let i = own; i < order.length; i++) filled[order[i]] = other(mine);
    const win = walker.isJoined(filled, mine) ? 1 : 0;
    for (let i = 0; i < own; i++) {
      played[order[i]]++;
      won[order[i]] += win;
    }
    if (done % SLICE !== 0) continue;
    progress(done, playouts);
    yield;
  }
  return { played, won };
}

/** Returns the values of a position as reference answers have them, labeled as estimates. */
export function* hexValues(
  state: HexState,
  options?: HexPlayoutOptions,
  progress?: (done: number, total: number) => void,
): Generator<undefined, PositionValues, undefined> {
  const values = yield* estimateHexActions(state, options, progress);
  const actions = values.map(({ action, win, isProved, interval }) => ({
    action,
    win,
    interval: isProved ? { low: win, high: win } : interval,
  }));
  return { actions, outcome: hex.outcome(state), kind: actions.length === 0 ? 'exact' : 'estimate' };
}

/** Number of neighbors of a cell. */
const NEIGHBOR_COUNT = 6;

/**
 * A board with a border: a row above and below, a column left and right, so that no edge needs a special case. Cell
 * (row, column) of the board is cell (row + 1) * width + column + 1 here.
 */
interface HexTopology {
  readonly size: number;
  /** `size` + 2. */
  readonly width: number;
  /** Offsets from a cell to its neighbors. */
  readonly steps: Int32Array;
  /** Cells of the board in the order of its text. */
  readonly cells: Int32Array;
}

const TOPOLOGIES = new Map<number, HexTopology>();

/** Returns the topology of a size; there are few, and they are kept. */
export function hexTopology(size: number): HexTopology {
  const known = TOPOLOGIES.get(size);
  if (known !== undefined) return known;
  const width = size + 2;
  const cells = Int32Array.from(
    { length: size * size },
    (_, cell) => (Math.floor(cell / size) + 1) * width + (cell % size) + 1,
  );
  const made = { size, width, cells, steps: Int32Array.of(-1, 1, -width, 1 - width, width, width - 1) };
  TOPOLOGIES.set(size, made);
  return made;
}

const EMPTY = 0;
export const CROSS = 1;
export const RING = 2;

/** Returns the stones of a state on the board with a border. */
export function rimmedBoard({ cells, size }: HexState): Uint8Array {
  const topology = hexTopology(size);
  const board = new Uint8Array(topology.width ** 2);
  for (let i = 0; i < cells.length; i++)
    board[topology.cells[i]] = cells[i] === 'x' ? CROSS : cells[i] === 'o' ? RING : EMPTY;
  return board;
}

/** Walker along stones of one player, for many boards of one size. */
export class HexWalker {
  readonly #topology: HexTopology;
  /** Number of the last walk that visited each cell. */
  readonly #seen: Int32Array;
  readonly #open: Int32Array;
  #walk = 0;

  constructor(topology: HexTopology) {
    this.#topology = topology;
    this.#seen = new Int32Array(topology.width ** 2);
    this.#open = new Int32Array(topology.width ** 2);
  }

  /** Returns true if the stones of a player join its edges: top and bottom for `CROSS`, left and right for `RING`. */
  isJoined(board: Uint8Array, player: number): boolean {
    const { size, width, steps } = this.#topology;
    const seen = this.#seen;
    const open = this.#open;
    const walk = ++this.#walk;
    const along = player === CROSS ? 1 : width;
    const first = width + 1;
    let count = 0;
    for (let i = 0; i < size; i++) {
      const cell = first + i * along;
      if (board[cell] !== player) continue;
      seen[cell] = walk;
      open[count++] = cell;
    }
    while (count > 0) {
      const cell = open[--count];
      const reached = player === CROSS ? cell >= size * width : cell % width === size;
      if (reached) return true;
      for (let i = 0; i < NEIGHBOR_COUNT; i++) {
        const next = cell + steps[i];
        if (board[next] !== player || seen[next] === walk) continue;
        seen[next] = walk;
        open[count++] = next;
      }
    }
    return false;
  }

  /** Returns the empty cells, in the order of the text, with which a player who has not joined its edges joins them. */
  joiningCells(board: Uint8Array, player: number): number[] {
    const [fromFirst, fromLast] = [this.#reach(board, player, false), this.#reach(board, player, true)];
    return Array.from(this.#topology.cells).filter((cell) => fromFirst.has(cell) && fromLast.has(cell));
  }

  /** Returns the empty cells on an edge of a player or beside stones connected with it. */
  #reach(board: Uint8Array, player: number, fromLast: boolean): Set<number> {
    const { size, width, steps } = this.#topology;
    const along = player === CROSS ? 1 : width;
    const across = player === CROSS ? width : 1;
    const first = width + 1 + (fromLast ? (size - 1) * across : 0);
    const inside = (cell: number): boolean =>
      cell >= width && cell < (size + 1) * width && cell % width > 0 && cell % width <= size;
    const reached = new Set<number>();
    const stones = new Set<number>();
    const visit = (cell: number): void => {
      if (board[cell] === EMPTY) reached.add(cell);
      else if (board[cell] === player) stones.add(cell);
    };
    for (let i = 0; i < size; i++) visit(first + i * along);
    // iteration over a set includes elements that are added meanwhile
    for (const cell of stones) for (const step of steps) if (inside(cell + step)) visit(cell + step);
    return reached;
  }
}
