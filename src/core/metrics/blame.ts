import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { fenSquareName, type LineHistory, pieceLetter, type Squares } from './placement.ts';

/** Explanation of a wrong square: the last ply at which its predicted content was true, and the move that made it false. */
export interface SquareBlame {
  readonly square: string;
  /** Predicted and true content: a FEN letter, null for an empty square. */
  readonly predicted: string | null;
  readonly actual: string | null;
  /** Last ply at which the predicted content was true; null if it never was. */
  readonly ply: number | null;
  /** SAN of the move that changed it, played at `ply + 1`; null if never true, or if the history has no SAN. */
  readonly san: string | null;
  /** Same move with its number, `8...Ne4`. */
  readonly move: string | null;
}

/** Blame of all wrong squares of a prediction. */
export interface Blame {
  /** Squares in FEN order. */
  readonly squares: readonly SquareBlame[];
  /** Number of wrong squares whose content was true earlier. */
  readonly stale: number;
  /** Number of wrong squares whose content was never true in this line. */
  readonly neverTrue: number;
  /** Earliest move that the prediction missed: its ply, its SAN, its number and SAN; null without stale squares. */
  readonly oldestMissed: { readonly ply: number; readonly san: string | null; readonly move: string | null } | null;
}

/**
 * Returns, for each wrong square, the last position of the line in which it held the predicted content. One walk back
 * through the line, which stops when every square is explained.
 *
 * @param wrong indices in FEN order, from `wrongSquares`
 */
export function blameSquares(
  truth: Squares,
  predicted: Squares,
  wrong: readonly number[],
  history: LineHistory,
): Blame {
  const lastTrue = lastTrueIndices(predicted, wrong, history);
  const squares: SquareBlame[] = [];
  let oldest = -1;
  let neverTrue = 0;
  for (const [i, s] of wrong.entries()) {
    const index = lastTrue[i]!;
    if (index < 0) neverTrue++;
    else if (oldest < 0 || index < oldest) oldest = index;
    squares.push({
      square: fenSquareName(s),
      predicted: pieceLetter(predicted[s]!),
      actual: pieceLetter(truth[s]!),
      ply: history.plies[index]?.ply ?? null,
      san: index < 0 ? null : (history.plies[index + 1]?.san ?? null),
      move: index < 0 ? null : (history.moveAfter(index) ?? null),
    });
  }
  const oldestMissed =
    oldest < 0
      ? null
      : {
          ply: (history.plies[oldest]?.ply ?? 0) + 1,
          san: history.plies[oldest + 1]?.san ?? null,
          move: history.moveAfter(oldest) ?? null,
        };
  return { squares, stale: wrong.length - neverTrue, neverTrue, oldestMissed };
}

/** Returns, for each of the squares, the last index of the line whose board has the predicted content; -1 for never. */
export function lastTrueIndices(predicted: Squares, squares: readonly number[], history: LineHistory): Int32Array {
  const last = new Int32Array(squares.length).fill(-1);
  let open = squares.length;
  for (let index = history.length - 1; index >= 0 && open > 0; index--) {
    const board = history.board(index);
    for (let i = 0; i < squares.length; i++) {
      const s = squares[i]!;
      if (last[i] === -1 && board[s] === predicted[s]) {
        last[i] = index;
        open--;
      }
    }
  }
  return last;
}

/** Counts of wrong squares; sum them over predictions and divide for a share. */
export interface StaleCount {
  /** Number of squares whose content was true earlier in the line. */
  readonly stale: number;
  readonly wrong: number;
}

/**
 * Computes the shuffled-content control of square blame: the contents of the wrong squares are permuted at random, and
 * those that are still wrong are looked up in the line's history again. A share of stale squares is meaningful only as
 * far as it exceeds this one.
 *
 * @param random a seeded generator; it advances
 */
export function shuffledStale(
  truth: Squares,
  predicted: Squares,
  wrong: readonly number[],
  history: LineHistory,
  random: RandomGenerator,
): StaleCount {
  const shuffled = predicted.slice();
  for (let i = wrong.length - 1; i > 0; i--) {
    const a = wrong[i]!;
    const b = wrong[uniformInt(random, 0, i)]!;
    const kept = shuffled[a]!;
    shuffled[a] = shuffled[b]!;
    shuffled[b] = kept;
  }
  const stillWrong = wrong.filter((s) => shuffled[s] !== truth[s]);
  const last = lastTrueIndices(shuffled, stillWrong, history);
  return { stale: last.reduce((n, index) => n + (index >= 0 ? 1 : 0), 0), wrong: stillWrong.length };
}
