import { type Command, InvalidArgumentError, Option } from 'commander';
import { differingOption, type LeagueHeader, type StoredLeague } from '../../core/league/league-file.ts';
import { type LeagueOpening, leagueOpenings } from '../../core/league/play-game.ts';
import { PLAYER_FORMS, type PlayerMethod, playerLabel, readPlayer } from '../../core/league/players.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/games.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { SEARCH_FIELDS, type SearchField, type SearchOptions } from '../../core/search/settings-fields.ts';
import { MAV_SMALL_LABEL } from '../../models/sources/mav-small.ts';
import { usageError } from '../command.ts';
import { addFigureOptions, type FigureFlags } from '../io/append-file.ts';
import { addReferenceOptions, type ReferenceFlags } from '../mav/values.ts';
import { type ModelFlags, modelOptions, requestConcurrency } from '../model-options.ts';
import { mavDialectOption, wholeNumber } from '../options.ts';
import {
  addTreeOptions,
  formatOption,
  setting,
  settingFlag,
  type TreeFlags,
  treeSettings,
} from '../search/search-options.ts';

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

/**
 * Preset of `--quick`: a table with intervals within about a minute; the games start where the learned model has learned values.
 */
const QUICK = {
  openings: 12,
  openingPlies: 14,
  /** Number of concurrent games, whose requests the learned model answers together. */
  concurrency: 8,
  players: ['random', 'rollouts:10', 'rollouts:50', 'reference:2', `${MAV_SMALL_LABEL}/raw`],
} as const;

const searchField = (name: (typeof SHARED_SETTINGS)[number]) => SEARCH_FIELDS[name] as SearchField<unknown>;

/** Settings of the model whose names in a file differ from their flags: the plain names are those of the search. */
const MODEL_SETTINGS = { modelTemperature: 'temperature', maxTokens: 'maxTokens' } as const;

/** Returns the option of a setting in the file: `--top-logprobs` for `topLogprobs`. */
const settingOption = (name: string): string =>
  formatOption((MODEL_SETTINGS as Readonly<Record<string, string>>)[name] ?? settingFlag(name));

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
  const kept: Record<string, unknown> = { game, hexSize, seed, openings, openingPlies, maxPlies, pairings };
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
 * Returns the plan of a league. Throws a usage error if options do not fit, or differ from those of the continued file.
 *
 * @param stored league in the file to which the games are appended
 * @param name name of that file
 */
export function leaguePlan(
  given: LeagueFlags,
  isGiven: IsGiven,
  stored: StoredLeague | undefined,
  name: string | undefined,
): LeaguePlan {
  const flags = stored !== undefined && given.resume !== undefined ? storedFlags(stored, given, isGiven) : given;
  const { game, hexSize, seed } = flags;
  const methods = leaguePlayers(flags, given.resume === undefined ? undefined : stored);
  const isQuick = flags.quick === true && given.resume === undefined;
  const openingPlies = flags.openingPlies ?? (isQuick && game === 'connect_four' ? QUICK.openingPlies : PLIES[game]);
  const wanted = isQuick && !isGiven('openings') ? QUICK.openings : flags.openings;
  const openings = leagueOpenings({ game, hexSize, seed, plies: openingPlies }, wanted);
  if (openings.length === 0)
    throw usageError(
      `there is no opening of ${openingPlies} plies after which the game goes on; use fewer --opening-plies`,
    );
  const isChess = game === 'chess' || game === 'chess960';
  const anchor = flags.anchor ?? (given.resume === undefined ? undefined : stored?.header.anchor);
  const header: LeagueHeader = {
    game,
    hexSize: game === 'hex' ? hexSize : 0,
    seed,
    openings: openings.length,
    openingPlies,
    maxPlies: flags.maxPlies ?? (isChess ? MAX_PLIES : NO_LIMIT),
    pairings: flags.pairings,
    players: methods.map(playerLabel),
    settings: leagueSettings(flags),
    ...(anchor !== undefined && { anchor }),
  };
  if (anchor !== undefined && !header.players.includes(anchor.player))
    throw usageError(`--anchor ${anchor.player} does not play; the players are ${header.players.join(', ')}`);
  const differing = stored && differingOption(stored.header, header);
  if (differing !== undefined)
    throw usageError(
      `${name} cannot be continued: it was played with ${settingOption(differing.option)} ${differing.stored}, not ${differing.wanted}; use another --out`,
    );
  const concurrency = isQuick && !isGiven('concurrency') ? QUICK.concurrency : requestConcurrency('league', flags);
  return { header, players: methods, openings, flags: { ...flags, concurrency } };
}

