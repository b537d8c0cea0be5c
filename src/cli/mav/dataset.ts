import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Jobs } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import { plural } from '../../core/base/text/counts.ts';
import type { DatasetOptions } from '../../core/mav/author/dataset.ts';
import type { Split } from '../../core/mav/author/dataset-split.ts';
import type { ListOrder } from '../../core/mav/author/reference-answer.ts';
import { traceShapes } from '../../core/mav/author/request.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { PLY_PLANS, readPlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { MAX_TRACE_NODES, treeSize } from '../../core/search/minimax-trace.ts';
import { type Act, type CliError, EXIT, packageVersion, usageError } from '../command.ts';
import { GameChooser, whereOption } from '../games/game-query.ts';
import { fileSha256 } from '../io/files.ts';
import { checkOutput, type FileKind } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { withPool } from '../open-pool.ts';
import { addClusterOptions, type ClusterFlags, jobsOption, PLIES_WORDS, wholeNumber } from '../options.ts';
import { listOrderOption } from './answer.ts';
import {
  checkDatasetManifest,
  type DatasetCounts,
  DatasetFiles,
  type DatasetNames,
  type DatasetRecipe,
  datasetNames,
  writeDatasetManifest,
} from './dataset-files.ts';
import { type DatasetRun, planDraw, planSplit, runDataset } from './dataset-run.ts';
import { addKindOptions, type KindFlags, poolBlocks, sourceFiles } from './sources.ts';
import { addValueOptions, type ValueFlags, valueWindow, withValues } from './values.ts';

/** Upper bound of breadths and depths. */
const MAX_SHAPE = 100;

/** Upper bound of --per-position. */
const MAX_PER_POSITION = 1000;

const AFTER_HELP = `
A line is {"prompt", "target", "meta"}. Each position gives one example with random commands, as in the paper: the number of actions
(possibly more than exist), states before and after in one form or two. Lists are in a random order, as in the paper, or in --order. --traces mixes in linearized searches. Without values, examples only ask for
what the rules determine: the state after an action, and the result of a game. Games that share a position beyond the opening are in the same
part of the split, and no position of the test set, asked about or given, occurs in the training set. Each position has one example,
or up to --per-position with different commands. The same seed gives the same bytes, whatever the number of threads. --continue continues a run that was stopped or killed. OUT.manifest.json describes the sources of the dataset.

Example:
  $ statelens mav dataset games.pgn --out data.jsonl --test 0.05 --seed 7
  $ statelens mav dataset --random connect_four:1000 --out discs.jsonl --mav`;

interface DatasetFlags extends KindFlags, ValueFlags, ClusterFlags {
  readonly out: string;
  readonly plies: string;
  readonly where?: string;
  readonly test: number;
  readonly perPosition: number;
  readonly limit?: number;
  readonly balance?: boolean;
  readonly traces: number;
  readonly traceBreadth: readonly number[];
  readonly traceDepth: readonly number[];
  readonly nativeStates?: boolean;
  readonly order: ListOrder;
  readonly mav?: boolean;
  readonly continue?: boolean;
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

/** Parses whole numbers with commas between them. */
const parseNumbers = (text: string): readonly number[] => [
  ...new Set(text.split(',').map((item) => wholeNumber(1, MAX_SHAPE)(item))),
];

/** Adds `dataset` to `mav`. */
export function addDataset(mav: Command, act: Act): void {
  const command = mav
    .command('dataset')
    .summary('create a dataset of prompts with reference answers')
    .description('Create a dataset of MAV examples from games, records and random positions.')
    .argument('[files...]', 'PGN, FEN, EPD and MAV files, or folders')
    .requiredOption('-o, --out <file>', 'write the result to this file')
    .addOption(new Option('--plies <plies>', PLIES_WORDS).argParser(parsePlies).default('every:1'))
    .addOption(whereOption())
    .addOption(new Option('--test <share>', 'share of positions for the test set').argParser(parseShare).default(0))
    .addOption(
      new Option('--per-position <n>', 'maximum number of examples of a position')
        .default(1)
        .argParser(wholeNumber(1, MAX_PER_POSITION)),
    )
    .addOption(
      new Option('--limit <n>', 'maximum number of examples').argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    )
    .option('--balance', 'draw the --limit examples so that rare transitions have fixed shares (docs/mav.md)')
    .addOption(
      new Option('--traces <share>', 'share of examples that are traces of internal search')
        .argParser(parseShare)
        .default(0),
    )
    .addOption(
      new Option('--trace-breadth <list>', 'breadths of traces')
        .argParser(parseNumbers)
        .default([2, 3, 4, 5], '2,3,4,5'),
    )
    .addOption(
      new Option('--trace-depth <list>', 'depths of traces').argParser(parseNumbers).default([1, 2, 3], '1,2,3'),
    )
    .option('--native-states', 'write all states as %state, one word per square, none as FEN')
    .addOption(listOrderOption())
    .option('--mav', 'also write each part as a MAV file')
    .option('--continue', 'continue an interrupted run')
    .addOption(new Option('--overwrite', 'replace an existing file').conflicts('continue'));
  addValueOptions(addKindOptions(addClusterOptions(command)), 'none')
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(dataset));
}

