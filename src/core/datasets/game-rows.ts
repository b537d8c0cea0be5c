import { moveName } from '../games/chess/moves.ts';
import { commandsIn } from '../notation/pgn/commands.ts';
import type { PlyPlan } from '../notation/pgn/ply-plan.ts';
import { fenAfter } from '../notation/pgn/replay.ts';
import { tokenRange } from '../notation/pgn/tree.ts';
import type { GameFacts } from './game-facts.ts';

/** The value of a field of a row; null where it is unknown. */
export type Cell = string | number | boolean | null;

/** A line of a table: its fields in order. */
export type Row = Readonly<Record<string, Cell>>;

/** What the values of a column are. */
export type CellType = 'text' | 'integer' | 'number' | 'flag';

/** The columns of rows of games, in order. */
export const GAME_COLUMNS = {
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

/** The columns of rows of positions, in order. */
export const POSITION_COLUMNS = {
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

/** A game with its place. */
export interface PlacedGame {
  /** Name of the file, without its folder. */
  readonly file: string;
  /** Number in the file, from 1 on. */
  readonly game: number;
  readonly facts: GameFacts;
  /** The plies whose positions are rows; all without it. */
  readonly at?: PlyPlan | undefined;
}

/** SAN and UCI of the moves that were played on the main line, `--` and `0000` for null moves. */
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

/** A game as a row: its tags, its moves in UCI and SAN up to the first that cannot be played, and the start position. */
export function gameRow({ file, game, facts }: PlacedGame): Record<keyof typeof GAME_COLUMNS, Cell> {
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

/** What comments say about the positions behind moves. */
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
 * The positions of the main line as rows, from the start on: the move that led to each, the one that was played there, and what
 * comments say about it. None for a game that cannot be replayed.
 */
export function positionRows({ file, game, facts, at }: PlacedGame): Record<keyof typeof POSITION_COLUMNS, Cell>[] {
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

/** The positions as lines of EPD (PGN standard 16.2): the counters, the move that was played as `sm`, an id. */
export function epdLines(placed: PlacedGame): string[] {
  return positionRows(placed).map(({ fen, ply, nextSan }) => {
    const [board, side, castling, enPassant, halfmoves, fullmoves] = String(fen).split(' ');
    const played = nextSan === null || nextSan === '--' ? '' : ` sm ${String(nextSan).replace(/[+#]$/, '')};`;
    const id = `${placed.file} game ${placed.game} ply ${ply}`.replace(/["\\]/g, '');
    return `${board} ${side} ${castling} ${enPassant} hmvc ${halfmoves}; fmvn ${fullmoves};${played} id "${id}";`;
  });
}
