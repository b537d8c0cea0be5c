import path from 'node:path';
import { type Command, Option } from 'commander';
import { GameStats, statisticsRows, statisticsSummary } from '../../core/datasets/game-stats.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { columns } from '../io/columns.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { type ChoiceCounts, ChosenGames } from './chosen-games.ts';
import { gameFiles } from './game-blocks.ts';
import { FORMAT_KINDS, formatOf, GAME_FORMATS, type GameFormat, gameWriter, ROWS, type Rows } from './game-writer.ts';
import { addChoiceOptions, type Choice, type ChoiceFlags, choiceOf } from './games-options.ts';
import { hashed, type Manifest, manifestOf, type Recipe, readManifest, unchanged, writeManifest } from './manifest.ts';
import { Target } from './target.ts';

const AFTER_HELP = `
A file may be compressed with gzip. The stages follow one another as the options are listed: the expression, what is left out or set,
equal games, the sample. In PGN the bytes of a chosen game are written as they are in its file unless an option changes the game. Files of
any size need the same memory; --unique needs about 60 bytes a game, --sample the games of the sample. docs/games.md describes it all.

Examples:
  $ statelens games lichess.pgn --where "elo >= 1900 and not variant" --out strong.pgn
  $ statelens games lichess.pgn --where 'eco in B20..B99 and promotion' --count
  $ statelens games lichess.pgn --unique moves --sample 1000 --by elo.mean:200 --seed 7 --out sample.jsonl --manifest`;

