import { csvRow } from '../base/text/escape.ts';
import { moveName } from '../games/chess/moves.ts';
import { commandsIn } from '../notation/pgn/comment-commands.ts';
import type { PlyPlan } from '../notation/pgn/ply-selection.ts';
import { fenAfter } from '../notation/pgn/replay.ts';
import { tokenRange } from '../notation/pgn/tree.ts';
import type { GameFacts } from './game-facts.ts';

/** Value of a field of a row; null where it is unknown. */
export type CellValue = string | number | boolean | null;

/** Line of a table: its fields in order. */
export type GameRow = Readonly<Record<string, CellValue>>;

/** Type of the values of a column. */
export type CellType = 'text' | 'integer' | 'number' | 'flag';

/** Columns of rows of games, in order. */
const GAME_COLUMNS = {
  file: 'text',
  game: 'integer',
  event: 'text',
  site: 'text',
  date: 'text',
  round: 'text',
  white: 'text',
  black: 'text',
  whiteElo: 'integer',
  blackElo: 'integer',
  result: 'text',
  eco: 'text',
  opening: 'text',
  variant: 'text',
  timeControl: 'text',
  termination: 'text',
  plies: 'integer',
  legal: 'flag',
  start: 'text',
  uci: 'text',
  san: 'text',
} as const satisfies Readonly<Record<string, CellType>>;

/** Columns of rows of positions, in order. */
const POSITION_COLUMNS = {
  file: 'text',
  game: 'integer',
  ply: 'integer',
  fen: 'text',
  san: 'text',
  uci: 'text',
  nextSan: 'text',
  nextUci: 'text',
  clock: 'number',
  eval: 'number',
  mate: 'integer',
  result: 'text',
} as const satisfies Readonly<Record<string, CellType>>;

/** Game with its place. */
export interface OutputGame {
  /** Name of the file, without its folder. */
  readonly file: string;
  /** Number in the file, from 1 on. */
  readonly game: number;
  readonly facts: GameFacts;
  /** Plan of the plies whose positions are rows; all without it. */
  readonly at?: PlyPlan | undefined;
}

/** Returns SAN and UCI of the played moves of the main line, `--` and `0000` for null moves. */
function namesOf(facts: GameFacts): { readonly san: readonly string[]; readonly uci: readonly string[] } {
  if (facts.variantLine !== undefined) return facts.variantLine;
  const { moves } = facts.replay;
  const san: string[] = [];
  const uci: string[] = [];
  for (const move of facts.playedLine) {
    const played = moves[move] ?? -1;
    san.push(played < 0 ? '--' : facts.san(move));
    uci.push(played < 0 ? '0000' : moveName(played));
  }
  return { san, uci };
}

/** Returns a game as a row: its tags, its moves in UCI and SAN up to the first that cannot be played, and the start position. */
export function gameRow({ file, game, facts }: OutputGame): Record<keyof typeof GAME_COLUMNS, CellValue> {
  const tag = (name: string): string | null => facts.tag(name) ?? null;
  const { san, uci } = namesOf(facts);
  return {
    file,
    game,
    event: tag('Event'),
    site: tag('Site'),
    date: tag('Date') ?? tag('UTCDate'),
    round: tag('Round'),
    white: tag('White'),
    black: tag('Black'),
    whiteElo: facts.elo('White') ?? null,
    blackElo: facts.elo('Black') ?? null,
    result: facts.result ?? null,
    eco: tag('ECO') ?? facts.opening?.eco ?? null,
    opening: tag('Opening') ?? facts.opening?.name ?? null,
    variant: tag('Variant'),
    timeControl: tag('TimeControl'),
    termination: tag('Termination'),
    plies: facts.line.length,
    legal: facts.legality ?? null,
    start: fenAfter(facts.replay, -1) ?? facts.variantLine?.start ?? null,
    uci: facts.legality === undefined ? null : uci.join(' '),
    san: facts.legality === undefined ? null : san.join(' '),
  };
}

/** Clock in seconds, and evaluation in pawns or moves to mate, from White's side, as a comment states them. */
interface Stated {
  clock: number | null;
  eval: number | null;
  mate: number | null;
}

