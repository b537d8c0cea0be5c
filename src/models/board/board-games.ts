import type { MavGameName } from '../../core/mav/games.ts';
import type { BoardGame } from './board-game.ts';
import { chessBoard } from './chess-board.ts';
import { connectFourBoard, hexBoard, othelloBoard } from './stone-boards.ts';

/** Boards by the MAV name of their game. */
const BOARDS: Readonly<Record<MavGameName, BoardGame>> = {
  chess: chessBoard,
  chess960: chessBoard,
  connect_four: connectFourBoard,
  hex: hexBoard,
  othello: othelloBoard,
};

/** Returns the board of a game by its MAV name; undefined if there is none. */
export const boardGame = (name: string): BoardGame | undefined =>
  Object.hasOwn(BOARDS, name) ? BOARDS[name as MavGameName] : undefined;
