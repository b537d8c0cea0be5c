import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Jobs } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import type { DatasetOptions } from '../../core/mav/author/dataset.ts';
import type { Split } from '../../core/mav/author/split.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { PLY_PLANS, readPlyPlan } from '../../core/notation/pgn/ply-plan.ts';
import { type Act, type CliError, EXIT, usageError } from '../command.ts';
import { checkOutput, type FileKind } from '../io/output.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { withPool } from '../open-pool.ts';
import { addClusterOptions, type ClusterFlags, jobsOption, wholeNumber } from '../options.ts';
import { packageVersion } from '../version.ts';
import {
  checkManifest,
  type DatasetCounts,
  DatasetFiles,
  type DatasetNames,
  type DatasetRecipe,
  datasetNames,
  sha256Of,
  writeManifest,
} from './dataset-files.ts';
import { runDataset, splitOf } from './dataset-run.ts';
import { addKindOptions, blocksOf, type KindFlags, sourceFiles } from './sources.ts';
import { addValueOptions, type ValueFlags, valueWindow, withValues } from './values.ts';

/** Upper bound of --per-position. */
const MAX_PER_POSITION = 1000;

const AFTER_HELP = `
A line is {"prompt", "target", "meta"}. Each position gives one example with random commands, as in the paper: the number of actions
(possibly more than exist), the order of lists, states before and after in one form or two. Without values, examples only ask for
what the rules determine: the state after an action, and the result of a game. Games that share a position beyond the opening are in the same
part of the split, and no position of the test set, asked about or given, occurs in the training set. Each position has one example,
or up to --per-position with different commands. The same seed gives the same bytes, whatever the number of threads. --resume continues a run that was stopped or killed. OUT.manifest.json describes the sources of the dataset.

Example:
  $ statelens mav dataset games.pgn --out data.jsonl --test 0.05 --seed 7
  $ statelens mav dataset --random connect_four:1000 --out discs.jsonl --mav`;

interface DatasetFlags extends KindFlags, ValueFlags, ClusterFlags {
  readonly out: string;
  readonly plies: string;
  readonly test: number;
  readonly perPosition: number;
  readonly limit?: number;
  readonly mav?: boolean;
  readonly resume?: boolean;
  readonly overwrite?: boolean;
  readonly jobs?: number;
}

function parsePlies(text: string): string {
  if (readPlyPlan(text) === undefined) throw new InvalidArgumentError(`It must be ${PLY_PLANS}.`);
  return text;
}

function parseShare(text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text);
  if (share >= 0 && share < 1) return share;
  throw new InvalidArgumentError('It must be a number from 0 to less than 1.');
}

/** Adds `dataset` to `mav`. */
export function addDataset(mav: Command, act: Act): void {
  const command = mav
    .command('dataset')
    .summary('create a dataset of prompts with reference answers')
    .description('Create a dataset of MAV examples from games, records and random positions.')
    .argument('[files...]', 'PGN, FEN, EPD and MAV files, or folders')
    .requiredOption('-o, --out <file>', 'JSON Lines file; the test set and the manifest are written next to it')
    .addOption(
      new Option('--plies <plies>', 'plies of games: ends, every:K, or ply:N,M,…')
        .argParser(parsePlies)
        .default('every:1'),
    )
    .addOption(new Option('--test <share>', 'share of positions for the test set').argParser(parseShare).default(0))
    .addOption(
      new Option('--per-position <n>', 'maximum number of examples of a position')
        .default(1)
        .argParser(wholeNumber(1, MAX_PER_POSITION)),
    )
    .addOption(
      new Option('--limit <n>', 'maximum number of examples').argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    )
    .option('--mav', 'also write each part as a MAV file')
    .option('--resume', 'resume an interrupted run')
    .addOption(new Option('--overwrite', 'replace existing files').conflicts('resume'));
  addValueOptions(addKindOptions(addClusterOptions(command)), 'none')
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(dataset));
}

/** Refuses files that must stay, each of those that will be written. */
function checkNames(
  names: DatasetNames,
  inputs: readonly string[],
  { test, mav, resume, overwrite }: DatasetFlags,
): void {
  const isKept = resume === true || overwrite === true;
  const check = (file: string, kind: FileKind): void => checkOutput(file, { kind, inputs, overwrite });
  for (const split of test > 0 ? (['train', 'test'] as const) : (['train'] as const)) {
    check(names.lines[split], 'examples');
    if (!isKept && existsSync(names.lines[split])) throw alreadyThere(names.lines[split]);
    if (mav !== true) continue;
    check(names.mav[split], 'mav');
    if (!isKept && existsSync(names.mav[split])) throw alreadyThere(names.mav[split]);
  }
  check(names.manifest, 'manifest');
  if (!isKept && existsSync(names.manifest)) throw alreadyThere(names.manifest);
}

const alreadyThere = (file: string): CliError =>
  usageError(`${file} already exists; use --resume to continue, or --overwrite to start over`);