interface GamesFlags extends ChoiceFlags {
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

/** Options that go with `--from`; the manifest has all others. */
const WITH_FROM: ReadonlySet<string> = new Set(['from', 'out', 'overwrite']);

export function define(command: Command, act: Act): void {
  addChoiceOptions(
    command
      .description('Choose games of PGN files by an expression, and write, count or describe them.')
      .usage('[options] <files...>')
      .argument('[files...]', 'PGN files, also with .gz, folders, or - for standard input'),
  )
    .addOption(new Option('--count', 'print the number of chosen games').conflicts(['stats', 'out']))
    .addOption(new Option('--stats', 'print statistics of the chosen games').conflicts('out'))
    .option('--json', 'with --stats: print one JSON object')
    .addOption(
      new Option('--format <name>', 'what to write (default: by the name of the output, else PGN)').choices(
        GAME_FORMATS,
      ),
    )
    .addOption(
      new Option('--rows <what>', 'a row of jsonl and csv: a game, or a position').choices(ROWS).default('games'),
    )
    .option('--out <file>', 'write the chosen games to this file (default: standard output)')
    .addOption(overwriteOption())
    .option('--manifest', 'describe sources, options, counts and output in OUT.manifest.json')
    .option('--from <manifest>', 'repeat what a manifest describes: the same bytes')
    .addHelpText('after', AFTER_HELP)
    .action(act(games));
}

/** What a call does. */
interface Task {
  readonly files: readonly string[];
  readonly choice: Choice;
  readonly flags: GamesFlags;
  readonly format: GameFormat;
}

async function games(
  terminal: Terminal,
  paths: readonly string[],
  given: GamesFlags,
  command: Command,
): Promise<number> {
  const manifest = given.from === undefined ? undefined : await readManifest(terminal, given.from);
  if (manifest !== undefined) checkFrom(paths, given, command);
  const flags = manifest === undefined ? given : await flagsOf(terminal, manifest, given);
  if (flags.json === true && flags.stats !== true) throw usageError('--json requires --stats');
  const files =
    manifest === undefined ? gameFiles(paths) : await unchanged(terminal, given.from ?? '', manifest.sources);
  if (files.length === 0) throw usageError("missing required argument 'files'");
  const { out, overwrite } = flags;
  if (flags.manifest === true && (out === undefined || out === '-' || files.includes('-')))
    throw usageError('--manifest requires --out, and files in place of standard input');
  const choice = choiceOf(terminal, flags, files);
  if (choice === undefined) return EXIT.usage;
  const format = flags.format ?? formatOf(out);
  const inputs = [...files, ...choice.notIn, ...(given.from === undefined ? [] : [given.from])];
  checkOutput(out, { kind: FORMAT_KINDS[format], inputs, overwrite });
  if (flags.manifest === true && out !== undefined)
    checkOutput(manifestOf(out), { kind: 'manifest', inputs, overwrite });
  const task = { files, choice, flags, format };
  return terminal.interruptible((signal) => run(terminal, task, manifest, signal));
}

/** Refuses options and files of which the manifest decides. */
function checkFrom(paths: readonly string[], { from }: GamesFlags, command: Command): void {
  const [file] = paths;
  if (file !== undefined) throw usageError(`--from reads the files of the manifest; leave out ${file}`);
  if (from === '-') throw usageError('--from names a file');
  for (const option of command.options) {
    const name = option.attributeName();
    if (!WITH_FROM.has(name) && command.getOptionValueSource(name) === 'cli')
      throw usageError(`--from takes its options from the manifest; leave out ${option.long ?? name}`);
  }
}

/** The options that a manifest stands for. */
async function flagsOf(terminal: Terminal, { recipe, notIn }: Manifest, given: GamesFlags): Promise<GamesFlags> {
  const { from, out, overwrite } = given;
  const { where, drop, tags, maxPlies, unique, sample, by, ...rest } = recipe;
  return {
    ...rest,
    notIn: await unchanged(terminal, from ?? '', notIn),
    ...(where !== undefined && { where }),
    ...(drop !== undefined && { drop }),
    ...(tags !== undefined && { tags }),
    ...(maxPlies !== undefined && { maxPlies }),
    ...(unique !== undefined && { unique }),
    ...(sample !== undefined && { sample }),
    ...(by !== undefined && { by }),
    ...(out !== undefined && { out }),
    ...(overwrite !== undefined && { overwrite }),
  };
}

function recipeOf(
  { where, drop, tags, set, maxPlies, unique, sample, by, seed, rows }: GamesFlags,
  format: GameFormat,
): Recipe {
  return { where, drop, tags, set: [...set], maxPlies, unique, sample, by, seed, format, rows };
}

/** @param expected the manifest whose output this repeats */
async function run(
  terminal: Terminal,
  task: Task,
  expected: Manifest | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { files, choice, flags, format } = task;
  const { count = false, stats = false, json = false, out } = flags;
  const chosen = new ChosenGames(terminal, files, choice, signal);
  const statistics = stats ? new GameStats() : undefined;
  const target = count || stats ? undefined : new Target(terminal, out);
  try {
    const writer = target === undefined ? undefined : gameWriter(format, flags.rows, (bytes) => target.write(bytes));
    for await (const group of chosen.groups()) {
      for (const game of group) {
        statistics?.add(game.facts);
        writer?.add(game);
      }
      await target?.flush();
    }
    await target?.flush();
    if (signal.aborted) {
      target?.discard();
      terminal.note(`interrupted${out === undefined ? '' : `; ${out} was not written`}`);
      return EXIT.incomplete;
    }
    target?.commit();
  } catch (error) {
    target?.discard();
    throw error;
  }
  if (count) await terminal.print(`${chosen.counts.sampled}\n`);
  else if (statistics !== undefined) await printStatistics(terminal, statistics, json);
  noteCounts(terminal, chosen, count || stats);
  const sha256 = target?.sha256;
  if (flags.manifest === true && out !== undefined && sha256 !== undefined)
    await describe(terminal, task, out, chosen.counts, sha256);
  return chosen.isWhole && isExpected(terminal, expected, sha256) ? EXIT.ok : EXIT.incomplete;
}

function noteCounts(terminal: Terminal, { counts, missingTags }: ChosenGames, isPrinted: boolean): void {
  const { read, sampled } = counts;
  if (!isPrinted) terminal.note(`${sampled.toLocaleString('en-US')} of ${plural(read, 'game')} chosen`);
  if (missingTags.length > 0)
    terminal.note(`no game has the tag ${missingTags.join(', ')}; an absent tag fits no comparison`);
}

/** Writes the manifest of an output. */
async function describe(
  terminal: Terminal,
  { files, choice, flags, format }: Task,
  out: string,
  counts: ChoiceCounts,
  sha256: string,
): Promise<void> {
  const file = manifestOf(out);
  const folder = path.dirname(file);
  writeManifest(file, {
    sources: await hashed(terminal, files, folder),
    notIn: await hashed(terminal, choice.notIn, folder),
    recipe: recipeOf(flags, format),
    counts,
    outputs: [{ file: path.basename(out), sha256 }],
  });
}

/** Tells whether the output has the bytes that a manifest describes; a note says so where it does not. */
function isExpected(terminal: Terminal, expected: Manifest | undefined, sha256: string | undefined): boolean {
  const [output] = expected?.outputs ?? [];
  if (expected === undefined || output === undefined || output.sha256 === sha256) return true;
  terminal.note(`the output differs from ${output.file} of the manifest, which version ${expected.version} wrote`);
  return false;
}

async function printStatistics(terminal: Terminal, stats: GameStats, json: boolean): Promise<void> {
  const statistics = stats.statistics();
  const table = columns(statisticsRows(statistics), ['left', 'right', 'right', 'left']);
  const text = json ? JSON.stringify(statistics, undefined, 2) : [statisticsSummary(statistics), ...table].join('\n');
  await terminal.print(`${text}\n`);
}
