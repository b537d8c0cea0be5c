import {
  differingOption,
  type LeagueHeader,
  PLAYING_ENGINE,
  type StoredLeague,
} from '../../core/league/league-file.ts';
import { headerOpenings } from '../../core/league/opening-book.ts';
import { type PlayerMethod, playerLabel, readPlayer } from '../../core/league/players.ts';
import type { LeagueOpening } from '../../core/league/schedule.ts';
import { hasRepetition } from '../../core/league/seats.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { SEARCH_FIELDS, type SearchField, type SearchOptions } from '../../core/search/settings-fields.ts';
import { MAV_SMALL_LABEL } from '../../models/sources/mav-small.ts';
import { usageError } from '../command.ts';
import { requestConcurrency } from '../model-options.ts';
import { formatOption, settingFlag, treeSettings } from '../search/search-options.ts';
import type { LeagueFlags } from './league-options.ts';

/** Preset of `--quick` in a game. */
interface QuickPreset {
  readonly openings: number;
  /** Number of random plies, or the positions to begin with. */
  readonly begin: { readonly openingPlies: number } | { readonly book: NonNullable<LeagueHeader['book']> };
  readonly maxPlies?: number;
  readonly pairings: number;
  readonly players: readonly string[];
}

/** Number of concurrent games, whose requests the bundled model answers together. */
const QUICK_CONCURRENCY = 8;

/** Positions of weak play in which the side to move can mate in one move, to be found or missed: games between searches take hours. */
const MATES = [
  '8/r7/4p3/B2p2P1/2kP4/K1b2p2/5P2/8 b - - 2 55',
  '8/7k/5P2/8/1p4P1/p7/2q5/K7 b - - 2 18',
  '4Q3/R7/6pk/1p5p/PP2N2P/2p2KP1/8/8 w - - 3 74',
  '8/8/B7/qp2k3/4b3/4K3/8/8 b - - 7 68',
  '1R5r/3b2pn/2k1p3/2p5/p1BpPQ1p/P2P3P/2P3P1/7K w - - 2 34',
  '8/p6k/7P/3p4/8/2p5/4q3/K7 b - - 7 25',
  '1nb2kBr/1pN1n1pp/r4p2/p7/P2P4/P3P3/Q4PPP/R1B1K1NR w KQ - 3 17',
  'r1bqk1nr/ppp2ppp/2n5/4P3/6P1/N1p5/PP1BPP1P/R3KBNR b Kkq - 1 9',
  '2bq1bnr/rp2k1pp/2p2p2/pN2p2Q/2B1p3/P2P3P/1PP2PP1/RNB2RK1 w - - 0 11',
  'r1bqkb1r/1pp2ppp/p7/4n1P1/4p2N/PpP4P/1n3P1R/RNB1K3 b kq - 1 15',
  '2B1k1nr/p4p1p/1pn1N1p1/3Qp3/2pp3P/PP2P3/4NP1P/R1B1K2R w KQ - 0 26',
  '4k3/1p2r3/4RP1Q/6pP/2N3B1/2P5/P4PP1/3R2K1 w - - 1 41',
];

/**
 * Presets by game: tables with intervals, which ten openings are the fewest for, within minutes on two cores. Connect
 * Four begins where the bundled model has learned values.
 */
export const QUICK: Readonly<Partial<Record<MavGameName, QuickPreset>>> = {
  connect_four: {
    openings: 12,
    begin: { openingPlies: 16 },
    pairings: 3,
    players: ['random', ...ofModel('raw', 'search:8', 'internal:2x1')],
  },
  chess: {
    openings: MATES.length,
    begin: {
      book: { file: 'positions with a mate in one', lines: MATES.map((start) => ({ start, actions: [] })) },
    },
    maxPlies: 4,
    pairings: 2,
    players: ['random', ...ofModel('raw', 'search:4', 'internal:2x1')],
  },
};

function ofModel(...ways: readonly string[]): string[] {
  return ways.map((way) => `${MAV_SMALL_LABEL}/${way}`);
}

/** Options that hold one league, so that `--quick` needs a game for them. */
const OF_ONE = ['out', 'html', 'svg', 'pgn', 'book', 'anchor'] as const;

/** Returns the games of `--quick`: that of `--game`, else all presets. */
export function quickGames(flags: LeagueFlags, isGiven: (option: string) => boolean): MavGameName[] {
  const isChosen = isGiven('game');
  const file = isChosen ? undefined : OF_ONE.find((name) => flags[name] !== undefined);
  const games = Object.keys(QUICK) as MavGameName[];
  if (file !== undefined)
    throw usageError(
      `--quick plays a league of each game, and --${file} is of one: choose it with --game ${games.join(' or --game ')}`,
    );
  const wanted = isChosen ? [flags.game] : games;
  const other = wanted.find((game) => QUICK[game] === undefined);
  if (other !== undefined) throw usageError(`--quick has no preset of ${other}; choose ${games.join(' or ')}`);
  return wanted;
}

