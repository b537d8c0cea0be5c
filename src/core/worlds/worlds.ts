import type { Automaton } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import type { ChessVariant } from '../games/chess/chess-variants.ts';
import type { ChessState } from '../games/chess/state.ts';
import { findBuiltInWorld, parseStart, stoneWorld } from './built-in-worlds.ts';
import type { World } from './world.ts';

/** Names of worlds, for messages; `s5` and `boxes` stand for others with other numbers. */
export const WORLD_NAMES =
  'chess, chess960, connect_four, hex (other sizes as in hex7), othello, othello6, s5 (s2 to s9, with generators as in s5[(12),(12345)]), cube, boxes (as in boxes4x6), blocks (as in blocks4), sokoban, line3-3x3, drop4-7x6 (stones fall), countdown, maze (with a task as in countdown 23 46 10 -> 59)';

/** Names to choose from, one for each kind of world and usual size. */
export const COMMON_WORLD_NAMES: readonly string[] =
  'othello othello6 chess chess960 connect_four hex s5 cube boxes blocks sokoban line3-3x3 line4-9x4 countdown maze'.split(
    ' ',
  );

/** Returns the built-in world of a name, or the reason why there is none. */
export function findWorld(name: string): Result<World<unknown>, string> {
  const game = gameWorld(name);
  if (game !== undefined) return ok(game);
  return findBuiltInWorld(name) ?? err(`unknown world ${name}; expected ${WORLD_NAMES}`);
}

const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Returns the content of each square, then the fields that decide the legal moves. */
function chessParts(fen: string): Map<string, string> {
  const [board = '', side = '', castling = '', enPassant = ''] = fen.split(' ');
  const parts = new Map<string, string>();
  for (const [i, rank] of board.split('/').entries()) {
    const squares = rank.replace(/\d/g, (digits) => '.'.repeat(Number(digits)));
    for (const [file, piece] of Array.from(squares).entries())
      parts.set(`${String.fromCharCode(0x61 + file)}${8 - i}`, piece === '.' ? 'empty' : piece);
  }
  return parts.set('side', side).set('castling', castling).set('en passant', enPassant);
}

const chessWorld = (name: ChessVariant, title: string, automaton: Automaton<ChessState>): World<ChessState> => ({
  name,
  title,
  automaton,
  start: parseStart(automaton, START_FEN),
  stateForm: 'a FEN with all of its six fields',
  actionForm: 'a move in UCI notation, such as e2e4, e7e8q or, for castling, e1g1',
  part: 'square',
  parts: (state) => chessParts(automaton.print(state)),
});

/** Returns the games as worlds: `chess`, `chess960`, `connect_four`, `hex`, and Hex of another size as in `hex7`. */
function gameWorld(name: string): World<unknown> | undefined {
  switch (name) {
    case 'chess':
      return chessWorld('chess', 'Chess', chess);
    case 'chess960':
      return chessWorld('chess960', 'Chess960', chess960);
    default:
      return stoneWorld(name);
  }
}
