import { differingOption, type LeagueHeader, type StoredLeague } from '../../core/league/league-file.ts';
import { leagueOpenings, type Opening } from '../../core/league/openings.ts';
import { type PlayerMethod, playerLabel, readPlayer } from '../../core/league/players.ts';
import type { MavGameName } from '../../core/mav/games.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { SEARCH_FIELDS, type SearchField, type SearchOptions } from '../../core/search/settings-fields.ts';
import { MAV_SMALL_LABEL } from '../../models/builtin/names.ts';
import { usageError } from '../command.ts';
import { concurrencyOf } from '../model-options.ts';
import { flagOfSetting, optionOf, treeSettings } from '../search/search-options.ts';
import { type LeagueFlags, SHARED_SETTINGS } from './league-options.ts';

/** Tells whether the user wrote an option. */
export type IsGiven = (option: string) => boolean;

/** A league to play. */
export interface LeaguePlan {
  readonly header: LeagueHeader;
  readonly players: readonly PlayerMethod[];
  readonly openings: readonly Opening[];
  /** The flags that players are made with, those of a resumed file put in. */
  readonly flags: LeagueFlags & { readonly concurrency: number };
}

/** Options that depend on the game. */
const PLIES: Readonly<Record<MavGameName, number>> = { chess: 6, chess960: 4, connect_four: 4, hex: 2, othello: 6 };
const MAX_PLIES = 400;
/** More plies than any game of stones has. */
const NO_LIMIT = 10_000;

/**
 * The preset of `--quick`: a ladder that a table with intervals can be seen on in about a minute, with the learned model from where it
 * has learned values.
 */
const QUICK = {
  openings: 12,
  openingPlies: 14,
  /** Games at a time, whose requests the learned model answers together. */
  concurrency: 8,
  players: ['random', 'rollouts:10', 'rollouts:50', 'reference:2', `${MAV_SMALL_LABEL}/raw`],
} as const;

const fieldOf = (name: (typeof SHARED_SETTINGS)[number]) => SEARCH_FIELDS[name] as SearchField<unknown>;

/** Settings of the model that a file holds under other names than their flags have: the plain names are those of the search. */
const MODEL_SETTINGS = { modelTemperature: 'temperature', maxTokens: 'maxTokens' } as const;

/** Returns the option of a setting in the file: `--top-logprobs` for `topLogprobs`. */
const optionOfSetting = (name: string): string =>
  optionOf((MODEL_SETTINGS as Readonly<Record<string, string>>)[name] ?? flagOfSetting(name));

/** The settings that all players share, as the file has them. */
function settingsOf(flags: LeagueFlags): LeagueHeader['settings'] {
  const { template, reuse, engine, engineDepth, mavDialect, temperature, maxTokens } = flags;
  const values: Partial<Record<keyof SearchOptions, unknown>> = { ...flags, ...treeSettings(flags) };
  return {
    ...Object.fromEntries(SHARED_SETTINGS.map((name) => [name, fieldOf(name).print(values[name])])),
    template,
    reuse,
    ...(engine !== undefined && { engine }),
    ...(engineDepth !== undefined && { engineDepth }),
    ...(temperature !== undefined && { modelTemperature: temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(mavDialect !== undefined && mavDialect !== PUBLISHED_DIALECT && { mavDialect: JSON.stringify(mavDialect) }),
  };
}

/** The flags of a file, in place of those that the user did not write. */
function flagsOf({ header }: StoredLeague, flags: LeagueFlags, isGiven: IsGiven): LeagueFlags {
  const { settings, game, hexSize, seed, openings, openingPlies, maxPlies, pairings } = header;
  const kept: Record<string, unknown> = { game, hexSize, seed, openings, openingPlies, maxPlies, pairings };
  for (const name of SHARED_SETTINGS) {
    const read = fieldOf(name).read(String(settings[name] ?? ''));
    if (read.ok) kept[flagOfSetting(name)] = read.value;
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
 * What is to be played. Throws a usage error where options do not fit, or not those of the file that is continued.
 *
 * @param stored the league of the file that the games are appended to
 * @param name of that file
 */
export function leaguePlan(
  given: LeagueFlags,
  isGiven: IsGiven,
  stored: StoredLeague | undefined,
  name: string | undefined,
): LeaguePlan {
  const flags = stored !== undefined && given.resume !== undefined ? flagsOf(stored, given, isGiven) : given;
  const { game, hexSize, seed } = flags;
  const methods = playersOf(flags, given.resume === undefined ? undefined : stored);
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
    settings: settingsOf(flags),
    ...(anchor !== undefined && { anchor }),
  };
  if (anchor !== undefined && !header.players.includes(anchor.player))
    throw usageError(`--anchor ${anchor.player} does not play; the players are ${header.players.join(', ')}`);
  const differing = stored && differingOption(stored.header, header);
  if (differing !== undefined)
    throw usageError(
      `${name} cannot be continued: it was played with ${optionOfSetting(differing.option)} ${differing.stored}, not ${differing.wanted}; use another --out`,
    );
  const concurrency = isQuick && !isGiven('concurrency') ? QUICK.concurrency : concurrencyOf('league', flags);
  return { header, players: methods, openings, flags: { ...flags, concurrency } };
}

function playersOf({ player = [], quick }: LeagueFlags, stored: StoredLeague | undefined): readonly PlayerMethod[] {
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
