import { afterMove, legalMoves } from '../games/chess/chess.ts';
import { type ChessState, parseChess, printPlacement } from '../games/chess/state.ts';
import { wrongSquares } from './board-diff.ts';
import type { LineHistory } from './line-history.ts';
import { readPlacement, type Squares } from './placement.ts';

/** A prediction that shows an opening position although the game is well past it. */
export interface OpeningFallback {
  /** Half-moves from the start position to the predicted board; 0 is the start position itself. */
  readonly plies: number;
  /** Whether it is a position of this game, or one of another opening. */
  readonly ownGame: boolean;
}

/** Positions of the game itself count as opening up to this ply. */
const OWN_OPENING = 8;
/** Other openings are looked for up to this many plies from the start. */
const ANY_OPENING = 4;
/** Plies that the game must be past the predicted board; a smaller gap is lag. */
const WELL_PAST = 4;

/**
 * Whether a wrong board is a fall-back to an opening: equal to one of the game's first positions, or to a board that
 * any few legal moves from the game's start position reach. Undefined if it is neither.
 */
export function openingFallback(
  predicted: Squares,
  history: LineHistory,
  chess960: boolean,
): OpeningFallback | undefined {
  const start = history.plies[0];
  const asked = history.plies.at(-1)?.ply ?? 0;
  if (start?.ply !== 0 || asked < WELL_PAST) return undefined;
  const latest = asked - WELL_PAST;
  for (let index = 0; index < history.length && index <= Math.min(OWN_OPENING, latest); index++) {
    if (wrongSquares(history.board(index), predicted).length === 0) return { plies: index, ownGame: true };
  }
  // Each ply of an opening this short changes at most two squares (no castling, no en passant by then).
  const reach = Math.min(ANY_OPENING, latest);
  if (wrongSquares(history.board(0), predicted).length > 2 * reach) return undefined;
  const from = parseChess(start.fen, chess960);
  if (!from.ok) return undefined;
  const plies = pliesTo(predicted, from.value, reach);
  return plies === undefined ? undefined : { plies, ownGame: false };
}

/** Fewest plies, up to `reach`, in which legal moves lead from a position to a board; breadth first, pruned by distance. */
function pliesTo(board: Squares, from: ChessState, reach: number): number | undefined {
  let level: ChessState[] = [from];
  for (let plies = 1; plies <= reach; plies++) {
    const next: ChessState[] = [];
    for (const state of level) {
      for (const move of legalMoves(state)) {
        const successor = afterMove(state, move);
        const distance = wrongSquares(squaresOf(successor), board).length;
        if (distance === 0) return plies;
        if (distance <= 2 * (reach - plies)) next.push(successor);
      }
    }
    level = next;
  }
  return undefined;
}

const squaresOf = ({ words }: ChessState): Squares => readPlacement(printPlacement(words)).squares;
