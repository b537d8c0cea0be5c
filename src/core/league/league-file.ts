import * as v from 'valibot';
import { err, ok, type Result } from '../base/result.ts';
import { parseJson } from '../base/text/json-items.ts';
import { describeIssue } from '../base/text/schema-issues.ts';
import { MAV_GAMES } from '../mav/game-names.ts';
import type { GameRecord } from './play-game.ts';
import { gameKey } from './schedule.ts';

/**
 * Format of the file of a league, `*.league.jsonl`: a header line, then a line a game, each written when it ends. A
 * file that was cut off is a file of fewer games. The version is raised only when a reader of the old one would misread
 * the new one.
 */
export const LEAGUE_FILE_FORMAT = 'statelens-league';
const LEAGUE_FILE_VERSION = 2;

/** Setting with the name that the engine of the players states. */
export const PLAYING_ENGINE = 'playingEngine';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const anchorSchema = v.object({ player: v.string(), elo: v.number() });

const headerSchema = v.object({
  game: v.picklist(MAV_GAMES),
  hexSize: count,
  seed: count,
  openings: count,
  openingPlies: count,
  maxPlies: count,
  /** Number of pairs of players that meet in an opening; 0: all. */
  pairings: v.optional(count, 0),
  /** Labels of the players. */
  players: v.array(v.string()),
  /** Other settings of the players, by name: search, form of states, template, engine. */
  settings: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  /** Lines of the book that the games begin with, in place of random actions. */
  book: v.exactOptional(
    v.object({
      file: v.string(),
      lines: v.array(v.object({ start: v.string(), actions: v.array(v.string()), name: v.exactOptional(v.string()) })),
    }),
  ),
  /** Players of known Elo: one sets the zero, several another scale. They affect the table, and no game. */
  anchors: v.exactOptional(v.array(anchorSchema)),
  /** Anchor of a file of version 1. */
  anchor: v.exactOptional(anchorSchema),
});

/** Header of a league file: everything that its games depend on. */
export type LeagueHeader = Omit<v.InferOutput<typeof headerSchema>, 'anchor'>;

const sideSchema = v.object({ answers: count, calls: count, tokens: v.exactOptional(count) });
const gameSchema = v.object({
  opening: count,
  first: v.string(),
  second: v.string(),
  result: v.picklist(['1-0', '0-1', '1/2-1/2']),
  end: v.picklist(['rules', 'repetition', 'fifty-moves', 'material', 'ply-limit', 'illegal', 'unreadable']),
  actions: v.array(v.string()),
  sides: v.tuple([sideSchema, sideSchema]),
  said: v.exactOptional(v.string()),
});

/** Contents of a league file. */
export interface StoredLeague {
  readonly header: LeagueHeader;
  /** Games, each once: of two records of one game the first counts. */
  readonly games: readonly GameRecord[];
  /** Number of lines that are no game, a cut one at the end included. */
  readonly damaged: number;
  /** Number of games of players or openings that the header does not have; none of them is in `games`. */
  readonly foreign: number;
}

/** Returns the header line, with its line end. */
export const leagueHeaderLine = (header: LeagueHeader): string =>
  `${JSON.stringify({ format: LEAGUE_FILE_FORMAT, version: LEAGUE_FILE_VERSION, ...header })}\n`;

/** Returns the line of a game, with its line end. */
export const gameLine = (record: GameRecord): string => `${JSON.stringify(record)}\n`;

/** Reads the file of a league. Damaged lines of games are counted; without a header the error states the reason. */
export function readLeague(text: string): Result<StoredLeague, string> {
  const [first = '', ...lines] = text.split('\n');
  const header = readHeader(parseJson(first));
  if (!header.ok) return header;
  const games = new Map<string, GameRecord>();
  const { players, openings } = header.value;
  let [damaged, foreign] = [0, 0];
  for (const line of lines) {
    if (line.trim() === '') continue;
    const game = v.safeParse(gameSchema, parseJson(line));
    if (!game.success) damaged++;
    else if (
      game.output.opening >= openings ||
      ![game.output.first, game.output.second].every((one) => players.includes(one))
    )
      foreign++;
    else if (!games.has(gameKey(game.output))) games.set(gameKey(game.output), game.output);
  }
  return ok({ header: header.value, games: [...games.values()], damaged, foreign });
}

