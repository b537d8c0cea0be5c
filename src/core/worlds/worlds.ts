import type { Automaton } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import type { ChessVariant } from '../games/chess/chess-variants.ts';
import type { ChessState } from '../games/chess/state.ts';
import { COLUMN_COUNT, type ConnectFourState } from '../games/connect-four/bit-board.ts';
import { connectFour, discCellName } from '../games/connect-four/connect-four.ts';
import { HEX_SIZE, type HexState, hex } from '../games/hex/hex.ts';
import { hexCellName } from '../games/stones.ts';
import { parseBoxesName } from './boxes.ts';
import { cube } from './cube.ts';
import { parseLineName } from './k-in-a-row.ts';
import { othello, othello6 } from './othello.ts';
import { parseBlocksName, readBlocksLevel, SOKOBAN_LEVEL, sokobanWorld } from './pddl/built-in-domains.ts';
import { parsePermutationsName } from './permutations.ts';
import { readCountdownLevel } from './planning/countdown.ts';
import { type LevelFault, readMazeLevel } from './planning/maze.ts';
import { readSokobanLevel } from './planning/sokoban.ts';
import { sokobanLine } from './planning/sokoban-level.ts';
import { columnScene, type Scene, stoneScene, type World } from './world.ts';

/** Kinds of tasks whose text is a world. */
const LEVEL_KINDS = ['countdown', 'maze', 'sokoban', 'blocks'] as const;
type LevelKind = (typeof LEVEL_KINDS)[number];

type LevelResult = Result<World<unknown>, readonly LevelFault[]>;

/** Readers of the text of a level, by kind. */
const READERS: Readonly<Record<LevelKind, (name: string, text: string) => LevelResult>> = {
  countdown(name, text) {
    const read = readCountdownLevel(name, text);
    return read.ok ? read : err([{ message: read.error, offset: 0 }]);
  },
  maze: readMazeLevel,
  sokoban: readSokobanLevel,
  blocks: readBlocksLevel,
};

/** Levels of kinds that are worlds without a text, too: a task with a solution, a maze of 6 moves with a longer way round. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ['countdown', '46 39 54 3 -> 17'],
  ['maze', 'start 0 0 goal 3 3 wall 1 1 wall 1 2 wall 2 2 wall 3 2 wall 3 0'],
]);

/**
 * Returns the world of the text of one task, or its faults with offsets in the text.
 *
 * @param kind one of `LEVEL_KINDS`
 * @param name of the world; by default its kind
 */
export function levelWorld(kind: string, text: string, name = kind): LevelResult {
  const known = LEVEL_KINDS.find((one) => one === kind);
  return known === undefined
    ? err([{ message: `unknown kind of level ${kind}; expected one of ${LEVEL_KINDS.join(', ')}`, offset: 0 }])
    : READERS[known](name, text);
}

const NAME = new RegExp(`^(${LEVEL_KINDS.join('|')})(?:\\s([^]*))?$`);

/**
 * Returns the world of a name that is a kind of level, a space and its text, as in `countdown 23 46 10 -> 59`, or a
 * kind with a usual level alone. Undefined for other names, an error with the first fault of the text.
 */
export function parseLevelName(name: string): Result<World<unknown>, string> | undefined {
  const [, kind = '', text = USUAL.get(kind)] = NAME.exec(name) ?? [];
  if (text === undefined) return undefined;
  const level = levelWorld(kind, text, name);
  return level.ok ? level : err(level.error[0]?.message ?? 'the level has a fault');
}

/** Returns the name in one line by which `parseLevelName` finds the world of a level. */
export const levelName = (kind: string, text: string): string =>
  `${kind} ${kind === 'sokoban' ? sokobanLine(text) : text.trim().replace(/\s+/g, ' ')}`;

/** Returns the built-in world of a name that is no game with special comparisons; undefined for other names. */
export function findBuiltInWorld(name: string): Result<World<unknown>, string> | undefined {
  switch (name) {
    case 'othello':
      return ok(othello as World<unknown>);
    case 'othello6':
      return ok(othello6 as World<unknown>);
    case 'sokoban':
      return sokobanWorld(name, SOKOBAN_LEVEL);
    case 'cube':
      return ok(cube as World<unknown>);
    default:
      return (
        parsePermutationsName(name) ??
        parseBoxesName(name) ??
        parseBlocksName(name) ??
        parseLineName(name) ??
        parseLevelName(name)
      );
  }
}

/** Parses the text of a state, which must be valid. */
function parseStart<State>(automaton: Automaton<State>, text: string): State {
  const read = automaton.parse(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** Draws the board of Hex as bricks: each row is half a cell further to the right, so that neighbors touch. */
function hexScene(cells: string, size: number): Scene {
  const board = stoneScene(cells, size, (cell) => hexCellName(cell, size));
  const shifted = board.cells.map((cell) => ({ ...cell, column: cell.column + Math.max(0, cell.row - 1) / 2 }));
  return { ...board, columns: board.columns + (size - 1) / 2, cells: shifted };
}

/** Returns the cells by name, then the side to move. */
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
  start: parseStart(connectFour, `x ||${' .'.repeat(42)} ||`),
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
  draw: ({ cells }) => columnScene(cells, COLUMN_COUNT, discCellName),
};

/** Returns Hex on a board of `size` rows and columns. */
const hexWorld = (name: string, size: number): World<HexState> => ({
  name,
  title: `Hex ${size}x${size}`,
  automaton: hex,
  start: parseStart(hex, `x ||${' .'.repeat(size * size)} ||`),
  stateForm: `x or o (who is to move), then || cells ||: ${size * size} cells row by row from the top, each of . x o; x moves first and joins top and bottom`,
  actionForm: 'the cell that is taken, such as f6: columns are letters, rows numbers from the top',
  part: 'cell',
  parts: (state) => stoneParts(state, (cell) => hexCellName(cell, size)),
  whyNot({ cells }, action) {
    const cell = Array.from(cells).findIndex((_, i) => hexCellName(i, size) === action);
    return cell < 0 ? 'the board has no such cell' : `the cell is taken by ${cells[cell]}`;
  },
  draw: ({ cells }) => hexScene(cells, size),
});

/** Sizes of Hex boards that have a name, as in `hex7`. */
const [MIN_HEX, MAX_HEX] = [2, 26];

/** Returns the games of stones as worlds, Hex in other sizes as in `hex7`; undefined for other names. */
export function stoneWorld(name: string): World<unknown> | undefined {
  if (name === 'connect_four') return connectFourWorld;
  if (name === 'hex') return hexWorld(name, HEX_SIZE);
  const size = Number(/^hex(\d{1,2})$/.exec(name)?.[1] ?? Number.NaN);
  return size >= MIN_HEX && size <= MAX_HEX ? hexWorld(name, size) : undefined;
}

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
