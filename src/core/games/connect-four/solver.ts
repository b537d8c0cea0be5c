import type { PositionValues } from '../position-values.ts';
import {
  type BitBoard,
  BOARD_HIGH,
  BOARD_LOW,
  boardBits,
  CELL_COUNT,
  CENTER_FIRST,
  COLUMN_BITS,
  COLUMN_COUNT,
  COLUMN_INDICES,
  COLUMN_MASK,
  type ConnectFourState,
  canonicalKey,
  LOW_COLUMNS,
  lineEndsHigh,
  lineEndsLow,
  ROW_COUNT,
} from './bit-board.ts';
import { connectFour } from './connect-four.ts';
import { kernelSearch } from './kernel/kernel-search.ts';
import { BoundTable, NullWindowSearch, type ScoreSearch } from './null-window-search.ts';

/** Number of positions entered between two pauses: some milliseconds. */
const SLICE = 20_000;

/** Number of slots of the table of bounds, as a power of two: 32 MB. */
const TABLE_BITS = 22;

/** Returns the compiled search, or the same in JavaScript if WebAssembly is refused. */
const defaultSearch = (): ScoreSearch => kernelSearch(TABLE_BITS) ?? new NullWindowSearch(new BoundTable(TABLE_BITS));

/** Lookup of scores that are known without a search; undefined for other positions. */
export type KnownScores = (board: BitBoard) => number | undefined;

/** Solver that scores positions exactly. It keeps proved bounds from one to the next; use one a thread. */
export class ConnectFourSolver {
  readonly #search: ScoreSearch;
  readonly #known: KnownScores;

  constructor(known: KnownScores = () => undefined, search: ScoreSearch = defaultSearch()) {
    this.#known = known;
    this.#search = search;
  }

  /**
   * Returns the score of a position without a winner, for the player to move: the number of stones that the winner has
   * left at the end, plus one; 0 for a draw, negative for a loss. It pauses every `SLICE` positions: every few
   * milliseconds.
   *
   * @param outcomeOnly the score need only have the right sign, which is about three times as fast
   */
  *score(board: BitBoard, outcomeOnly = false): Generator<undefined, number, undefined> {
    const { stones } = board;
    if (stones === CELL_COUNT) return 0;
    const known = this.#known(board);
    if (known !== undefined) return known;
    if (canWin(board)) return (CELL_COUNT + 1 - stones) >> 1;
    let min = -((CELL_COUNT - stones) >> 1);
    let max = (CELL_COUNT - 1 - stones) >> 1;
    if (outcomeOnly) {
      min = Math.max(min, -1);
      max = Math.min(max, 1);
    }
    // First win, draw or loss, then the speed: questions about small scores are the cheap ones.
    while (min < max) {
      const target = nextTarget(min, max);
      this.#search.start(board, target);
      let answer = this.#search.answer;
      while (answer === undefined) {
        answer = this.#search.run(SLICE);
        yield;
      }
      if (answer) min = target;
      else max = target - 1;
    }
    // not -0
    return min + 0;
  }
}

/** Returns the score to ask for next, above `min` and at most `max`: first for a win, then for a draw, then halves. */
function nextTarget(min: number, max: number): number {
  if (min <= 0 && max > 0) return 1;
  return max === 0 ? 0 : min + Math.ceil((max - min) / 2);
}

/** Returns true if the player to move can win with this move. */
export const canWin = (board: BitBoard): boolean => COLUMN_INDICES.some((column) => isWin(board, column));

/** Returns true if a column has room. */
export function isOpen({ allLow, allHigh }: BitBoard, column: number): boolean {
  const isHigh = column >= LOW_COLUMNS;
  const top = 1 << (COLUMN_BITS * (isHigh ? column - LOW_COLUMNS : column) + ROW_COUNT - 1);
  return ((isHigh ? allHigh : allLow) & top) === 0;
}

/** Returns true if a stone in a column makes a line of four; false for a full column. */
export function isWin({ ownLow, ownHigh, allLow, allHigh }: BitBoard, column: number): boolean {
  const isHigh = column >= LOW_COLUMNS;
  const bottom = 1 << (COLUMN_BITS * (isHigh ? column - LOW_COLUMNS : column));
  const ends = isHigh ? lineEndsHigh(ownLow, ownHigh) & BOARD_HIGH : lineEndsLow(ownLow, ownHigh) & BOARD_LOW;
  const all = isHigh ? allHigh : allLow;
  return (ends & (all + bottom) & ~all & (COLUMN_MASK * bottom)) !== 0;
}

/** Returns the position after a stone in a column that is not full. */
export function afterColumn({ ownLow, ownHigh, allLow, allHigh, stones }: BitBoard, column: number): BitBoard {
  const isHigh = column >= LOW_COLUMNS;
  const bottom = 1 << (COLUMN_BITS * (isHigh ? column - LOW_COLUMNS : column));
  return {
    ownLow: ownLow ^ allLow,
    ownHigh: ownHigh ^ allHigh,
    allLow: isHigh ? allLow : allLow | (allLow + bottom),
    allHigh: isHigh ? allHigh | (allHigh + bottom) : allHigh,
    stones: stones + 1,
  };
}

