import type { BoardGame } from './board-game.ts';
import { chessBoard } from './chess-board.ts';

/** Boards by the MAV name of their game. */
const BOARDS: Readonly<Record<string, BoardGame>> = { chess: chessBoard, chess960: chessBoard };

/** Returns the board of a game by its MAV name; undefined if there is none. */
export const boardGame = (name: string): BoardGame | undefined =>
  Object.hasOwn(BOARDS, name) ? BOARDS[name] : undefined;