/** Refuses output files that must stay. */
function checkNames(
  names: DatasetNames,
  inputs: readonly string[],
  { test, mav, continue: resume, overwrite }: DatasetFlags,
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
  usageError(`${file} already exists; use --continue, or --overwrite to start over`);

async function dataset(terminal: Terminal, paths: readonly string[], flags: DatasetFlags): Promise<number> {
  const chooser = flags.where === undefined ? undefined : GameChooser.of(terminal, flags.where);
  if (flags.where !== undefined && chooser === undefined) return EXIT.usage;
  const sources = sourceFiles(paths, flags);
  if (sources.includes('-'))
    throw usageError('a dataset cannot be made from standard input, because it could not be reproduced');
  if (flags.order !== 'random' && flags.values === 'none')
    throw usageError(`--order ${flags.order} requires --values engine: without values there are no lists`);
  if (flags.balance === true && flags.limit === undefined)
    throw usageError('--balance requires --limit, the number of examples that it divides');
  checkTraces(flags);
  const names = datasetNames(flags.out);
  const resume = flags.continue === true;
  checkNames(names, sources, flags);
  const recipe = await datasetRecipe(terminal, sources, flags);
  if (resume && checkDatasetManifest(names.manifest, recipe)) {
    terminal.note(`${flags.out} is already complete`);
    return EXIT.ok;
  }
  writeDatasetManifest(names.manifest, recipe, null);
  const files = await DatasetFiles.open(names, flags.test > 0, flags.mav === true, resume);
  const progress = terminal.progress('writing examples', flags.limit);
  const outcome = await terminal.interruptible((signal) =>
    withValues(terminal, flags, (source) =>
      withPool(terminal, { jobs: flags.jobs, small: false }, async (pool) => {
        const blocks = () => poolBlocks(terminal, sources, flags, signal, chooser);
        const split = await readDivision(blocks(), flags, pool, signal);
        const reading = () => ({
          split,
          perPosition: flags.perPosition,
          blocks: blocks(),
          options: datasetOptions(flags),
        });
        const draw = flags.balance === true ? await planDraw(reading(), flags.limit ?? 0, pool, signal) : undefined;
        const run = {
          ...reading(),
          draw,
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
    terminal.note(`${flags.out} is incomplete: ${outcome.why}; use --continue`);
    return EXIT.incomplete;
  }
  if (files.unmet > 0)
    throw usageError(`${flags.out} contains ${plural(files.unmet, 'example')} of another dataset; use --overwrite`);
  writeDatasetManifest(names.manifest, recipe, outcome);
  terminal.note(`${flags.out}: ${countsText(outcome)}`);
  for (const [reason, count] of Object.entries(outcome.skipped))
    terminal.note(`${count.toLocaleString('en-US')} of the games and records left out: ${reason}`);
  return EXIT.ok;
}

/** Returns the division of the games; undefined without a test set, or after an interruption. */
async function readDivision(
  blocks: DatasetRun['blocks'],
  flags: DatasetFlags,
  pool: Pool<Jobs>,
  signal: AbortSignal,
): Promise<Split | undefined> {
  if (flags.test === 0) return undefined;
  const { openingPlies, openingLines, test: share } = flags;
  const reading = { blocks, options: datasetOptions(flags) };
  const split = await planSplit(reading, { share, rules: { openingPlies, openingLines } }, pool, signal);
  if (split === undefined && !signal.aborted)
    throw usageError(
      'no test set is possible: all games share positions beyond the opening; add other games, or raise --opening-plies',
    );
  return split;
}

/** Refuses traces without values, and shapes that exceed any context. */
function checkTraces({ traces, traceBreadth: breadths, traceDepth: depths, values }: DatasetFlags): void {
  if (traces === 0) return;
  if (values === 'none') throw usageError('--traces requires --values engine');
  const shapes = traceShapes({ breadths, depths });
  if (shapes.length === 0)
    throw usageError(
      'depth 3 with breadth 5 is left out, as in the paper: specify other --trace-breadth or --trace-depth',
    );
  for (const { breadth, depth } of shapes)
    if (treeSize(breadth, depth) > MAX_TRACE_NODES)
      throw usageError(`a tree of breadth ${breadth} and depth ${depth} has more than ${MAX_TRACE_NODES} nodes`);
}

const datasetOptions = ({
  seed,
  plies,
  values,
  nativeStates,
  order,
  traces,
  traceBreadth: breadths,
  traceDepth: depths,
  mavDialect,
}: DatasetFlags): DatasetOptions => ({
  seed,
  plies,
  hasValues: values === 'engine',
  forms: nativeStates === true ? 'native' : 'mixed',
  order,
  dialect: mavDialect ?? PUBLISHED_DIALECT,
  traces: traces === 0 ? undefined : { share: traces, breadths, depths },
});

async function datasetRecipe(
  terminal: Terminal,
  sources: readonly string[],
  flags: DatasetFlags,
): Promise<DatasetRecipe> {
  const files: { file: string; sha256: string }[] = [];
  for (const file of sources) files.push({ file: path.basename(file), sha256: await fileSha256(terminal, file) });
  const { seed, ...options } = datasetOptions(flags);
  const {
    game,
    random,
    randomBoards,
    hexSize,
    engineDepth: depth,
    engine,
    limit,
    test: testShare,
    perPosition,
    balance = false,
    where,
  } = flags;
  const { openingPlies, openingLines } = flags;
  const split = { testShare, perPosition, ...(testShare > 0 && { openingPlies, openingLines }) };
  const kinds = { game: game ?? null, random, randomBoards, hexSize };
  const values = options.hasValues ? { depth: depth ?? null, engine: engine ?? null } : {};
  return {
    version: packageVersion(),
    seed,
    files,
    options: {
      ...options,
      ...split,
      ...kinds,
      ...values,
      limit: limit ?? null,
      balance,
      ...(where !== undefined && { where }),
    },
  };
}

function countsText(made: DatasetCounts): string {
  const { examples, positions, duplicates, samePosition, shared, undrawn, unvalued, unasked, games } = made;
  const counts = [plural(examples.train, 'example'), plural(examples.test, 'test example')];
  counts.push(plural(positions.train + positions.test, 'position'));
  if (duplicates > 0) counts.push(`${plural(duplicates, 'duplicate')} left out`);
  if (samePosition > 0) counts.push(`${samePosition.toLocaleString('en-US')} more of the same positions left out`);
  if (shared > 0)
    counts.push(`${shared.toLocaleString('en-US')} with positions of the training set left out of the test set`);
  if (undrawn > 0) counts.push(`${undrawn.toLocaleString('en-US')} not drawn`);
  if (unvalued > 0) counts.push(`${unvalued.toLocaleString('en-US')} without values left out`);
  if (unasked > 0) counts.push(`${plural(unasked, 'position')} with nothing to ask left out`);
  return `${counts.join(', ')}, of ${games.toLocaleString('en-US')} games and records`;
}
