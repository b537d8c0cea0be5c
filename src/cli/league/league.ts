import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { isChessVariant } from '../../core/games/chess/chess-variants.ts';
import { hasPgn } from '../../core/league/league-exports.ts';
import {
  gameLine,
  type LeagueHeader,
  leagueHeaderLine,
  PLAYING_ENGINE,
  readLeague,
  type StoredLeague,
} from '../../core/league/league-file.ts';
import { headerOpenings, OpeningBook } from '../../core/league/opening-book.ts';
import { type GameRecord, playLeague, replaysAsStored } from '../../core/league/play-game.ts';
import type { PlayerMethod } from '../../core/league/players.ts';
import { gameKey, makeSchedule } from '../../core/league/schedule.ts';
import { computeLeague } from '../../core/league/standings.ts';
import { FileLock } from '../../models/runs/node-lock.ts';
import { type Act, attempt, usageError } from '../command.ts';
import { AppendFile } from '../io/append-file.ts';
import { wholeBlocks } from '../io/file-blocks.ts';
import { writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { TextSource } from '../io/text-source.ts';
import { checkModelFlags } from '../search/search-options.ts';
import { addLeagueOptions, type LeagueFlags } from './league-options.ts';
import { checkLeagueOutputs, exitStatus, writeLeague } from './league-output.ts';
import {
  checkContinued,
  effectiveFlags,
  type IsGiven,
  type LeaguePlan,
  leaguePlan,
  quickBook,
  quickFlags,
  quickGames,
} from './league-plan.ts';
import { PlayingEngine, withPlayers } from './open-players.ts';

/** Problems that are reported one by one; the rest is counted. */
const MAX_TOLD = 10;

/**
 * Reads the openings of `--book`. Games that are no openings are left out, each with its place.
 *
 * @param count maximum number of openings; undefined: all
 */
async function readBook(
  terminal: Terminal,
  file: string,
  { game, openingPlies }: Pick<LeagueFlags, 'game' | 'openingPlies'>,
  count: number | undefined,
): Promise<NonNullable<LeagueHeader['book']>> {
  if (!isChessVariant(game))
    throw usageError(`--book has openings of chess, and the league is of ${game}; add --game chess`);
  const options = { command: 'league', accepted: ['pgn'], choices: ['pgn'] } as const;
  return TextSource.with(terminal, file, options, async (source) => {
    const book = new OpeningBook({ game, plies: openingPlies });
    for await (const { text } of wholeBlocks(source)) {
      book.add(text);
      if (count !== undefined && book.lines.length >= count) break;
    }
    const { problems, repeated, games, lines } = book;
    for (const { line, column, message } of problems.slice(0, MAX_TOLD))
      terminal.note(`${source.name}:${line}:${column}: ${message}; left out`);
    if (problems.length > MAX_TOLD)
      terminal.note(`${source.name}: ${plural(problems.length - MAX_TOLD, 'more game')} left out for such reasons`);
    if (repeated > 0)
      terminal.note(`${source.name}: ${plural(repeated, 'game')} left out that reach the position of an earlier one`);
    if (lines.length === 0)
      throw usageError(`${source.name}: none of ${plural(games, 'game')} is an opening of ${game}`);
    if (count !== undefined && lines.length < count)
      terminal.note(`${source.name} has ${plural(lines.length, 'opening')}, fewer than --openings ${count}`);
    return {
      file: path.basename(source.name),
      lines: lines.slice(0, count).map((one) => ({ ...one, actions: [...one.actions] })),
    };
  });
}

const AFTER_HELP = `
A player is a model and how it plays. Every two players play every opening twice, with sides swapped; an illegal or unreadable answer
loses the game. --player can be repeated. --quick needs no network. --out appends the games to a .league.jsonl file: repeat the command to
continue an interrupted league. --template is mav-raw, or mav with instructions.

Example:
  $ statelens league --quick
  $ statelens league --player reference:rules/raw --player rollouts:50 --player random --openings 10 --out four.league.jsonl
  $ statelens league --resume four.league.jsonl --openings 20 --html four.html --svg four.svg`;

/** Returns true if a player sends prompts to a model. */
const asksModel = (method: PlayerMethod): boolean => 'model' in method;

/** Returns true for an engine that plays by the clock. */
const isTimed = (method: PlayerMethod): boolean => method.kind === 'engine' && 'movetime' in method.limit;

/** From this ply on the exact solver of Connect Four takes at most seconds. */
const SOLVED_PLY = 8;

export function define(command: Command, act: Act): void {
  const isGiven: IsGiven = (option) => command.getOptionValueSource(option) === 'cli';
  command.description('Play games between models, searches and baselines, and rate them (Schultz et al., section 5).');
  addLeagueOptions(command)
    .addHelpText('after', AFTER_HELP)
    .action(act((terminal, flags: LeagueFlags) => leagues(terminal, flags, isGiven)));
}

/** Plays the league of the options, or those of `--quick`, one after another. */
async function leagues(terminal: Terminal, given: LeagueFlags, isGiven: IsGiven): Promise<number> {
  if (given.quick !== true || given.resume !== undefined) return league(terminal, given, isGiven);
  let status = 0;
  for (const [i, game] of quickGames(given, isGiven).entries()) {
    if (i > 0 && given.json !== true) await terminal.print('\n');
    status = Math.max(status, await league(terminal, quickFlags({ ...given, game }, isGiven), isGiven));
  }
  return status;
}

async function league(terminal: Terminal, given: LeagueFlags, isGiven: IsGiven): Promise<number> {
  const { resume, overwrite, json, markdown } = given;
  if (resume !== undefined && given.out !== undefined) throw usageError('use --resume or --out, not both');
  if (json === true && markdown === true) throw usageError('use --json or --markdown, not both');
  const file = resume ?? given.out;
  if (resume === undefined) checkOutput(file, { kind: 'league', inputs: [], overwrite });
  const inputs = file === undefined ? [] : [file];
  checkLeagueOutputs(given, [...inputs, ...(given.book === undefined ? [] : [given.book])]);
  const lock = file === undefined ? undefined : locked(file);
  try {
    const found = file === undefined ? undefined : storedLeague(file, resume !== undefined, overwrite === true);
    const stored = found && (await checked(found));
    const plan = await planned(terminal, given, isGiven, stored);
    checkModelFlags(terminal, plan.players.some(asksModel), isGiven);
    if (stored !== undefined && stored.damaged > 0)
      terminal.note(`${file}: ${plural(stored.damaged, 'damaged line')}; their games are played again`);
    if (stored !== undefined && stored.foreign > 0)
      terminal.note(
        `${file}: ${plural(stored.foreign, 'game')} of players or openings that the league does not have, left out`,
      );
    return await PlayingEngine.with(terminal, plan.players, plan.flags, (engine) => {
      const named = engine === undefined ? plan : withSetting(plan, PLAYING_ENGINE, engine.name);
      checkContinued(stored, named.header, file);
      return play(terminal, named, engine, stored, file);
    });
  } finally {
    lock?.release();
  }
}

/** Returns the plan of a league, with the openings of its book. */
async function planned(
  terminal: Terminal,
  given: LeagueFlags,
  isGiven: IsGiven,
  stored: StoredLeague | undefined,
): Promise<LeaguePlan> {
  const flags = effectiveFlags(given, isGiven, stored);
  if (flags.pgn !== undefined && !hasPgn(flags))
    throw usageError(`--pgn writes games of chess, and these are of ${flags.game}`);
  if (flags.book === undefined) return leaguePlan(flags, stored, quickBook(flags));
  const book = await readBook(terminal, flags.book, flags, isGiven('openings') ? flags.openings : undefined);
  return leaguePlan({ ...flags, openings: book.lines.length }, stored, book);
}

function withSetting(plan: LeaguePlan, name: string, value: string): LeaguePlan {
  const { header } = plan;
  return { ...plan, header: { ...header, settings: { ...header.settings, [name]: value } } };
}

function locked(file: string): FileLock {
  const lock = attempt(`cannot write ${file}`, () => FileLock.take(file));
  if (!lock.ok) throw usageError(lock.error.message);
  return lock.value;
}

/**
 * Returns the league in a file to continue; undefined for a new file, or one of another kind that may be overwritten.
 */
function storedLeague(file: string, mustExist: boolean, mayReplace: boolean): StoredLeague | undefined {
  const isThere = existsSync(file);
  if (!isThere && !mustExist) return undefined;
  const text = attempt(`cannot read ${file}`, () => readFileSync(file, 'utf8'));
  if (!mustExist && text === '') return undefined;
  const read = readLeague(text);
  if (read.ok) return read.value;
  if (mayReplace && !mustExist) return undefined;
  throw usageError(`${file} cannot be continued: ${read.error}`);
}

/** Returns a stored league without the games whose actions do not lead to their results. */
async function checked(stored: StoredLeague): Promise<StoredLeague> {
  const { header } = stored;
  const openings = headerOpenings(header);
  const games: GameRecord[] = [];
  for (const game of stored.games) {
    const opening = openings[game.opening];
    if (opening !== undefined && (await replaysAsStored(game, opening, header))) games.push(game);
  }
  return { ...stored, games, damaged: stored.damaged + stored.games.length - games.length };
}

async function play(
  terminal: Terminal,
  plan: LeaguePlan,
  engine: PlayingEngine | undefined,
  stored: StoredLeague | undefined,
  file: string | undefined,
): Promise<number> {
  const { header, openings, players: methods, flags } = plan;
  const wanted = makeSchedule(header.players, openings.length, header);
  const records = new Map((stored?.games ?? []).map((game): [string, GameRecord] => [gameKey(game), game]));
  const games = wanted.filter((game) => !records.has(gameKey(game)));
  if (header.game === 'connect_four' && header.openingPlies < SOLVED_PLY && header.players.includes('reference'))
    terminal.note(
      `the exact solver takes minutes a move before ply ${SOLVED_PLY}; --opening-plies ${SOLVED_PLY} begins behind it`,
    );
  if (methods.some(isTimed) && flags.concurrency > availableParallelism())
    terminal.note(
      `${plural(flags.concurrency, 'game')} at a time share ${plural(availableParallelism(), 'core')}: engines have less of their time a move than it says; use a lower --concurrency`,
    );
  const progress = terminal.progress('playing', games.length, ' games');
  const rules = { game: header.game, maxPlies: header.maxPlies, seed: header.seed };
  const { faults, isStopped } = await terminal.interruptible((signal) =>
    withPlayers(terminal, methods, flags, engine, async (players) => {
      const output = file === undefined ? undefined : opened(file, plan, stored);
      const onGame = (record: GameRecord): void => {
        records.set(gameKey(record), record);
        output?.write(gameLine(record));
        output?.flush();
        progress.step();
      };
      try {
        const { concurrency } = flags;
        const faults = await playLeague({ games, openings, players, rules, concurrency, signal, onGame });
        return { faults, isStopped: signal.aborted };
      } finally {
        output?.close();
        progress.end();
      }
    }),
  );
  const table = computeLeague(header, [...records.values()]);
  await writeLeague(terminal, table, [...records.values()], flags);
  return exitStatus(terminal, table, faults, isStopped, file);
}

/** Opens the file of the games, with a header that has all players and openings. */
function opened(file: string, { header }: LeaguePlan, stored: StoredLeague | undefined): AppendFile {
  // Damaged lines are removed, too: the games played in their place follow.
  const hasChanged =
    stored !== undefined &&
    (stored.damaged > 0 ||
      JSON.stringify(stored.header.anchors) !== JSON.stringify(header.anchors) ||
      stored.header.settings[PLAYING_ENGINE] !==
        (header.settings[PLAYING_ENGINE] ?? stored.header.settings[PLAYING_ENGINE]) ||
      stored.header.openings < header.openings ||
      stored.header.pairings !== header.pairings ||
      header.players.some((player) => !stored.header.players.includes(player)));
  // In one step: the file of a killed process always has a whole header.
  if (stored === undefined) writeText(file, leagueHeaderLine(header));
  else if (hasChanged)
    writeText(file, [leagueHeaderLine(grown(stored.header, header)), ...stored.games.map(gameLine)].join(''));
  return new AppendFile(file, true);
}

/** Returns a header with the players, the openings and the engine of both. */
function grown(stored: LeagueHeader, wanted: LeagueHeader): LeagueHeader {
  const { openings, book } = stored.openings > wanted.openings ? stored : wanted;
  return {
    ...wanted,
    openings,
    ...(book !== undefined && { book }),
    players: [...new Set([...stored.players, ...wanted.players])],
    settings: { ...stored.settings, ...wanted.settings },
  };
}