/** Proved value of an action for the player to move. */
export interface SolvedAction {
  readonly action: string;
  /** Number of stones that the winner has left at the end plus one; 0 for a draw, negative for a loss. */
  readonly score: number;
  /** Plies until the end of the game, this action included, with best play. */
  readonly plies: number;
}

/**
 * Returns the exact values of all legal actions, the best first: quick wins, slow wins, draws, late losses, early
 * losses. Empty if the game is over. It pauses every few milliseconds.
 *
 * @param progress called after each action with the number of actions done
 * @param outcomesOnly only wins, draws and losses are distinguished: scores and plies are not those of best play
 */
export function* solveActions(
  solver: ConnectFourSolver,
  state: ConnectFourState,
  progress: (done: number, total: number) => void = () => {},
  outcomesOnly = false,
): Generator<undefined, SolvedAction[], undefined> {
  if (state.winner !== undefined) return [];
  const board = boardBits(state);
  const columns = CENTER_FIRST.filter((column) => isOpen(board, column));
  const solved: SolvedAction[] = [];
  // mirror images are solved once
  const known = new Map<number, number>();
  for (const column of columns) {
    const child = afterColumn(board, column);
    const key = canonicalKey(child);
    let score = isWin(board, column) ? (CELL_COUNT + 1 - board.stones) >> 1 : known.get(key);
    if (score === undefined) {
      score = 0 - (yield* solver.score(child, outcomesOnly));
      known.set(key, score);
    }
    solved.push({ action: `${state.side}${column}`, score, plies: pliesLeft(board, score) });
    progress(solved.length, columns.length);
  }
  return solved.sort((a, b) => b.score - a.score);
}

/** Returns the plies to the end of the game by a score for the player to move. */
function pliesLeft({ stones }: BitBoard, score: number): number {
  const left = CELL_COUNT - stones;
  if (score === 0) return left;
  // the mover's k-th stone wins at ply 2 k - 1, the opponent's at ply 2 k
  return score > 0 ? 2 * (((left + 1) >> 1) - score) + 1 : 2 * ((left >> 1) + score) + 2;
}

/** Precision and budget of a solution. */
export interface ConnectFourLimits {
  /** True if wins are not ordered by speed, nor losses: three times as fast. Default false. */
  readonly outcomesOnly?: boolean;
  /** Maximum number of positions searched for one position. Default: no limit. */
  readonly maxPositions?: number;
}

/**
 * Returns the values of a position as reference answers have them: a win is 1, a draw 1/2, a loss 0; undefined if the
 * search exceeds its budget.
 */
export function* connectFourValues(
  solver: ConnectFourSolver,
  state: ConnectFourState,
  { outcomesOnly, maxPositions = Number.POSITIVE_INFINITY }: ConnectFourLimits = {},
  progress?: (done: number, total: number) => void,
): Generator<undefined, PositionValues | undefined, undefined> {
  const steps = solveActions(solver, state, progress, outcomesOnly);
  let step = steps.next();
  for (let left = maxPositions; step.done !== true; step = steps.next()) {
    left -= SLICE;
    if (left < 0) return undefined;
    yield;
  }
  const actions = step.value.map(({ action, score }) => ({ action, win: (1 + Math.sign(score)) / 2 }));
  return { actions, outcome: connectFour.outcome(state), kind: 'exact' };
}

/** Maximum number of plies of lookahead: more take seconds without a pause. */
export const MAX_SHALLOW = 14;

/**
 * Returns the value of a position for the player to move with a lookahead of `depth` plies: positive for a win within
 * them, higher if sooner; negative for a loss; 0 if neither is found. Alpha-beta over (`low`, `high`).
 */
function shallowValue(board: BitBoard, depth: number, low: number, high: number): number {
  if (depth === 0 || board.stones === CELL_COUNT) return 0;
  for (const column of CENTER_FIRST) if (isOpen(board, column) && isWin(board, column)) return depth;
  if (depth === 1) return 0;
  let best = low;
  for (const column of CENTER_FIRST) {
    if (!isOpen(board, column)) continue;
    const value = -shallowValue(afterColumn(board, column), depth - 1, -high, -best);
    if (value >= high) return value;
    if (value > best) best = value;
  }
  return best;
}

/**
 * Returns the best actions with a lookahead of `depth` plies: those that win soonest, otherwise those that lose latest
 * or without a loss found. Columns from the left; empty if the game is over.
 *
 * @param depth plies, 1 to `MAX_SHALLOW`; with 1 only immediate wins are found
 */
export function shallowActions(state: ConnectFourState, depth: number): readonly string[] {
  if (state.winner !== undefined) return [];
  const board = boardBits(state);
  let best = Number.NEGATIVE_INFINITY;
  let found: string[] = [];
  for (let column = 0; column < COLUMN_COUNT; column++) {
    if (!isOpen(board, column)) continue;
    const value = isWin(board, column)
      ? depth
      : -shallowValue(afterColumn(board, column), depth - 1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    if (value > best) found = [];
    if (value >= best) found.push(`${state.side}${column}`);
    best = Math.max(best, value);
  }
  return found;
}