/** Returns true if the user wrote an option. */
export type IsGiven = (option: string) => boolean;

/** A league to play. */
export interface LeaguePlan {
  readonly header: LeagueHeader;
  readonly players: readonly PlayerMethod[];
  readonly openings: readonly LeagueOpening[];
  /** Flags for creating players, including those of a resumed file. */
  readonly flags: LeagueFlags & { readonly concurrency: number };
}

/** Default plies of openings by game. */
const PLIES: Readonly<Record<MavGameName, number>> = { chess: 6, chess960: 4, connect_four: 4, hex: 2, othello: 6 };
const MAX_PLIES = 400;
/** Ply limit above the length of any game of stones. */
const NO_LIMIT = 10_000;

/** Options of a search that all players of a league share. */
const SHARED_SETTINGS = [
  'scoring',
  'fallback',
  'topLogprobs',
  'form',
  'batch',
  'queueing',
  'timeout',
  'exploration',
  'k',
  'epsilon',
  'temperature',
  'backup',
  'unvisited',
  'virtual',
  'virtualLoss',
  'final',
] as const satisfies readonly (keyof SearchOptions)[];

const searchField = (name: (typeof SHARED_SETTINGS)[number]) => SEARCH_FIELDS[name] as SearchField<unknown>;

/** Settings of the model whose names in a file differ from their flags: the plain names are those of the search. */
const MODEL_SETTINGS = { modelTemperature: 'temperature', maxTokens: 'maxTokens' } as const;

/** Returns the flags of `--quick` in its game, where the user did not set them. */
export function quickFlags(flags: LeagueFlags, isGiven: IsGiven): LeagueFlags {
  const preset = QUICK[flags.game];
  if (preset === undefined) return flags;
  const { openings, maxPlies, pairings, players, begin } = preset;
  const isOwnStart = flags.book !== undefined || flags.openingPlies !== undefined;
  const own = new Map(players.map(readKnown).map((method) => [playerLabel(method), method]));
  for (const method of flags.player ?? []) own.set(playerLabel(method), method);
  return {
    ...flags,
    openings: isGiven('openings') || flags.book !== undefined ? flags.openings : openings,
    ...(!isOwnStart && 'openingPlies' in begin && { openingPlies: begin.openingPlies }),
    // Games from other openings are whole.
    ...(!isOwnStart && maxPlies !== undefined && { maxPlies: flags.maxPlies ?? maxPlies }),
    ...(!isGiven('pairings') && { pairings }),
    ...(!isGiven('concurrency') && { concurrency: QUICK_CONCURRENCY }),
    player: [...own.values()],
  };
}

/** Returns the positions that `--quick` begins with, where it has some and the user set no others. */
export const quickBook = ({ quick, resume, book, openingPlies, game }: LeagueFlags): LeagueHeader['book'] => {
  const begin = quick === true && resume === undefined ? QUICK[game]?.begin : undefined;
  return begin === undefined || 'openingPlies' in begin || book !== undefined || openingPlies !== undefined
    ? undefined
    : begin.book;
};

function readKnown(text: string): PlayerMethod {
  const read = readPlayer(text);
  if (!read.ok) throw usageError(read.error);
  return read.value;
}

/** Returns the option of a setting in the file: `--top-logprobs` for `topLogprobs`. */
const settingOption = (name: string): string =>
  name === PLAYING_ENGINE
    ? '--engine'
    : formatOption((MODEL_SETTINGS as Readonly<Record<string, string>>)[name] ?? settingFlag(name));