function leaguePlayers({ player = [], quick }: LeagueFlags, stored: StoredLeague | undefined): readonly PlayerMethod[] {
  const names = [...(stored?.header.players ?? []), ...(stored === undefined && quick === true ? QUICK.players : [])];
  const known = names.map((text) => {
    const read = readPlayer(text);
    if (!read.ok) throw usageError(read.error);
    return read.value;
  });
  const all = new Map([...known, ...player].map((method) => [playerLabel(method), method]));
  if (all.size < 2)
    throw usageError(
      'a league requires two --player options or more, such as --player random --player rollouts:50; or --quick',
    );
  return [...all.values()];
}

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

/** Parsed options of a league. */
export interface LeagueFlags
  extends ReferenceFlags,
    FigureFlags,
    TreeFlags,
    ModelFlags,
    Pick<SearchOptions, 'scoring' | 'fallback' | 'topLogprobs' | 'form' | 'seed'> {
  // Time limit of the model, in seconds.
  readonly timeout?: number;
  readonly temperature?: number;
  readonly player?: readonly PlayerMethod[];
  readonly game: MavGameName;
  readonly hexSize: number;
  readonly openings: number;
  readonly openingPlies?: number;
  readonly maxPlies?: number;
  readonly pairings: number;
  readonly anchor?: { readonly player: string; readonly elo: number };
  readonly reuse: boolean;
  readonly template: string;
  readonly mavDialect?: MavDialect;
  readonly quick?: boolean;
  readonly resume?: string;
  readonly svg?: string;
}

/** Bounds: a league with more games plays for weeks. */
const MAX_OPENINGS = 100_000;
const MAX_OPENING_PLIES = 60;
const MAX_PLIES_OPTION = 10_000;
const MAX_HEX = 26;

function parsePlayer(text: string): PlayerMethod {
  const read = readPlayer(text);
  if (read.ok) return read.value;
  throw new InvalidArgumentError(`${read.error}.`);
}

const players = (text: string, before: readonly PlayerMethod[] = []): readonly PlayerMethod[] => [
  ...before,
  parsePlayer(text),
];

/** Parses `random`, or `random=500`. */
function parseAnchor(text: string): { readonly player: string; readonly elo: number } {
  const [, name = text, number = '0'] = /^(.*)=(-?\d{1,5})$/.exec(text) ?? [];
  return { player: playerLabel(parsePlayer(name)), elo: Number(number) };
}

export const addLeagueOptions = (command: Command): Command =>
  addFigureOptions(
    addReferenceOptions(
      addTreeOptions(
        modelOptions(command, 'league')
          .addOption(new Option('--player <name>', `${PLAYER_FORMS}; repeatable`).argParser(players))
          .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('connect_four'))
          .addOption(
            new Option('--hex-size <n>', 'cells of a side of Hex').argParser(wholeNumber(2, MAX_HEX)).default(7),
          )
          .addOption(
            new Option('--openings <n>', 'openings; each two players play each twice')
              .argParser(wholeNumber(1, MAX_OPENINGS))
              .default(20),
          )
          .addOption(
            new Option(
              '--opening-plies <n>',
              'plies of an opening (default: chess 6, chess960 and connect_four 4, hex 2, othello 6)',
            ).argParser(wholeNumber(0, MAX_OPENING_PLIES)),
          )
          .addOption(
            new Option('--pairings <n>', 'pairs of players drawn for each opening, as in the paper; 0: all pairs')
              .argParser(wholeNumber(0, MAX_OPENINGS))
              .default(0),
          )
          .addOption(
            new Option(
              '--max-plies <n>',
              'end games after this many plies (default: 400 in chess, else none)',
            ).argParser(wholeNumber(1, MAX_PLIES_OPTION)),
          )
          .addOption(
            new Option(
              '--anchor <player>',
              'player whose Elo is 0, or as in random=500 (default: the mean of all players is 0)',
            ).argParser(parseAnchor),
          )
          .option('--no-reuse', 'begin every search with a new tree')
          .option(
            '--quick',
            'a ladder of players that need no network, and those of --player: Connect Four, 12 openings, 8 games at a time, unless set otherwise',
          )
          .addOption(setting('--scoring <method>', 'scoring'))
          .addOption(setting('--fallback <rule>', 'fallback'))
          .addOption(setting('--top-logprobs <n>', 'topLogprobs'))
          .addOption(setting('--form <form>', 'form').default('state'))
          .option('--template <name>', 'prompt template', 'mav-raw'),
      ).addOption(setting('--seed <n>', 'seed')),
    )
      .addOption(mavDialectOption())
      .option('--resume <file>', 'continue what this file holds')
      .option('--svg <file>', 'write the curves of Elo against budget'),
  );
