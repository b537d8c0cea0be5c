import path from 'node:path';
import * as v from 'valibot';
import { type GameDivision, GameSplitter, type Part } from '../../core/datasets/game-split.ts';
import { GameStats, statisticsRows, statisticsSummary } from '../../core/datasets/game-stats.ts';
import type { Rows } from '../../core/datasets/game-text.ts';
import { EXIT } from '../command.ts';
import { columns } from '../io/columns.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import type { ClusterFlags } from '../options.ts';
import { ChosenGames } from './chosen-games.ts';
import type { GameFormat } from './game-writer.ts';
import type { Choice, ChoiceFlags } from './games-options.ts';
import { hashed, type Manifest, manifestOf, type Recipe, recipeSchema, writeManifest } from './manifest.ts';
import { Outputs } from './outputs.ts';

/** What commander makes of the options of the command. */
export interface GamesFlags extends ChoiceFlags, ClusterFlags {
  readonly split?: string;
  readonly count?: boolean;
  readonly stats?: boolean;
  readonly json?: boolean;
  readonly format?: GameFormat;
  readonly rows: Rows;
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly manifest?: boolean;
  readonly from?: string;
}

/** What a call does. */
export interface Task {
  readonly files: readonly string[];
  readonly choice: Choice;
  readonly flags: GamesFlags;
  readonly format: GameFormat;
  readonly parts: readonly Part[] | undefined;
  /** Paths of the outputs, one for each part. */
  readonly outs: readonly (string | undefined)[];
}

/**
 * Does what a call asks for; returns the exit status.
 *
 * @param expected the manifest whose outputs this repeats
 */
export async function run(
  terminal: Terminal,
  task: Task,
  expected: Manifest | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { count = false, stats = false, json = false, manifest = false, out } = task.flags;
  const division = await divide(terminal, task, signal);
  const chosen = new ChosenGames(terminal, task.files, task.choice, signal, division === undefined);
  const statistics = stats ? new GameStats() : undefined;
  const outputs =
    count || stats || signal.aborted
      ? undefined
      : await Outputs.open(terminal, task.outs, task.format, task.flags.rows, division);
  try {
    for await (const group of chosen.groups()) {
      for (const game of group) {
        statistics?.add(game.facts);
        outputs?.add(game);
      }
      await outputs?.flush();
    }
    outputs?.end();
    await outputs?.flush();
    if (signal.aborted) {
      outputs?.discard();
      terminal.note(`interrupted${out === undefined ? '' : `; ${task.outs.join(', ')} not written`}`);
      return EXIT.incomplete;
    }
    outputs?.commit();
  } catch (error) {
    outputs?.discard();
    throw error;
  }
  if (count) await terminal.print(`${chosen.counts.sampled}\n`);
  else if (statistics !== undefined) await printStatistics(terminal, statistics, json);
  noteCounts(terminal, chosen, division, count || stats);
  if (manifest && outputs !== undefined && out !== undefined)
    await describe(terminal, task, out, { counts: chosen.counts, division, hashes: outputs.hashes });
  return chosen.isWhole && isExpected(terminal, expected, outputs) ? EXIT.ok : EXIT.incomplete;
}

/** Divides the games, which are read once more for that; undefined where they are not to be divided. */
async function divide(
  terminal: Terminal,
  { files, choice, flags, parts }: Task,
  signal: AbortSignal,
): Promise<GameDivision | undefined> {
  if (parts === undefined) return undefined;
  const { openingPlies, openingLines } = flags;
  const splitter = new GameSplitter({ openingPlies, openingLines });
  for await (const group of new ChosenGames(terminal, files, choice, signal).groups())
    for (const { facts } of group) splitter.add(facts);
  return splitter.divide(parts, choice.seed);
}

function noteCounts(
  terminal: Terminal,
  { counts, missingTags }: ChosenGames,
  division: GameDivision | undefined,
  isPrinted: boolean,
): void {
  const { read, sampled } = counts;
  if (!isPrinted) terminal.note(`${sampled.toLocaleString('en-US')} of ${plural(read, 'game')} chosen`);
  for (const { name, games, clusters, positions, known } of division?.figures ?? []) {
    const share = positions === 0 ? 0 : (100 * known) / positions;
    const shared = known === 0 ? '' : `; ${share.toFixed(1)} % of their positions are openings of the first part`;
    terminal.note(`${name}: ${plural(games, 'game')} in ${plural(clusters, 'cluster')}${shared}`);
  }
  if (missingTags.length > 0)
    terminal.note(`no game has the tag ${missingTags.join(', ')}; an absent tag fits no comparison`);
}

/** The options that decide about the output: those that were given, and defaults. */
function recipeOf({ format, parts, flags }: Task): Recipe {
  const { openingPlies, openingLines, ...rest } = flags;
  return v.parse(recipeSchema, { ...rest, format, ...(parts !== undefined && { openingPlies, openingLines }) });
}

/** What a manifest says about the outputs. */
interface Made {
  readonly counts: ChosenGames['counts'];
  readonly division: GameDivision | undefined;
  readonly hashes: readonly string[];
}

/** Writes the manifest of the outputs. */
async function describe(
  terminal: Terminal,
  task: Task,
  out: string,
  { counts, division, hashes }: Made,
): Promise<void> {
  const file = manifestOf(out);
  const folder = path.dirname(file);
  writeManifest(file, {
    sources: await hashed(terminal, task.files, folder),
    notIn: await hashed(terminal, task.choice.notIn, folder),
    recipe: recipeOf(task),
    counts,
    ...(division !== undefined && { parts: [...division.figures] }),
    outputs: task.outs.map((one, i) => ({ file: path.basename(one ?? ''), sha256: hashes[i] ?? '' })),
  });
}

/** Tells whether the outputs have the bytes that a manifest describes; a note names those that have not. */
function isExpected(terminal: Terminal, expected: Manifest | undefined, outputs: Outputs | undefined): boolean {
  if (expected === undefined || outputs === undefined) return true;
  const others = expected.outputs.filter(({ sha256 }, i) => outputs.hashes[i] !== sha256);
  for (const { file } of others)
    terminal.note(`the output differs from ${file} of the manifest, which version ${expected.version} wrote`);
  return others.length === 0;
}

async function printStatistics(terminal: Terminal, stats: GameStats, json: boolean): Promise<void> {
  const statistics = stats.statistics();
  const table = columns(statisticsRows(statistics), ['left', 'right', 'right', 'left']);
  const text = json ? JSON.stringify(statistics, undefined, 2) : [statisticsSummary(statistics), ...table].join('\n');
  await terminal.print(`${text}\n`);
}