async function dataset(terminal: Terminal, paths: readonly string[], flags: DatasetFlags): Promise<number> {
  const sources = sourceFiles(paths, flags);
  if (sources.includes('-'))
    throw usageError('a dataset cannot be made from standard input, because it could not be reproduced');
  const names = datasetNames(flags.out);
  const resume = flags.resume === true;
  checkNames(names, sources, flags);
  const recipe = await recipeOf(terminal, sources, flags);
  if (resume && checkManifest(names.manifest, recipe)) {
    terminal.note(`${flags.out} is already complete`);
    return EXIT.ok;
  }
  writeManifest(names.manifest, recipe, null);
  const files = await DatasetFiles.open(names, flags.test > 0, flags.mav === true, resume);
  const progress = terminal.progress('writing examples', flags.limit);
  const outcome = await terminal.interruptible((signal) =>
    withValues(terminal, flags, (source) =>
      withPool(terminal, { jobs: flags.jobs, small: false }, async (pool) => {
        const split = await dividedOf(terminal, sources, flags, pool, signal);
        const run = {
          split,
          perPosition: flags.perPosition,
          blocks: blocksOf(terminal, sources, flags, signal),
          options: optionsOf(flags),
          source,
          window: source === undefined ? 1 : valueWindow(flags),
          limit: flags.limit ?? Number.POSITIVE_INFINITY,
          onExample: () => progress.step(),
        };
        try {
          const made = await runDataset(run, pool, files, signal);
          return 'why' in made ? made : { ...made, split: split?.figures ?? null };
        } finally {
          files.close();
        }
      }),
    ),
  );
  progress.end();
  if ('why' in outcome) {
    terminal.note(`${flags.out} is incomplete: ${outcome.why}; use --resume to continue`);
    return EXIT.incomplete;
  }
  if (files.unmet > 0)
    throw usageError(`${flags.out} contains ${plural(files.unmet, 'example')} of another dataset; use --overwrite`);
  writeManifest(names.manifest, recipe, outcome);
  terminal.note(`${flags.out}: ${countsText(outcome)}`);
  for (const [why, count] of Object.entries(outcome.skipped))
    terminal.note(`${count.toLocaleString('en-US')} of the games and records left out: ${why}`);
  return EXIT.ok;
}

/** The division of the games; undefined without a test set, or when interrupted. */
async function dividedOf(
  terminal: Terminal,
  sources: readonly string[],
  flags: DatasetFlags,
  pool: Pool<Jobs>,
  signal: AbortSignal,
): Promise<Split | undefined> {
  if (flags.test === 0) return undefined;
  const { openingPlies, openingLines, test: share } = flags;
  const reading = { blocks: blocksOf(terminal, sources, flags, signal), options: optionsOf(flags) };
  const split = await splitOf(reading, { share, rules: { openingPlies, openingLines } }, pool, signal);
  if (split === undefined && !signal.aborted)
    throw usageError(
      'no test set is possible: all games share positions beyond the opening; add other games, or raise --opening-plies',
    );
  return split;
}

const optionsOf = ({ seed, plies, values, mavDialect }: DatasetFlags): DatasetOptions => ({
  seed,
  plies,
  hasValues: values === 'engine',
  dialect: mavDialect ?? PUBLISHED_DIALECT,
});

async function recipeOf(terminal: Terminal, sources: readonly string[], flags: DatasetFlags): Promise<DatasetRecipe> {
  const files: { file: string; sha256: string }[] = [];
  for (const file of sources) files.push({ file: path.basename(file), sha256: await sha256Of(terminal, file) });
  const { seed, ...options } = optionsOf(flags);
  const { game, random, randomBoards, hexSize, depth, engine, limit, test: testShare, perPosition } = flags;
  const { openingPlies, openingLines } = flags;
  const split = { testShare, perPosition, ...(testShare > 0 && { openingPlies, openingLines }) };
  const kinds = { game: game ?? null, random, randomBoards, hexSize };
  const values = options.hasValues ? { depth: depth ?? null, engine: engine ?? null } : {};
  return {
    version: packageVersion(),
    seed,
    files,
    options: { ...options, ...split, ...kinds, ...values, limit: limit ?? null },
  };
}

function countsText({ examples, positions, duplicates, samePosition, shared, unvalued, games }: DatasetCounts): string {
  const counts = [plural(examples.train, 'example'), plural(examples.test, 'test example')];
  counts.push(plural(positions.train + positions.test, 'position'));
  if (duplicates > 0) counts.push(`${plural(duplicates, 'duplicate')} left out`);
  if (samePosition > 0) counts.push(`${samePosition.toLocaleString('en-US')} more of the same positions left out`);
  if (shared > 0)
    counts.push(`${shared.toLocaleString('en-US')} with positions of the training set left out of the test set`);
  if (unvalued > 0) counts.push(`${unvalued.toLocaleString('en-US')} without values left out`);
  return `${counts.join(', ')}, of ${games.toLocaleString('en-US')} games and records`;
}
