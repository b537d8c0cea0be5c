import { afterMove, legalMoves } from '../games/chess/chess.ts';
import { moveFrom, moveTo } from '../games/chess/frame.ts';
import { type ChessState, parseChess } from '../games/chess/state.ts';
import { wrongSquares } from './board-diff.ts';
import { EMPTY, type LineHistory, type Squares } from './placement.ts';

/** Position of the line that a prediction is nearest to. */
export interface Lag {
  /** Ply of that position. */
  readonly ply: number;
  /** Number of plies from that position to the queried one; 0 if the queried position itself is the nearest. */
  readonly pliesEarlier: number;
  /** Number of squares in which the prediction differs from it, 0..64. */
  readonly squaresWrong: number;
  /** True if the predicted side to move is that position's too. */
  readonly sideToMove: boolean;
}

/**
 * Returns the ply whose true board is nearest to the prediction (fewest different squares). Of equally near ones, one
 * with the predicted side to move wins, then the latest. Undefined for an empty history.
 */
export function findLag(predicted: Squares, side: string | undefined, history: LineHistory): Lag | undefined {
  let best: { index: number; distance: number } | undefined;
  for (let index = history.length - 1; index >= 0; index--) {
    const limit = best === undefined ? 129 : best.distance;
    // Two a square, one for the side: the side only breaks ties between boards.
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

/** Returns the number of different squares; counting stops above `limit`. */
function differences(a: Squares, b: Squares, limit: number): number {
  let n = 0;
  for (let s = 0; s < 64 && n <= limit; s++) if (a[s] !== b[s]) n++;
  return n;
}

function sideOf(history: LineHistory, index: number): string | undefined {
  const fen = (history.plies[index]?.fen ?? '').trimStart();
  return fen[fen.search(/\s/) + 1];
}

/** Prediction that shows an opening position although the game is well past it. */
export interface OpeningFallback {
  /** Number of plies from the start position to the predicted board; 0 is the start position itself. */
  readonly plies: number;
  /** True for a position of this game, false for one of another opening. */
  readonly ownGame: boolean;
}

/** Last ply at which positions of the game itself count as opening. */
const OWN_OPENING = 8;
/** Maximum number of plies from the start in other openings. */
const ANY_OPENING = 4;
/** Number of plies that the game must be past the predicted board; a smaller gap is lag. */
const WELL_PAST = 4;

/**
 * Returns the opening that a wrong board falls back to: it equals one of the game's first positions, or a board that a
 * few legal moves from the game's start position reach. Undefined if it is neither.
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
  const reach = Math.min(ANY_OPENING, latest);
  if (wrongSquares(history.board(0), predicted).length > 2 * reach) return undefined;
  const from = parseChess(start.fen, chess960);
  if (!from.ok) return undefined;
  const plies = pliesTo(predicted, history.board(0), from.value, reach);
  return plies === undefined ? undefined : { plies, ownGame: false };
}

interface Node {
  readonly state: ChessState;
  readonly squares: Squares;
  /** Number of squares that differ from the wanted board. */
  readonly distance: number;
}

/**
 * Returns the least number of plies, up to `reach`, in which legal moves lead from a position to a board; undefined for
 * none. Breadth-first search. A move that is neither castling nor en passant changes two squares, which bounds each
 * node's distance and prunes most nodes.
 */
function pliesTo(board: Squares, start: Squares, from: ChessState, reach: number): number | undefined {
  let level: Node[] = [{ state: from, squares: start, distance: wrongSquares(start, board).length }];
  for (let plies = 1; plies <= reach; plies++) {
    const next: Node[] = [];
    for (const { state, squares, distance } of level) {
      for (const move of legalMoves(state)) {
        const [a, b] = [fenOrder(moveFrom(move)), fenOrder(moveTo(move))];
        const piece = squares[a]!;
        const before = Number(piece !== board[a]) + Number(squares[b] !== board[b]);
        const after = distance - before + Number(board[a] !== EMPTY) + Number(board[b] !== piece);
        if (after === 0) return plies;
        if (after > 2 * (reach - plies)) continue;
        const changed = squares.slice();
        changed[a] = EMPTY;
        changed[b] = piece;
        next.push({ state: afterMove(state, move), squares: changed, distance: after });
      }
    }
    level = next;
  }
  return undefined;
}

/** Converts squares: boards here start at a8, move integers at a1. */
const fenOrder = (square: number): number => square ^ 56;