function readHeader(record: unknown): Result<LeagueHeader, string> {
  const { format, version } = (typeof record === 'object' && record !== null ? record : {}) as Record<string, unknown>;
  if (format !== LEAGUE_FILE_FORMAT)
    return err(`it is not the file of a league: its first line has no "format": "${LEAGUE_FILE_FORMAT}"`);
  if (typeof version === 'number' && version > LEAGUE_FILE_VERSION)
    return err(`a newer StateLens wrote it (version ${version}; this one reads up to ${LEAGUE_FILE_VERSION})`);
  const parsed = v.safeParse(headerSchema, record);
  if (parsed.success) {
    const { anchor, ...header } = parsed.output;
    return ok(anchor === undefined ? header : { ...header, anchors: [anchor] });
  }
  const [issue] = parsed.issues;
  return err(`its header is damaged: ${v.getDotPath(issue) ?? ''}: ${describeIssue(issue)}`);
}

/** Fields that may change when a league is continued: more openings, pairings and players add games. */
const MAY_GROW: ReadonlySet<string> = new Set(['openings', 'pairings', 'players', 'settings', 'anchors', 'book']);

/** Settings that a file has from the first player on that needs them. */
const MAY_COME: ReadonlySet<string> = new Set([PLAYING_ENGINE]);

/**
 * Returns the first option by which the games of two leagues cannot be counted together, with both values; undefined
 * where they can.
 */
export function differingOption(
  stored: LeagueHeader,
  wanted: LeagueHeader,
): { readonly option: string; readonly stored: string; readonly wanted: string } | undefined {
  const fixed = (header: LeagueHeader): Map<string, string> =>
    new Map(
      [...Object.entries(header).filter(([name]) => !MAY_GROW.has(name)), ...Object.entries(header.settings)].map(
        ([name, value]) => [name, JSON.stringify(value)],
      ),
    );
  const [before, now] = [fixed(stored), fixed(wanted)];
  const book = differingBook(stored.book, wanted.book);
  if (book !== undefined) return book;
  for (const option of new Set([...before.keys(), ...now.keys()]))
    if (before.get(option) !== now.get(option) && !(MAY_COME.has(option) && isOneUnset(option, before, now)))
      return { option, stored: plain(before.get(option)), wanted: plain(now.get(option)) };
  return undefined;
}

const isOneUnset = (option: string, ...maps: readonly ReadonlyMap<string, string>[]): boolean =>
  maps.some((map) => !map.has(option));

/** Returns the difference of two books; one that begins as the other is the same, with more lines or fewer. */
function differingBook(
  stored: LeagueHeader['book'],
  wanted: LeagueHeader['book'],
): { readonly option: string; readonly stored: string; readonly wanted: string } | undefined {
  const difference = { option: 'book', stored: stored?.file ?? 'unset', wanted: wanted?.file ?? 'unset' };
  if (stored === undefined || wanted === undefined) return stored === wanted ? undefined : difference;
  const both = Math.min(stored.lines.length, wanted.lines.length);
  const text = ({ lines }: NonNullable<LeagueHeader['book']>): string =>
    JSON.stringify(lines.slice(0, both).map(({ start, actions }) => [start, actions]));
  return text(stored) === text(wanted) ? undefined : { ...difference, wanted: `${wanted.file} (its lines differ)` };
}

/** Formats a value in the syntax of an option. */
const plain = (json = 'unset'): string => json.replace(/^"(.*)"$/, '$1');