/** Returns the clocks and evaluations in comments, by the move before the position. */
function statedOf({ text, tree }: GameFacts): ReadonlyMap<number, Stated> {
  const found = new Map<number, Stated>();
  for (const [i, token] of tree.commentToken.entries()) {
    const { start, end } = tokenRange(tree, token);
    const valueOf = (name: string): string | undefined => {
      const [command] = commandsIn(text, name, start, end);
      return command === undefined ? undefined : text.slice(command.valueStart, command.valueEnd).trim();
    };
    const clock = secondsOf(valueOf('clk'));
    const [, mate, pawns] = /^(?:#([+-]?\d{1,4})|([+-]?\d{1,5}(?:\.\d+)?))(?:,\d+)?$/.exec(valueOf('eval') ?? '') ?? [];
    if (clock === null && mate === undefined && pawns === undefined) continue;
    const move = tree.commentMove[i] ?? -1;
    const stated = found.get(move) ?? { clock: null, eval: null, mate: null };
    stated.clock ??= clock;
    if (pawns !== undefined) stated.eval ??= Number(pawns);
    if (mate !== undefined) stated.mate ??= Number(mate);
    found.set(move, stated);
  }
  return found;
}

function secondsOf(clock: string | undefined): number | null {
  const match = /^(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(clock ?? '');
  if (match === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
}

/**
 * Returns the positions of the main line as rows, from the start on: the moves before and after each, and the values in
 * comments. Empty for a game that cannot be replayed.
 */
export function gamePositionRows({
  file,
  game,
  facts,
  at,
}: OutputGame): Record<keyof typeof POSITION_COLUMNS, CellValue>[] {
  if (facts.replay.start.state === undefined) return [];
  const stated = statedOf(facts);
  const { san, uci } = namesOf(facts);
  const moves = [-1, ...facts.playedLine];
  const plies = at?.(moves.length - 1) ?? [...moves.keys()];
  return plies.map((ply) => {
    const move = moves[ply] ?? -1;
    const { clock = null, eval: pawns = null, mate = null } = stated.get(move) ?? {};
    return {
      file,
      game,
      ply,
      fen: fenAfter(facts.replay, move) ?? null,
      san: san[ply - 1] ?? null,
      uci: uci[ply - 1] ?? null,
      nextSan: san[ply] ?? null,
      nextUci: uci[ply] ?? null,
      clock,
      eval: pawns,
      mate,
      result: facts.result ?? null,
    };
  });
}

/** Returns the positions as lines of EPD (PGN standard 16.2): the counters, the played move as `sm`, an id. */
export function epdLines(placed: OutputGame): string[] {
  return gamePositionRows(placed).map(({ fen, ply, nextSan }) => {
    const [board, side, castling, enPassant, halfmoves, fullmoves] = String(fen).split(' ');
    const played = nextSan === null || nextSan === '--' ? '' : ` sm ${String(nextSan).replace(/[+#]$/, '')};`;
    const id = `${placed.file} game ${placed.game} ply ${ply}`.replace(/["\\]/g, '');
    return `${board} ${side} ${castling} ${enPassant} hmvc ${halfmoves}; fmvn ${fullmoves};${played} id "${id}";`;
  });
}

/** Formats of games as lines of text. */
export const TEXT_FORMATS = ['jsonl', 'csv', 'epd'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Kinds of rows of a table. */
export const GAME_ROW_KINDS = ['games', 'positions'] as const;
export type Rows = (typeof GAME_ROW_KINDS)[number];

/** Returns the columns of a table, in order, with the types of their values. */
export const getColumns = (rows: Rows): typeof GAME_COLUMNS | typeof POSITION_COLUMNS =>
  rows === 'games' ? GAME_COLUMNS : POSITION_COLUMNS;

/** Returns the rows of a game. */
export const getRows = (rows: Rows, game: OutputGame): readonly GameRow[] =>
  rows === 'games' ? [gameRow(game)] : gamePositionRows(game);

/** Returns the text before the first game. */
export const textHead = (format: TextFormat, rows: Rows): string =>
  format === 'csv' ? csvRow(Object.keys(getColumns(rows))) : '';

/** Returns the lines of a game, each with its end. */
export function gameText(format: TextFormat, rows: Rows, game: OutputGame): string {
  switch (format) {
    case 'jsonl':
      return getRows(rows, game)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join('');
    case 'csv':
      return getRows(rows, game)
        .map((row) => csvRow(Object.values(row).map((cell) => cell ?? '')))
        .join('');
    case 'epd':
      return epdLines(game)
        .map((line) => `${line}\n`)
        .join('');
  }
}

/** Source of a game: its file, and its number there from 1 on. */
interface GameOrigin {
  readonly file: string;
  readonly number: number;
}

const LF = 0x0a;
const CR = 0x0d;
/** Byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf] as const;

/** Writes games one after another as PGN. */
export class PgnSink {
  readonly #write: (bytes: Uint8Array) => void;
  #last: GameOrigin | undefined;
  #bytes: Uint8Array = new Uint8Array();

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /**
   * Writes the bytes of a game. Consecutive games of a file keep the text between them; between others there is an
   * empty line, and no byte order mark.
   */
  add({ file, number }: GameOrigin, bytes: Uint8Array): void {
    const isNext = this.#last?.file === file && this.#last.number + 1 === number;
    const isMarked = MARK.every((byte, i) => bytes[i] === byte);
    if (this.#last !== undefined && !isNext) this.#separate();
    this.#write(isMarked && this.#last !== undefined && !isNext ? bytes.subarray(MARK.length) : bytes);
    this.#last = { file, number };
    this.#bytes = bytes;
  }

  /** Adds the line ends that an empty line lacks, in the style of the game before it. */
  #separate(): void {
    const isEnd = (from: number): boolean => this.#bytes.at(from) === LF;
    const isReturned = this.#bytes.at(-2) === CR;
    if (!isEnd(-1)) this.#write(this.#bytes.includes(CR) ? Uint8Array.of(CR, LF, CR, LF) : Uint8Array.of(LF, LF));
    else if (!isEnd(isReturned ? -3 : -2)) this.#write(isReturned ? Uint8Array.of(CR, LF) : Uint8Array.of(LF));
  }
}
