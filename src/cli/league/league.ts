import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { err, ok, type Result } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import type { ReportTable } from '../../core/evaluation/report/tables.ts';
import { leagueSvg } from '../../core/league/curves.ts';
import { leagueHtml, leagueJson, leagueMarkdown } from '../../core/league/league-exports.ts';
import { gameLine, leagueHeaderLine, readLeague, type StoredLeague } from '../../core/league/league-file.ts';
import {
  endsSentence,
  leagueMethodNotes,
  leagueTitle,
  pairTable,
  ratingTable,
} from '../../core/league/league-tables.ts';
import {
  type GameRecord,
  type LeagueFaults,
  leagueOpenings,
  playLeague,
  replaysAsStored,
} from '../../core/league/play-game.ts';
import type { PlayerMethod } from '../../core/league/players.ts';
import { gameKey, makeSchedule } from '../../core/league/schedule.ts';
import type { LeaguePlayer } from '../../core/league/seats.ts';
import { computeLeague, type League } from '../../core/league/standings.ts';
import { MAV_GAMES } from '../../core/mav/games.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { leaguePlayer, type PlayerParts } from '../../models/league-players.ts';
import type { Model } from '../../models/model.ts';
import { FileLock } from '../../models/runs/node-lock.ts';
import { type Act, attempt, EXIT, packageVersion, usageError } from '../command.ts';
import { AppendFile } from '../io/append-file.ts';
import { writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { type Align, columns, type Style, type Terminal } from '../io/terminal.ts';
import { withValues } from '../mav/values.ts';
import { mavTemplate, modelNamed } from '../predict/open-model.ts';
import { checkModelFlags, treeSettings } from '../search/search-options.ts';
import { addLeagueOptions, type IsGiven, type LeagueFlags, type LeaguePlan, leaguePlan } from './league-plan.ts';

const AFTER_HELP = `
A player is a model and how it plays. Every two players play every opening twice, with sides swapped; an illegal or unreadable answer
loses the game. --quick has a ladder of players that need no network. --out appends the games to a .league.jsonl file: repeat the command to
continue an interrupted league. --template is mav-raw, or mav with instructions.

Example:
  $ statelens league --quick
  $ statelens league --player reference:rules/raw --player rollouts:50 --player random --openings 10 --out four.league.jsonl
  $ statelens league --resume four.league.jsonl --openings 20 --html four.html --svg four.svg`;

/** Returns true if a player sends prompts to a model. */
const asksModel = (method: PlayerMethod): boolean => 'model' in method;

/** From this ply on the exact solver of Connect Four takes at most seconds. */
const SOLVED_PLY = 8;

export function define(command: Command, act: Act): void {
  const isGiven: IsGiven = (option) => command.getOptionValueSource(option) === 'cli';
  command.description('Play games between models, searches and baselines, and rate them (Schultz et al., section 5).');
  addLeagueOptions(command)
    .addHelpText('after', AFTER_HELP)
    .action(act((terminal, flags: LeagueFlags) => league(terminal, flags, isGiven)));
}

async function league(terminal: Terminal, given: LeagueFlags, isGiven: IsGiven): Promise<number> {
  const { resume, html, svg, overwrite, json, markdown } = given;
  if (resume !== undefined && given.out !== undefined) throw usageError('use --resume or --out, not both');
  if (json === true && markdown === true) throw usageError('use --json or --markdown, not both');
  const file = resume ?? given.out;
  if (resume === undefined) checkOutput(file, { kind: 'league', inputs: [], overwrite });
  const inputs = file === undefined ? [] : [file];
  checkOutput(html, { kind: 'league-html', inputs, overwrite });
  checkOutput(svg, { kind: 'svg', inputs, overwrite });
  const lock = file === undefined ? undefined : locked(file);
  try {
    const found = file === undefined ? undefined : storedLeague(file, resume !== undefined, overwrite === true);
    const stored = found && (await checked(found));
    const plan = leaguePlan(given, isGiven, stored, file);
    checkModelFlags(terminal, plan.players.some(asksModel), isGiven);
    if (stored !== undefined && stored.damaged > 0)
      terminal.note(`${file}: ${plural(stored.damaged, 'damaged line')}; their games are played again`);
    if (stored !== undefined && stored.foreign > 0)
      terminal.note(
        `${file}: ${plural(stored.foreign, 'game')} of players or openings that the league does not have, left out`,
      );
    return await play(terminal, plan, stored, file);
  } finally {
    lock?.release();
  }
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
  const openings = leagueOpenings({ ...header, plies: header.openingPlies }, header.openings);
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
  const progress = terminal.progress('playing', games.length, ' games');
  const rules = { game: header.game, maxPlies: header.maxPlies, seed: header.seed };
  const { faults, isStopped } = await terminal.interruptible((signal) =>
    withPlayers(terminal, methods, flags, async (players) => {
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
  await write(terminal, table, flags);
  return exitStatus(terminal, table, faults, isStopped, file);
}

/** Opens the file of the games, with a header that has all players and openings. */
function opened(file: string, { header }: LeaguePlan, stored: StoredLeague | undefined): AppendFile {
  // Damaged lines are removed, too: the games played in their place follow.
  const hasChanged =
    stored !== undefined &&
    (stored.damaged > 0 ||
      JSON.stringify(stored.header.anchor) !== JSON.stringify(header.anchor) ||
      stored.header.openings < header.openings ||
      stored.header.pairings !== header.pairings ||
      header.players.some((player) => !stored.header.players.includes(player)));
  // In one step: the file of a killed process always has a whole header.
  if (stored === undefined) writeText(file, leagueHeaderLine(header));
  else if (hasChanged)
    writeText(file, [leagueHeaderLine(grown(stored.header, header)), ...stored.games.map(gameLine)].join(''));
  return new AppendFile(file, true);
}

/** Returns a header with the players and openings of both. */
const grown = (stored: LeaguePlan['header'], wanted: LeaguePlan['header']): LeaguePlan['header'] => ({
  ...wanted,
  openings: Math.max(stored.openings, wanted.openings),
  players: [...new Set([...stored.players, ...wanted.players])],
});

async function write(terminal: Terminal, table: League, flags: LeagueFlags): Promise<void> {
  const { html, svg, json, markdown } = flags;
  if (html !== undefined) writeText(html, leagueHtml(table, `statelens ${packageVersion()}`));
  if (svg !== undefined) {
    const drawing = leagueSvg(table);
    if (drawing === undefined)
      terminal.note(`no curve to write to ${svg}: no model or reference has two rated budgets`);
    else writeText(svg, drawing);
  }
  const text =
    json === true
      ? `${JSON.stringify(leagueJson(table))}\n`
      : markdown === true
        ? leagueMarkdown(table)
        : leagueText(table, terminal.style);
  await terminal.print(text);
}

function exitStatus(
  terminal: Terminal,
  { games, scheduled }: League,
  { games: failed, message, isGivenUp }: LeagueFaults,
  isStopped: boolean,
  file: string | undefined,
): number {
  if (failed > 0)
    terminal.note(
      `${plural(failed, 'game')} could not be played to the end${isGivenUp ? '; gave up' : ''} (the last: ${message})`,
    );
  if (isStopped) {
    const next = file === undefined ? 'the games are lost without --out' : `continue with --resume ${file}`;
    terminal.note(`interrupted; ${next}`);
  }
  return games < scheduled ? EXIT.incomplete : EXIT.ok;
}

/** Sources of values by depth, each opened on first use. */
class Sources {
  readonly #terminal: Terminal;
  readonly #flags: LeagueFlags;
  readonly #known = new Map<number | undefined, ValueSource>();
  readonly #closing: Promise<void>[] = [];
  #close: () => void = () => undefined;
  readonly #closed = new Promise<void>((resolve) => {
    this.#close = resolve;
  });

  constructor(terminal: Terminal, flags: LeagueFlags) {
    this.#terminal = terminal;
    this.#flags = flags;
  }

  /** Returns the source at a depth of the engine, which opens the engine with the first position. */
  at(depth: number | undefined): ValueSource {
    const known = this.#known.get(depth);
    if (known !== undefined) return known;
    const source = this.#lazy(depth);
    this.#known.set(depth, source);
    return source;
  }

  #lazy(depth: number | undefined): ValueSource {
    let opened: Promise<ValueSource> | undefined;
    const open = (): Promise<ValueSource> => {
      opened ??= new Promise((resolve, reject) => {
        const flags = { ...this.#flags, ...(depth !== undefined && { engineDepth: depth }) };
        const closing = withValues(this.#terminal, { ...flags, values: 'engine' }, (source) => {
          if (source !== undefined) resolve(source);
          return this.#closed;
        });
        closing.catch(reject);
        this.#closing.push(closing);
      });
      return opened;
    };
    return {
      label: depth === undefined ? 'reference' : `reference:${depth}`,
      games: MAV_GAMES,
      values: async (position, signal) => (await open()).values(position, signal),
      dispose: () => Promise.resolve(),
    };
  }

  async close(): Promise<void> {
    this.#close();
    await Promise.all(this.#closing);
  }
}

/** Opens the players of a league, and closes their engines afterwards. */
async function withPlayers<T>(
  terminal: Terminal,
  methods: readonly PlayerMethod[],
  flags: LeagueFlags,
  use: (players: ReadonlyMap<string, LeaguePlayer>) => Promise<T>,
): Promise<T> {
  const { scoring, fallback, topLogprobs, form, mavDialect: dialect = PUBLISHED_DIALECT, game } = flags;
  const template = mavTemplate(flags.template);
  const sources = new Sources(terminal, flags);
  const models = new Map<string, Model>();
  const parts: PlayerParts = {
    game,
    clock: terminal.clock,
    search: treeSettings(flags),
    asking: { scoring, fallback, topLogprobs, form, dialect, template, settings: {} },
    isReused: flags.reuse,
    openModel: (label) =>
      openOnce(models, label, () => modelNamed(terminal, label, flags, () => sources.at(undefined))),
    openValues: (depth) => sources.at(depth),
  };
  try {
    const players = new Map<string, LeaguePlayer>();
    for (const method of methods) {
      const player = leaguePlayer(method, parts);
      if (!player.ok) throw usageError(player.error);
      players.set(player.value.label, player.value);
    }
    return await use(players);
  } finally {
    await sources.close();
  }
}

/** Opens a model that several players use only once. */
function openOnce(models: Map<string, Model>, label: string, open: () => Model): Result<Model, string> {
  const model = models.get(label) ?? open();
  models.set(label, model);
  return label === '' ? err('a model has no name') : ok(model);
}

/** Returns the table of a league for a terminal. */
const leagueText = (league: League, style: Style): string =>
  [
    style.bold(leagueTitle(league)),
    '',
    ...tableLines(ratingTable(league)),
    '',
    ...tableLines(pairTable(league)),
    '',
    endsSentence(league),
    ...leagueMethodNotes(league).map((note) => style.dim(note)),
    '',
  ].join('\n');

function tableLines({ head, rows, texts = 1 }: ReportTable): string[] {
  const align = head.map((_, i): Align => (i < texts ? 'left' : 'right'));
  return columns([head, ...rows.map((row) => [row.head, ...row.cells])], align);
}
