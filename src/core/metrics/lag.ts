import type { LineHistory, Squares } from './placement.ts';

/** The position of the line that a prediction is nearest to. */
export interface Lag {
  /** Ply of that position. */
  readonly ply: number;
  /** Number of plies before the asked position it is; 0 if the asked position itself is the nearest. */
  readonly pliesEarlier: number;
  /** Squares in which the prediction differs from it, 0..64. */
  readonly squaresWrong: number;
  /** True if the predicted side to move is that position's too. */
  readonly sideToMove: boolean;
}

/**
 * The ply whose true board is nearest to the prediction (fewest different squares). Of equally near ones, one with the
 * predicted side to move wins, then the latest. Undefined for an empty history.
 */
export function lagOf(predicted: Squares, side: string | undefined, history: LineHistory): Lag | undefined {
  let best: { index: number; distance: number } | undefined;
  for (let index = history.length - 1; index >= 0; index--) {
    const limit = best === undefined ? 129 : best.distance;
    // Two a square, one for the side: the side only ever breaks ties between boards.
    const distance = 2 * differences(predicted, history.board(index), limit >> 1);
    if (distance > limit) continue;
    const total = distance + (sideOf(history, index) === side ? 0 : 1);
    if (best === undefined || total < best.distance) best = { index, distance: total };
    if (total === 0) break;
  }
  if (best === undefined) return undefined;
  const ply = history.plies[best.index]?.ply ?? 0;
  const asked = history.plies[history.length - 1]?.ply ?? 0;
  return {
    ply,
    pliesEarlier: asked - ply,
    squaresWrong: best.distance >> 1,
    sideToMove: (best.distance & 1) === 0,
  };
}

/** Number of different squares; counting stops above `limit`. */
function differences(a: Squares, b: Squares, limit: number): number {
  let n = 0;
  for (let s = 0; s < 64 && n <= limit; s++) if (a[s] !== b[s]) n++;
  return n;
}

function sideOf(history: LineHistory, index: number): string | undefined {
  const fen = (history.plies[index]?.fen ?? '').trimStart();
  return fen[fen.search(/\s/) + 1];
}
