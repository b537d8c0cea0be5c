import { type BitBoard, bitsOf, CELLS } from './bits.ts';
import { afterColumn, isOpen, isWin } from './solver.ts';
import type { ConnectFourState } from './state.ts';

const CENTRE_FIRST = [3, 2, 4, 1, 5, 0, 6] as const;

/** Plies that are looked ahead at most: more take seconds, at a stretch. */
export const MAX_SHALLOW = 14;

/**
 * The value of a position for the player to move, seen so many plies ahead: positive for a win within them, the more the sooner; negative
 * for a loss; 0 where neither is seen. Alpha-beta over (`low`, `high`).
 */
function valueOf(board: BitBoard, depth: number, low: number, high: number): number {
  if (depth === 0 || board.stones === CELLS) return 0;
  for (const column of CENTRE_FIRST) if (isOpen(board, column) && isWin(board, column)) return depth;
  if (depth === 1) return 0;
  let best = low;
  for (const column of CENTRE_FIRST) {
    if (!isOpen(board, column)) continue;
    const value = -valueOf(afterColumn(board, column), depth - 1, -high, -best);
    if (value >= high) return value;
    if (value > best) best = value;
  }
  return best;
}

/**
 * The actions that are best when one looks so many plies ahead and no further: those that win soonest, else those that lose latest or are
 * not seen to lose. Columns from the left; empty when the game is over.
 *
 * @param depth plies, 1 to `MAX_SHALLOW`; with 1 only wins at once are seen
 */
export function shallowActions(state: ConnectFourState, depth: number): readonly string[] {
  if (state.winner !== undefined) return [];
  const board = bitsOf(state);
  let best = Number.NEGATIVE_INFINITY;
  let found: string[] = [];
  for (let column = 0; column < CENTRE_FIRST.length; column++) {
    if (!isOpen(board, column)) continue;
    const value = isWin(board, column)
      ? depth
      : -valueOf(afterColumn(board, column), depth - 1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    if (value > best) found = [];
    if (value >= best) found.push(`${state.side}${column}`);
    best = Math.max(best, value);
  }
  return found;
}
