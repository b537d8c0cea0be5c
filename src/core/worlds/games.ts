import type { Automaton } from '../base/automaton.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import type { ChessState } from '../games/chess/state.ts';
import { connectFour, discCellName } from '../games/connect-four/connect-four.ts';
import type { ConnectFourState } from '../games/connect-four/state.ts';
import { hexCellName } from '../games/hex/cell-name.ts';
import { HEX_SIZE, type HexState, hex } from '../games/hex/hex.ts';
import type { World } from './world.ts';

const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The state of a text that is one. */
function stateOf<State>(automaton: Automaton<State>, text: string): State {
  const read = automaton.parse(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

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

/** Cells by name, then the side to move. */
function stoneParts(
  { cells, side }: { readonly cells: string; readonly side: string },
  cellName: (cell: number, cells: number) => string,
): Map<string, string> {
  const named = Array.from(
    cells,
    (stone, cell) => [cellName(cell, cells.length), stone === '.' ? 'empty' : stone] as const,
  );
  return new Map(named).set('side', side);
}

const connectFourWorld: World<ConnectFourState> = {
  name: 'connect_four',
  title: 'Connect Four',
  automaton: connectFour,
  start: stateOf(connectFour, `x ||${' .'.repeat(42)} ||`),
  stateForm:
    'x or o (who is to move), then || cells ||: 42 cells row by row from the top, each of . x o; x moves first',
  actionForm: 'the player and the column from the left, from 0, such as x3',
  part: 'cell',
  parts: (state) => stoneParts(state, discCellName),
  whyNot({ side }, action) {
    const found = /^([xo])([0-6])$/.exec(action);
    if (found === null) return 'actions are a player and a column from 0 to 6, such as x3';
    return found[1] === side ? `column ${found[2]} is full` : `it is the turn of ${side}`;
  },
};

/** Hex on a board of `size` rows and columns. */
const hexWorld = (name: string, size: number): World<HexState> => ({
  name,
  title: `Hex ${size}x${size}`,
  automaton: hex,
  start: stateOf(hex, `x ||${' .'.repeat(size * size)} ||`),
  stateForm: `x or o (who is to move), then || cells ||: ${size * size} cells row by row from the top, each of . x o; x moves first and joins top and bottom`,
  actionForm: 'the cell that is taken, such as f6: columns are letters, rows numbers from the top',
  part: 'cell',
  parts: (state) => stoneParts(state, (cell) => hexCellName(cell, size)),
  whyNot({ cells }, action) {
    const cell = Array.from(cells).findIndex((_, i) => hexCellName(i, size) === action);
    return cell < 0 ? 'the board has no such cell' : `the cell is taken by ${cells[cell]}`;
  },
});

/** Sizes of Hex boards that have a name, as in `hex7`. */
const [MIN_HEX, MAX_HEX] = [2, 26];

/** The games as worlds: `chess`, `chess960`, `connect_four`, `hex`, and Hex of another size as in `hex7`. */
export function gameWorld(name: string): World<unknown> | undefined {
  switch (name) {
    case 'chess':
      return chessWorld('chess', 'Chess', chess);
    case 'chess960':
      return chessWorld('chess960', 'Chess960', chess960);
    case 'connect_four':
      return connectFourWorld;
    case 'hex':
      return hexWorld('hex', HEX_SIZE);
    default: {
      const size = Number(/^hex(\d{1,2})$/.exec(name)?.[1] ?? Number.NaN);
      return size >= MIN_HEX && size <= MAX_HEX ? hexWorld(name, size) : undefined;
    }
  }
}
