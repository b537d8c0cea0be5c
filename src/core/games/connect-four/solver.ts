import {
  type BitBoard,
  BOARD_HIGH,
  BOARD_LOW,
  CELLS,
  COLUMN_BITS,
  COLUMN_INDICES,
  COLUMN_MASK,
  LOW_COLUMNS,
  lineEndsHigh,
  lineEndsLow,
} from './bits.ts';
import { BoundTable } from './bound-table.ts';
import { kernelSearch } from './kernel/kernel-search.ts';
import { NullWindowSearch, type ScoreSearch } from './search.ts';
import { ROWS } from './state.ts';

/** Positions entered between two pauses: some milliseconds. */
export const SLICE = 20_000;

/** Slots of the table of bounds, as a power of two: 32 MB. */
const TABLE_BITS = 22;

/** The compiled search, or the same in JavaScript where WebAssembly is refused. */
const defaultSearch = (): ScoreSearch => kernelSearch(TABLE_BITS) ?? new NullWindowSearch(new BoundTable(TABLE_BITS));

/** Scores of positions that are known without a search; undefined for others. */
export type KnownScores = (board: BitBoard) => number | undefined;

/** Scores positions exactly. It keeps what it has proved from one to the next; use one a thread. */
export class ConnectFourSolver {
  readonly #search: ScoreSearch;
  readonly #known: KnownScores;

  constructor(known: KnownScores = () => undefined, search: ScoreSearch = defaultSearch()) {
    this.#known = known;
    this.#search = search;
  }

  /**
   * The score of a position that nobody has won, for the player to move: the number of stones that the winner has left
   * at the end, and one more; 0 for a draw, negative for a loss. It pauses every `SLICE` positions: every few milliseconds.
   *
   * @param outcomeOnly the score need only have the right sign, which is found some three times as fast
   */
  *score(board: BitBoard, outcomeOnly = false): Generator<undefined, number, undefined> {
    const { stones } = board;
    if (stones === CELLS) return 0;
    const known = this.#known(board);
    if (known !== undefined) return known;
    if (canWin(board)) return (CELLS + 1 - stones) >> 1;
    let min = -((CELLS - stones) >> 1);
    let max = (CELLS - 1 - stones) >> 1;
    if (outcomeOnly) {
      min = Math.max(min, -1);
      max = Math.min(max, 1);
    }
    // First whether it is won, drawn or lost, then how fast: questions about small scores are the cheap ones.
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

/** The score to ask for next, above `min` and at most `max`: whether it is won, whether it is drawn, then halves. */
function nextTarget(min: number, max: number): number {
  if (min <= 0 && max > 0) return 1;
  return max === 0 ? 0 : min + Math.ceil((max - min) / 2);
}

/** True if the player to move wins with this move. */
export const canWin = (board: BitBoard): boolean => COLUMN_INDICES.some((column) => isWin(board, column));

/** True if a column has room. */
export function isOpen({ allLow, allHigh }: BitBoard, column: number): boolean {
  const isHigh = column >= LOW_COLUMNS;
  const top = 1 << (COLUMN_BITS * (isHigh ? column - LOW_COLUMNS : column) + ROWS - 1);
  return ((isHigh ? allHigh : allLow) & top) === 0;
}

/** True if a stone in a column makes a line of four; false for a full column. */
export function isWin({ ownLow, ownHigh, allLow, allHigh }: BitBoard, column: number): boolean {
  const isHigh = column >= LOW_COLUMNS;
  const bottom = 1 << (COLUMN_BITS * (isHigh ? column - LOW_COLUMNS : column));
  const ends = isHigh ? lineEndsHigh(ownLow, ownHigh) & BOARD_HIGH : lineEndsLow(ownLow, ownHigh) & BOARD_LOW;
  const all = isHigh ? allHigh : allLow;
  return (ends & (all + bottom) & ~all & (COLUMN_MASK * bottom)) !== 0;
}

/** The position after a stone in a column that is not full. */
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
