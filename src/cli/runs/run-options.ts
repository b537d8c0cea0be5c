import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { LineIndex } from '../../core/base/text/line-index.ts';
import {
  type Experiment,
  type ExperimentModel,
  MAX_WALK_LENGTH,
  MAX_WALKS,
  WALK_LENGTH,
} from '../../core/evaluation/runs/experiment.ts';
import type { RunMetrics } from '../../core/evaluation/runs/run-metrics.ts';
import { RUN_PLIES, readRunPlies } from '../../core/evaluation/runs/run-plies.ts';
import type { Shard } from '../../core/evaluation/runs/run-schema.ts';
import { readShard } from '../../core/evaluation/runs/shards.ts';
import { type BudgetLimits, limitsOf } from '../../core/evaluation/runs/spending.ts';
import { firstLine, languageOf, languagesWhere } from '../../core/languages/languages.ts';
import { METHODS, type Method, POLICIES, type PolicyName } from '../../core/metrics/types.ts';
import { programSpec } from '../../core/worlds/world-spec.ts';
import { WORLD_NAMES } from '../../core/worlds/worlds.ts';
import { DEFAULT_MODEL } from '../../models/registry.ts';
import type { ExecuteOptions } from '../../models/runs/execute-run.ts';
import { readExperimentText } from '../../models/runs/experiment-text.ts';
import { CACHE_VARIABLE } from '../../models/runs/node-answer-folder.ts';
import { experimentName } from '../../models/runs/run-job.ts';
import type { OpenAiApi } from '../../models/source.ts';
import { usageError } from '../command.ts';
import { whereOption } from '../games/query-option.ts';
import { bareName } from '../io/archives/archives.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { checkMetrics, MAX_DEPTH, numberFrom, targetError, temperature, wholeNumber } from '../options.ts';
import { apiOption } from '../predict/open-model.ts';
import { nameGivenProgram } from '../world/open-world.ts';
import type { PlacedExperiment } from './placed-experiment.ts';
import { batchPriceOption, type PricesFlags, pricesOf, pricesOption } from './prices-option.ts';

/** Options that determine the samples of a run, as an experiment file does. */
export interface SourceFlags extends PricesFlags {
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
  readonly baseUrl?: string;
  readonly api?: OpenAiApi;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly depth?: number;
  readonly method?: Method;
  readonly targetError?: number;
  readonly policy?: PolicyName;
  readonly importance?: boolean;
  readonly out?: string;
  readonly shard?: Shard;
  readonly trustHost?: readonly string[];
  readonly trustVariable?: readonly string[];
}

/** Options of the execution, which do not affect samples. */
export interface DoingFlags {
  readonly retryErrors?: boolean;
  readonly breakLock?: boolean;
  readonly pilot?: boolean;
  readonly maxRequests?: number;
  readonly maxCost?: number;
  readonly maxTokensTotal?: number;
  readonly concurrency?: number;
  readonly cache?: string | false;
  readonly timeout?: number;
}

const collected = (text: string, before: readonly string[] = []): string[] => [...before, text];

function plies(text: string): string {
  if (readRunPlies(text) === undefined) throw new InvalidArgumentError(`It must be ${RUN_PLIES}.`);
  return text;
}

/** Random walks as `--random` names them. */
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

export const trustOption = (): Option =>
  new Option('--trust-host <host>', 'allow sending the key to a host that only a file names (repeatable)').argParser(
    collected,
  );

export const trustVariableOption = (): Option =>
  new Option(
    '--trust-variable <name>',
    'allow sending the value of an environment variable that only a file names (repeatable)',
  ).argParser(collected);

export const addSourceOptions = (command: Command): Command =>
  command
    .option('--games <file>', 'the games, a PGN or walks (.walk) or - for standard input, without an experiment file')
    .addOption(
      new Option(
        '--random <world:count>',
        'instead of games, this many random walks of a world, such as othello:5; chess:1000 is random games',
      ).argParser(random),
    )
    .option(
      '--world <name>',
      `the world of --random COUNT, or of the walks to ask about: ${WORLD_NAMES}, a table.csv, a table.json, a problem.pddl, or process:COMMAND; with an experiment file the program that it may start`,
    )
    .addOption(
      new Option('--length <n>', `actions of a random walk, at most (default: ${WALK_LENGTH})`).argParser(
        wholeNumber(0, MAX_WALK_LENGTH),
      ),
    )
    .option('--obfuscate', 'rename the actions of random walks, with a key in the prompt')
    .option('--obfuscate-states', 'as --obfuscate, and put states into a code, too')
    .addOption(whereOption('ask only about the games'))
    .addOption(
      new Option('--model <label>', `the model (repeatable; default: "${DEFAULT_MODEL}")`).argParser(collected),
    )
    .addOption(new Option('--plies <plan>', `plies: ${RUN_PLIES} (default: ends)`).argParser(plies))
    .addOption(new Option('--template <name>', 'prompt template or Markdown file (repeatable)').argParser(collected))
    .addOption(new Option('--samples <n>', 'samples per position (default: 1)').argParser(wholeNumber(1, 10_000)))
    .addOption(
      new Option('--seed <n>', 'seed of random walks and plies (default: 0)').argParser(wholeNumber(0, 0xffffffff)),
    )
    .option('--base-url <url>', "server of an openai:MODEL (default: OpenAI's)")
    .addOption(apiOption())
    .addOption(
      new Option('--temperature <t>', "sampling temperature, 0 to 2 (default: the model's)").argParser(temperature),
    )
    .addOption(
      new Option('--max-tokens <n>', 'maximum number of tokens of an answer').argParser(wholeNumber(1, 10_000_000)),
    )
    .addOption(pricesOption())
    .addOption(batchPriceOption())
    .addOption(
      new Option('-m, --depth <m>', 'm of p_m and r_m in reports of the run').argParser(wholeNumber(1, MAX_DEPTH)),
    )
    .addOption(new Option('--method <name>', 'how reports of the run compute p_m and r_m').choices(METHODS))
    .addOption(
      new Option('--target-error <e>', 'standard error of p_m and r_m that reports choose N for').argParser(
        targetError,
      ),
    )
    .addOption(new Option('--policy <name>', 'policy of --method guided').choices(POLICIES))
    .option('--importance', 'weigh the rollouts of --method guided so that they estimate p_m and r_m')
    .option('--out <run>', 'run file, for a single model (default: in .statelens/runs)')
    .addOption(new Option('--shard <i/n>', 'run only part i of n, for several machines').argParser(shard))
    .addOption(trustOption())
    .addOption(trustVariableOption());

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
    .addOption(
      new Option('--concurrency <n>', 'maximum number of concurrent requests (default: 16)').argParser(
        wholeNumber(1, 1024),
      ),
    )
    .addOption(
      new Option('--timeout <s>', 'time limit of a request in seconds (default: 120)').argParser(
        wholeNumber(1, 86_400),
      ),
    )
    .option(
      '--cache <folder>',
      `folder with the answers of earlier runs (default: $${CACHE_VARIABLE}, or your cache folder)`,
    )
    .option('--no-cache', 'do not read or write cached answers')
    .option('--break-lock', 'take over a lock held by another machine whose process no longer exists');

