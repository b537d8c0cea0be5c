import type { PositionValues } from '../position-values.ts';
import { type BitBoard, bitsOf, CELLS, canonicalKey } from './bits.ts';
import { connectFour } from './connect-four.ts';
import { afterColumn, type ConnectFourSolver, isOpen, isWin, SLICE } from './solver.ts';
import type { ConnectFourState } from './state.ts';

/** What an action is worth for the player to move, proved. */
export interface SolvedAction {
  readonly action: string;
  /** Stones that the winner has left at the end and one more; 0 for a draw, negative for a loss. */
  readonly score: number;
  /** Plies until the game is over, this action included, when both play best. */
  readonly plies: number;
}

/** Columns in the order in which equals are listed. */
const CENTRE_FIRST = [3, 2, 4, 1, 5, 0, 6];

/**
 * The exact values of all legal actions, the best first: quick wins, slow wins, draws, late losses, early losses. Empty when
 * the game is over. It pauses every few milliseconds.
 *
 * @param progress told after each action how many are done
 * @param outcomesOnly wins, draws and losses are distinguished, and no more: scores and plies are not those of best play
 */
export function* solveActions(
  solver: ConnectFourSolver,
  state: ConnectFourState,
  progress: (done: number, total: number) => void = () => {},
  outcomesOnly = false,
): Generator<undefined, SolvedAction[], undefined> {
  if (state.winner !== undefined) return [];
  const board = bitsOf(state);
  const columns = CENTRE_FIRST.filter((column) => isOpen(board, column));
  const solved: SolvedAction[] = [];
  // mirror images are solved once
  const known = new Map<number, number>();
  for (const column of columns) {
    const child = afterColumn(board, column);
    const key = canonicalKey(child);
    let score = isWin(board, column) ? (CELLS + 1 - board.stones) >> 1 : known.get(key);
    if (score === undefined) {
      score = 0 - (yield* solver.score(child, outcomesOnly));
      known.set(key, score);
    }
    solved.push({ action: `${state.side}${column}`, score, plies: pliesLeft(board, score) });
    progress(solved.length, columns.length);
  }
  return solved.sort((a, b) => b.score - a.score);
}

/** Plies to the end of the game by a score for the player to move. */
function pliesLeft({ stones }: BitBoard, score: number): number {
  const left = CELLS - stones;
  if (score === 0) return left;
  // the mover's k-th stone wins at ply 2 k - 1, the opponent's at ply 2 k
  return score > 0 ? 2 * (((left + 1) >> 1) - score) + 1 : 2 * ((left >> 1) + score) + 2;
}

/** How much is to be found out, and how much may be searched for it. */
export interface ConnectFourLimits {
  /** Wins are not put in order by how quick they are, nor losses: three times as fast. Default false. */
  readonly outcomesOnly?: boolean;
  /** Positions that are searched for one position at most. Default: no limit. */
  readonly maxPositions?: number;
}

/** The values of a position as reference answers have them: a win is 1, a draw 1/2, a loss 0; undefined where they take too long. */
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
