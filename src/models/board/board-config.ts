import * as v from 'valibot';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { BUCKETS } from '../../core/mav/values.ts';
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

/** `model_type` of networks that `training/export_board.py` writes. */
const BOARD_MODEL = 'mav-board';
/** Version of the graph's inputs and outputs. */
const FORMAT = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const configSchema = v.object({
  games: v.pipe(v.array(v.string()), v.minLength(1)),
  rows: count,
  columns: count,
  codes: count,
  marks: count,
  buckets: count,
});

/** Configuration of a board network (`training/export_board.py`). */
export interface BoardConfig {
  /** MAV names of the games that it knows. */
  readonly games: readonly string[];
  readonly squares: number;
  /** Number of codes of a square. */
  readonly codes: number;
  /** Board and actions of the games as the network sees them. */
  readonly game: BoardGame;
}

/** Returns true if `config.json` says that its folder has a board network, of any version. */
export const isBoardConfig = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && 'model_type' in config && config.model_type === BOARD_MODEL;

/** Reads the configuration of a board network. The error continues the name of its file. */
export function readBoardConfig(config: unknown): Result<BoardConfig, string> {
  const { format } = config as { readonly format?: unknown };
  if (format !== FORMAT)
    return err(`describes format ${JSON.stringify(format)} of board networks; this version reads format ${FORMAT}`);
  const read = v.safeParse(configSchema, config);
  if (!read.success) {
    const [issue] = read.issues;
    return err(`is damaged: ${v.getDotPath(issue) ?? 'config.json'}: ${issue.message}`);
  }
  const { games, rows, columns, codes, marks, buckets } = read.output;
  const known = games.map((name) => boardGame(name));
  const [game] = known;
  const unknown = known.indexOf(undefined);
  if (game === undefined || unknown >= 0)
    return err(`names the game ${games[Math.max(0, unknown)]}, for which this version has no board`);
  const wanted = { rows: game.rows, columns: game.columns, codes: game.codes, marks: game.marks, buckets: BUCKETS };
  const found: Readonly<Record<string, number>> = { rows, columns, codes, marks, buckets };
  const other = Object.entries(wanted).find(([name, size]) => found[name] !== size);
  if (other !== undefined)
    return err(`has ${found[other[0]]} ${other[0]}, but the board of ${games[0]} has ${other[1]}`);
  return ok({ games, squares: rows * columns, codes, game });
}
