import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { LineIndex } from '../../core/base/text/lines.ts';
import {
  type Experiment,
  type ExperimentModel,
  MAX_WALK_LENGTH,
  MAX_WALKS,
  WALK_LENGTH,
} from '../../core/evaluation/runs/experiment.ts';
import type { RunMetrics } from '../../core/evaluation/runs/run-metrics.ts';
import { RUN_PLIES, readRunPlies, readShard } from '../../core/evaluation/runs/run-plan.ts';
import type { Prices, Shard } from '../../core/evaluation/runs/run-schema.ts';
import { type BudgetLimits, budgetLimits } from '../../core/evaluation/runs/spending.ts';
import { detectLanguage, firstLine, languagesWhere } from '../../core/languages/languages.ts';
import { METHODS, type Method, type PolicyName } from '../../core/metrics/affordance-options.ts';
import { programSpec } from '../../core/worlds/world-spec.ts';
import { decodingSettings } from '../../models/model-settings.ts';
import type { ExecuteOptions } from '../../models/runs/execute-run.ts';
import { readExperimentText } from '../../models/runs/experiment-text.ts';
import { CACHE_VARIABLE } from '../../models/runs/node-answer-cache.ts';
import { experimentName } from '../../models/runs/run-job.ts';
import { DEFAULT_MODEL } from '../../models/sources/registry.ts';
import { usageError } from '../command.ts';
import { whereOption } from '../games/game-query.ts';
import { bareName } from '../io/archives/archives.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { collected, type ModelFlags, modelsOption } from '../model-options.ts';
import { nameGivenProgram, worldFlag } from '../open-world.ts';
import { addEstimateOptions, checkMetrics, MAX_DEPTH, numberFrom, PLIES_WORDS, wholeNumber } from '../options.ts';
import type { RunSetup } from './run-games.ts';

/** Options that determine the samples of a run, as an experiment file does. */
export interface SourceFlags extends Omit<ModelFlags, 'timeout' | 'concurrency'> {
  readonly games?: string;
  readonly random?: RandomFlag;
  readonly world?: string;
  readonly length?: number;
  readonly obfuscate?: boolean;
  readonly obfuscateStates?: boolean;
  readonly where?: string;
  readonly model?: readonly string[];
  readonly plies?: string;
  readonly template?: readonly string[];
  readonly samples?: number;
  readonly seed?: number;
  readonly depth?: number;
  readonly method?: Method;
  readonly targetError?: number;
  readonly policy?: PolicyName;
  readonly importance?: boolean;
  readonly out?: string;
  readonly shard?: Shard;
}

/** Options of the execution, which do not affect samples. */
export interface DoingFlags extends Pick<ModelFlags, 'timeout' | 'concurrency'> {
  readonly retryErrors?: boolean;
  readonly breakLock?: boolean;
  readonly pilot?: boolean;
  readonly maxRequests?: number;
  readonly maxCost?: number;
  readonly maxTokensTotal?: number;
  readonly cache?: string | false;
}

function plies(text: string): string {
  if (readRunPlies(text) === undefined) throw new InvalidArgumentError(`It must be ${RUN_PLIES}.`);
  return text;
}

/** Random walks of `--random`. */
interface RandomFlag {
  /** Undefined: that of `--world`. */
  readonly world: string | undefined;
  readonly count: number;
}

function random(text: string): RandomFlag {
  const [, world, digits] = /^(?:(.+):)?(\d{1,7})$/.exec(text) ?? [];
  const count = Number(digits ?? 0);
  if (count < 1 || count > MAX_WALKS)
    throw new InvalidArgumentError(`It must be WORLD:COUNT with up to ${MAX_WALKS} walks, such as othello:5.`);
  return { world, count };
}

function shard(text: string): Shard {
  const read = readShard(text);
  if (read === undefined) throw new InvalidArgumentError('It must be i/n, such as 3/8, with i from 1 to n.');
  return read;
}

