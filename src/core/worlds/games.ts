import type { Automaton } from '../base/automaton.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import type { ChessState } from '../games/chess/state.ts';
import { stateOf, stoneWorld } from './stone-worlds.ts';
import type { World } from './world.ts';

const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** What is on each square, then the fields that decide what can be played. */
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

const chessWorld = (
  name: 'chess' | 'chess960',
  title: string,
  automaton: Automaton<ChessState>,
): World<ChessState> => ({
  name,
  title,
  automaton,
  start: stateOf(automaton, START_FEN),
  stateForm: 'a FEN with all of its six fields',
  actionForm: 'a move in UCI notation, such as e2e4, e7e8q or, for castling, e1g1',
  part: 'square',
  parts: (state) => chessParts(automaton.print(state)),
});

/** The games as worlds: `chess`, `chess960`, `connect_four`, `hex`, and Hex of another size as in `hex7`. */
export function gameWorld(name: string): World<unknown> | undefined {
  switch (name) {
    case 'chess':
      return chessWorld('chess', 'Chess', chess);
    case 'chess960':
      return chessWorld('chess960', 'Chess960', chess960);
    default:
      return stoneWorld(name);
  }
}