/** Returns the settings that all players share, as stored in the file. */
function leagueSettings(flags: LeagueFlags): LeagueHeader['settings'] {
  const { template, reuse, engine, engineDepth, mavDialect, temperature, maxTokens } = flags;
  const values: Partial<Record<keyof SearchOptions, unknown>> = { ...flags, ...treeSettings(flags) };
  return {
    ...Object.fromEntries(SHARED_SETTINGS.map((name) => [name, searchField(name).print(values[name])])),
    template,
    reuse,
    ...(engine !== undefined && { engine }),
    ...(engineDepth !== undefined && { engineDepth }),
    ...(temperature !== undefined && { modelTemperature: temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(mavDialect !== undefined && mavDialect !== PUBLISHED_DIALECT && { mavDialect: JSON.stringify(mavDialect) }),
  };
}

/** Returns the flags of a file, in place of those that the user did not write. */
function storedFlags({ header }: StoredLeague, flags: LeagueFlags, isGiven: IsGiven): LeagueFlags {
  const { settings, game, hexSize, seed, openings, openingPlies, maxPlies, pairings } = header;
  const kept: Record<string, unknown> = {
    game,
    hexSize,
    seed,
    openings,
    maxPlies,
    pairings,
    ...((header.book === undefined || openingPlies > 0) && { openingPlies }),
  };
  for (const name of SHARED_SETTINGS) {
    const read = searchField(name).read(String(settings[name] ?? ''));
    if (read.ok) kept[settingFlag(name)] = read.value;
  }
  for (const name of ['template', 'reuse', 'engine', 'engineDepth']) {
    const value = settings[name];
    if (value !== undefined) kept[name] = value;
  }
  for (const [name, flag] of Object.entries(MODEL_SETTINGS))
    if (settings[name] !== undefined) kept[flag] = settings[name];
  const unset = Object.entries(kept).filter(([name]) => !isGiven(name));
  return { ...flags, ...Object.fromEntries(unset) };
}

/**
 * Returns the options of a league, those of a continued file included.
 *
 * @param stored league in the file to which the games are appended
 */
export const effectiveFlags = (given: LeagueFlags, isGiven: IsGiven, stored: StoredLeague | undefined): LeagueFlags =>
  stored !== undefined && given.resume !== undefined ? storedFlags(stored, given, isGiven) : given;

/**
 * Returns the plan of a league. Throws a usage error if options do not fit.
 *
 * @param flags of `effectiveFlags`
 * @param stored league in the file to which the games are appended
 * @param read book of `--book`
 */
export function leaguePlan(
  flags: LeagueFlags,
  stored: StoredLeague | undefined,
  read: LeagueHeader['book'],
): LeaguePlan {
  const { game, hexSize, seed } = flags;
  const resumed = flags.resume === undefined ? undefined : stored;
  const methods = leaguePlayers(flags, resumed);
  const book = read ?? resumed?.header.book;
  const anchors = flags.anchor ?? resumed?.header.anchors;
  const header: LeagueHeader = {
    game,
    hexSize: game === 'hex' ? hexSize : 0,
    seed,
    openings: flags.openings,
    openingPlies: flags.openingPlies ?? (book === undefined ? PLIES[game] : 0),
    maxPlies: flags.maxPlies ?? (hasRepetition(game) ? MAX_PLIES : NO_LIMIT),
    pairings: flags.pairings,
    players: methods.map(playerLabel),
    settings: leagueSettings(flags),
    ...(book !== undefined && { book: { ...book, lines: book.lines.slice(0, flags.openings) } }),
    ...(anchors !== undefined && { anchors: [...anchors] }),
  };
  const openings = headerOpenings(header);
  if (openings.length === 0)
    throw usageError(
      `there is no opening of ${header.openingPlies} plies after which the game goes on; use fewer --opening-plies`,
    );
  if (read === undefined && book !== undefined && openings.length < flags.openings)
    throw usageError(
      `the file has ${openings.length} of the openings of ${book.file}; for more, name the book with --book`,
    );
  for (const { player } of anchors ?? [])
    if (!header.players.includes(player))
      throw usageError(`--anchor ${player} does not play; the players are ${header.players.join(', ')}`);
  const concurrency = requestConcurrency('league', flags);
  return {
    header: { ...header, openings: openings.length },
    players: methods,
    openings,
    flags: { ...flags, concurrency },
  };
}

/**
 * Throws a usage error if the games of a plan cannot be counted with those of a file.
 *
 * @param name name of the file
 */
export function checkContinued(stored: StoredLeague | undefined, header: LeagueHeader, name: string | undefined): void {
  const differing = stored && differingOption(stored.header, header);
  if (differing !== undefined)
    throw usageError(
      `${name} cannot be continued: it was played with ${settingOption(differing.option)} ${differing.stored}, not ${differing.wanted}; use another --out`,
    );
}

function leaguePlayers({ player = [] }: LeagueFlags, resumed: StoredLeague | undefined): readonly PlayerMethod[] {
  const known = (resumed?.header.players ?? []).map(readKnown);
  const all = new Map([...known, ...player].map((method) => [playerLabel(method), method]));
  if (all.size < 2)
    throw usageError(
      'a league requires two --player options or more, such as --player random --player rollouts:50; or --quick',
    );
  return [...all.values()];
}