export const addSourceOptions = (command: Command): Command =>
  addEstimateOptions(
    command
      .option('--games <file>', 'file with the games')
      .addOption(
        new Option(
          '--random <world:count>',
          'this many random walks of a world, such as othello:5; of a game they are random games',
        ).argParser(random),
      )
      .addOption(worldFlag())
      .addOption(
        new Option('--length <n>', `most actions of a walk (default: ${WALK_LENGTH})`).argParser(
          wholeNumber(0, MAX_WALK_LENGTH),
        ),
      )
      .option('--obfuscate', 'rename the actions of walks, with a key in the prompt')
      .option('--obfuscate-states', 'as --obfuscate, and put states into a code, too')
      .addOption(whereOption())
      .addOption(modelsOption())
      .addOption(new Option('--plies <plies>', `${PLIES_WORDS} (default: ends)`).argParser(plies))
      .addOption(new Option('--template <name>', 'prompt template (repeatable)').argParser(collected))
      .addOption(new Option('--samples <n>', 'samples per position (default: 1)').argParser(wholeNumber(1, 10_000)))
      .addOption(
        new Option('--seed <n>', 'seed of all random draws (default: 0)').argParser(wholeNumber(0, 0xffffffff)),
      )
      .addOption(
        new Option('-m, --depth <m>', 'length of the action sequences of p_m and r_m').argParser(
          wholeNumber(1, MAX_DEPTH),
        ),
      )
      .addOption(
        new Option(
          '--method <name>',
          'how p_m and r_m are computed; auto: exact if that is fast, otherwise stratified',
        ).choices(METHODS),
      ),
  )
    .option('--out <file>', 'write the result to this file (default: in .statelens/runs)')
    .addOption(new Option('--shard <i/n>', 'run only part i of n, for several machines').argParser(shard));

export const addDoingOptions = (command: Command): Command =>
  command
    .option('--retry-errors', 'repeat failed requests')
    .option('--pilot', 'request 20 random samples, and project the tokens and cost of the whole run')
    .addOption(
      new Option('--max-requests <n>', 'stop after this many requests').argParser(wholeNumber(1, 1_000_000_000)),
    )
    .addOption(new Option('--max-cost <amount>', 'stop at this cost; requires --prices').argParser(numberFrom(0, 1e9)))
    .addOption(
      new Option('--max-tokens-total <n>', 'stop at this many tokens, input and output of all requests').argParser(
        wholeNumber(1, 1_000_000_000_000),
      ),
    )
    .option(
      '--cache <folder>',
      `folder with the answers of earlier runs (default: $${CACHE_VARIABLE}, or your cache folder)`,
    )
    .option('--no-cache', 'do not read or write cached answers')
    .option('--break-lock', 'take over a lock held by another machine whose process no longer exists');

/**
 * Returns the options of the execution.
 *
 * @param limits limits of the experiment, or of the run file to resume; flags replace them
 */
export function executeOptions(flags: DoingFlags, limits: BudgetLimits | undefined): Omit<ExecuteOptions, 'cache'> {
  return {
    retryErrors: flags.retryErrors === true,
    breakLock: flags.breakLock === true,
    pilot: flags.pilot === true,
    limits: budgetLimits(limits, flags),
    concurrency: flags.concurrency,
  };
}

/** Options that an experiment file replaces. */
const OF_FILE = [
  'games',
  'random',
  'world',
  'length',
  'obfuscate',
  'obfuscateStates',
  'where',
  'model',
  'plies',
  'template',
  'samples',
  'seed',
  'baseUrl',
  'api',
  'apiKeyVariable',
  'temperature',
  'maxTokens',
  'prices',
  'batchPrice',
  'depth',
  'method',
  'targetError',
  'policy',
  'importance',
] as const;

/** Returns the experiment of a file, or of the options that replace it. */
export async function readExperiment(
  terminal: Terminal,
  file: string | undefined,
  flags: SourceFlags & DoingFlags,
): Promise<RunSetup> {
  if (file !== undefined) {
    const isAllowed = flags.world !== undefined && programSpec(flags.world) !== undefined;
    // A program does not replace the file's world: the option allows the file to start it.
    const given = OF_FILE.find((name) => flags[name] !== undefined && !(name === 'world' && isAllowed));
    if (given !== undefined)
      throw usageError(
        `--${given.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} cannot be combined with an experiment file, which sets it`,
      );
    if (isAllowed) nameGivenProgram(flags.world);
    const placed = await readExperimentFile(terminal, file);
    const { timeout } = flags;
    return timeout === undefined ? placed : { ...placed, experiment: { ...placed.experiment, timeout } };
  }
  const { model: models = [DEFAULT_MODEL] } = flags;
  const source = experimentSource(flags);
  const own = readPrices(flags);
  const entries = models.map((model): ExperimentModel => {
    const { baseUrl, apiKeyVariable } = flags;
    return {
      model,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(apiKeyVariable === undefined ? {} : { apiKeyVariable }),
      ...(own === undefined ? {} : { prices: own }),
    };
  });
  const experiment: Experiment = {
    ...source,
    ...(flags.where === undefined ? {} : { where: flags.where }),
    plies: flags.plies ?? 'ends',
    models: entries,
    samples: flags.samples ?? 1,
    settings: decodingSettings(flags),
    seed: flags.seed ?? 0,
    ...(flags.template === undefined ? {} : { templates: [...flags.template] }),
    ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
    ...(flags.api === undefined ? {} : { api: flags.api }),
    ...experimentMetrics(flags),
  };
  return { experiment, folder: '.', name: runFileStem(source), isFromFile: false };
}