/**
 * The options of the execution.
 *
 * @param limits of the experiment, or of the run file to resume; flags replace them
 */
export function executeOptions(flags: DoingFlags, limits: BudgetLimits | undefined): Omit<ExecuteOptions, 'cache'> {
  return {
    retryErrors: flags.retryErrors === true,
    breakLock: flags.breakLock === true,
    pilot: flags.pilot === true,
    limits: limitsOf(limits, flags),
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

/** The experiment of a file, or of the options that replace it. */
export async function experimentOf(
  terminal: Terminal,
  file: string | undefined,
  flags: SourceFlags & DoingFlags,
): Promise<PlacedExperiment> {
  if (file !== undefined) {
    const isAllowed = flags.world !== undefined && programSpec(flags.world) !== undefined;
    // a program is none that replaces the file's world, but the one that the file may start
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
  const source = sourceOf(flags);
  const own = pricesOf(flags);
  const entries = models.map((model): ExperimentModel => {
    const { baseUrl } = flags;
    return { model, ...(baseUrl === undefined ? {} : { baseUrl }), ...(own === undefined ? {} : { prices: own }) };
  });
  const settings = {
    ...(flags.temperature === undefined ? {} : { temperature: flags.temperature }),
    ...(flags.maxTokens === undefined ? {} : { maxTokens: flags.maxTokens }),
  };
  const experiment: Experiment = {
    ...source,
    ...(flags.where === undefined ? {} : { where: flags.where }),
    plies: flags.plies ?? 'ends',
    models: entries,
    samples: flags.samples ?? 1,
    settings,
    seed: flags.seed ?? 0,
    ...(flags.template === undefined ? {} : { templates: [...flags.template] }),
    ...(flags.timeout === undefined ? {} : { timeout: flags.timeout }),
    ...(flags.api === undefined ? {} : { api: flags.api }),
    ...metricsOf(flags),
  };
  return { experiment, folder: '.', name: nameOf(source), isFromFile: false };
}

/** Where the positions come from: games, or random walks. */
function sourceOf({
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

/** What run files are named after. */
function nameOf({ games, random: walks }: Pick<Experiment, 'games' | 'random'>): string {
  if (walks !== undefined)
    return (programSpec(walks.world)?.name ?? path.basename(walks.world))
      .replace(/\.(?:csv|json|pddl)$/i, '')
      .replace(/[^\w.-]+/g, '-');
  const base = path.basename(bareName(games ?? '-')).replace(/\.(?:pgn|walk)$/i, '');
  return base === '-' ? 'games' : base;
}

/** The metrics that reports of the run use; empty where none is chosen. */
function metricsOf({
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

/** Further problems are not shown. */
const MAX_SHOWN = 5;

/** Reads `experiment.jsonc`. Errors have a line and column, from 1. */
async function readExperimentFile(terminal: Terminal, file: string): Promise<PlacedExperiment> {
  const { name, text } = await readText(terminal, file);
  const read = readExperimentText(text);
  if (!read.ok) {
    const asked = languagesWhere(({ hasGames, hasWalks }) => hasGames === true || hasWalks === true);
    if (asked.includes(languageOf(file, firstLine(text)) ?? ''))
      throw usageError(`${name} holds games and is no experiment; use --games ${name}`);
    const lines = new LineIndex(text);
    const shown = read.error.slice(0, MAX_SHOWN).map(({ offset, message }) => {
      const { line, character } = lines.positionAt(offset);
      return `${name}:${line + 1}:${character + 1}: ${message}`;
    });
    throw usageError(shown.join('; '));
  }
  const { experiment } = read.value;
  return {
    experiment,
    folder: file === '-' ? '.' : path.dirname(file),
    name: experiment.name ?? experimentName(file),
    isFromFile: true,
  };
}