/** Returns the source of the positions: games, or random walks. */
function experimentSource({
  games,
  random: walks,
  world,
  length,
  obfuscate,
  obfuscateStates,
  where,
}: SourceFlags): Pick<Experiment, 'games' | 'random' | 'world'> {
  const what = obfuscateStates === true ? 'states' : obfuscate;
  if (walks === undefined) {
    if (games === undefined)
      throw usageError('missing experiment file, or --games, or --random; see statelens run --help');
    if (length !== undefined || what !== undefined) throw usageError('--length and --obfuscate require --random');
    return { games, ...(world === undefined ? {} : { world }) };
  }
  if (games !== undefined) throw usageError('--random cannot be combined with --games');
  if (where !== undefined) throw usageError('--where chooses games of a file, and --random has none');
  if (walks.world !== undefined && world !== undefined) throw usageError('--random names a world, and so does --world');
  const named = walks.world ?? world;
  if (named === undefined) throw usageError('--random requires a world: WORLD:COUNT, or --world');
  return {
    random: {
      world: named,
      count: walks.count,
      length: length ?? WALK_LENGTH,
      ...(what !== undefined && { obfuscate: what }),
    },
  };
}

/** Returns the base name of run files. */
function runFileStem({ games, random: walks }: Pick<Experiment, 'games' | 'random'>): string {
  if (walks !== undefined)
    return (programSpec(walks.world)?.name ?? path.basename(walks.world))
      .replace(/\.(?:csv|json|pddl)$/i, '')
      .replace(/[^\w.-]+/g, '-');
  const base = path.basename(bareName(games ?? '-')).replace(/\.(?:pgn|walk)$/i, '');
  return base === '-' ? 'games' : base;
}

/** Returns the metrics that reports of the run use; empty if none is chosen. */
function experimentMetrics({
  depth,
  method,
  targetError: error,
  policy,
  importance,
}: SourceFlags): Pick<Experiment, 'metrics'> {
  const metrics: RunMetrics = {
    ...(depth === undefined ? {} : { depth }),
    ...(method === undefined ? {} : { method }),
    ...(error === undefined ? {} : { targetError: error }),
    ...(policy === undefined ? {} : { policy }),
    ...(importance === true ? { importance } : {}),
  };
  checkMetrics(metrics);
  return Object.keys(metrics).length === 0 ? {} : { metrics };
}

/** Limit of the problems shown. */
const MAX_SHOWN = 5;

/** Reads `experiment.jsonc`. Errors have a line and column, from 1. */
async function readExperimentFile(terminal: Terminal, file: string): Promise<RunSetup> {
  const { name, text } = await readText(terminal, file);
  const read = readExperimentText(text);
  const lines = new LineIndex(text);
  const placeAt = (offset: number): string => {
    const { line, character } = lines.positionAt(offset);
    return `${name}:${line + 1}:${character + 1}`;
  };
  if (!read.ok) {
    const asked = languagesWhere(({ hasGames, hasWalks }) => hasGames === true || hasWalks === true);
    if (asked.includes(detectLanguage(file, firstLine(text)) ?? ''))
      throw usageError(`${name} holds games and is no experiment; use --games ${name}`);
    throw usageError(
      read.error
        .slice(0, MAX_SHOWN)
        .map((item) => `${placeAt(item.offset)}: ${item.message}`)
        .join('; '),
    );
  }
  const { experiment, placeOf } = read.value;
  return {
    locate: (path) => placeAt(placeOf(path).offset),
    experiment,
    folder: file === '-' ? '.' : path.dirname(file),
    name: experiment.name ?? experimentName(file),
    isFromFile: true,
  };
}

/** Returns the prices that options name, including those of batches; undefined without any. */
export function readPrices({
  prices: own,
  batchPrice: batch,
}: Pick<ModelFlags, 'prices' | 'batchPrice'>): Prices | undefined {
  if (own === undefined && batch !== undefined) throw usageError('--batch-price requires --prices');
  return own === undefined || batch === undefined ? own : { ...own, batch };
}

/** Returns prices in the form of the options. */
export function pricesText({ input, output, currency = '', date, batch }: Prices): readonly string[] {
  const words = ['--prices', `${input}/${output}${currency}@${date}`];
  return batch === undefined ? words : [...words, '--batch-price', `${batch.input}/${batch.output}`];
}
