import { type Command, InvalidArgumentError, Option } from 'commander';
import { fitsPolicy, fitsTarget } from '../core/evaluation/runs/run-metrics.ts';
import { DIALECT_WORDS, type MavDialect, parseDialect } from '../core/mav/syntax.ts';
import {
  METHODS,
  type Method,
  POLICIES,
  type PolicyName,
  RESCALES,
  type Rescale,
  TARGET_METHODS,
  TERMINALS,
  type Terminal,
} from '../core/metrics/affordance-options.ts';
import type { CompareOptions } from '../core/metrics/compare.ts';
import { TARGET_SAMPLES } from '../core/metrics/stratified.ts';
import { EN_PASSANT_MODES, type EnPassantMode } from '../core/metrics/string-metrics.ts';
import { CLUSTER_RULES } from '../core/notation/game-clusters.ts';
import type { Language } from '../core/notation/language.ts';
import { PLY_PLANS, type PlyPlan, readPlyPlan } from '../core/notation/pgn/ply-selection.ts';
import { usageError } from './command.ts';

/** Depth limit: no game is longer. */
export const MAX_DEPTH = 100;
const MAX_SAMPLES = 10_000_000;
/** Upper bound of --opening-plies. */
const MAX_OPENING = 1000;

/** Returns a parser of whole numbers from `least` to `most`. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

function positiveNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}

/** Returns a parser of numbers from `least` to `most`. */
export const numberFrom =
  (least: number, most: number) =>
  (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };

/** Parses a standard error. */
const targetError = (text: string): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError('It must be a number between 0 and 1.');
};

/** Parsed options of the metrics. */
export interface ScoringFlags {
  readonly depth: number;
  readonly method: Method;
  readonly sequences?: number;
  readonly targetError?: number;
  readonly policy?: PolicyName;
  readonly importance?: boolean;
  readonly seed: number;
  readonly terminal: Terminal;
  readonly rescale: Rescale;
  readonly lambda: number;
  readonly enPassant: EnPassantMode;
}

/** Adds the options of estimates of p_m and r_m that have no defaults. */
export const addEstimateOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--target-error <e>',
        'choose N for this standard error of p_m and r_m, such as 0.01 (auto, stratified, guided)',
      ).argParser(targetError),
    )
    .addOption(
      new Option('--policy <name>', 'policy that --method guided draws moves from (default: uniform)').choices(
        POLICIES,
      ),
    )
    .option(
      '--importance',
      'weigh the rollouts of --method guided so that they estimate p_m and r_m, whatever the policy',
    );

/** Adds the options of the metrics to a command. */
export function addScoringOptions(command: Command): Command {
  command
    .addOption(
      new Option('-m, --depth <m>', 'length of the action sequences of p_m and r_m')
        .default(4)
        .argParser(wholeNumber(1, MAX_DEPTH)),
    )
    .addOption(
      new Option('--method <name>', 'how p_m and r_m are computed; auto: exact if that is fast, otherwise stratified')
        .choices(METHODS)
        .default('auto'),
    )
    .addOption(
      new Option(
        '-n, --sequences <n>',
        'number N of sampled sequences (default: 500; auto: 10,000; limit with --target-error: 100,000)',
      ).argParser(wholeNumber(1, MAX_SAMPLES)),
    );
  return addEstimateOptions(command)
    .addOption(new Option('--seed <n>', 'seed of all random draws').default(0).argParser(wholeNumber(0, 0xffffffff)))
    .addOption(
      new Option('--terminal <rule>', 'how sequences that end early are counted').choices(TERMINALS).default('accept'),
    )
    .addOption(
      new Option('--rescale <rule>', 'how --method intermediate rescales its weights').choices(RESCALES).default('sum'),
    )
    .addOption(
      new Option('--lambda <x>', 'lambda of the kernel exp(-lambda * edit distance)')
        .default(0.1)
        .argParser(positiveNumber),
    )
    .addOption(
      new Option('--en-passant <mode>', 'compare en passant squares as written, or only if the capture is legal')
        .choices(EN_PASSANT_MODES)
        .default('as-written'),
    );
}

/** Throws a usage error if options of the metrics exclude each other. */
export function checkMetrics({ method, targetError: error, policy, importance = false }: Partial<ScoringFlags>): void {
  const metrics = { importance, ...(method && { method }), ...(error !== undefined && { targetError: error }) };
  if (!fitsTarget(metrics))
    throw usageError(
      `--target-error requires --method ${TARGET_METHODS.join(', ')}: ${method} states no standard error`,
    );
  if (!fitsPolicy({ ...metrics, ...(policy && { policy }) }))
    throw usageError(`${policy === undefined ? '--importance' : '--policy'} requires --method guided`);
}

/** Converts the flags to the options of the core. */
export function compareOptions(flags: ScoringFlags): CompareOptions {
  const { depth: m, method, sequences: samples, seed, terminal, rescale, lambda, enPassant } = flags;
  const { targetError: error, policy, importance } = flags;
  checkMetrics(flags);
  const affordance = {
    m,
    method,
    seed,
    terminal,
    rescale,
    ...(samples !== undefined && { samples }),
    ...(error !== undefined && { targetError: error }),
    ...(policy !== undefined && { policy }),
    ...(importance === true && { importance }),
  };
  return { affordance, lambda, enPassant };
}

/** Parsed options of the independence of games. */
export interface ClusterFlags {
  readonly openingPlies: number;
  readonly openingLines: number;
}

/** Adds the options that determine which games are independent. */
export const addClusterOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--opening-plies <n>', 'plies of an opening')
        .default(CLUSTER_RULES.openingPlies)
        .argParser(wholeNumber(0, MAX_OPENING)),
    )
    .addOption(
      new Option('--opening-lines <n>', 'a position that more lines than this share is an opening')
        .default(CLUSTER_RULES.openingLines)
        .argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    );
/** Returns the note that scores did not reach the standard error of --target-error. */
export const missedTarget = (what: string, options: CompareOptions['affordance']): string =>
  `${what} did not reach the standard error ${options?.targetError} within N ${(options?.samples ?? TARGET_SAMPLES).toLocaleString('en-US')}`;

/** Upper bound of --jobs. */
const MAX_JOBS = 1024;

/** Upper bound of --digits: doubles have no further digits. */
const MAX_DIGITS = 12;

/** Returns the option `--digits N` of commands that print figures; without it each has its usual decimals. */
export const digitsOption = (usual = 2): Option =>
  new Option('--digits <n>', `decimals of scores, in percentages two fewer (default: ${usual})`).argParser(
    wholeNumber(2, MAX_DIGITS),
  );

export const jobsOption = (): Option =>
  new Option('--jobs <n>', 'number of worker threads (default: one for each core)').argParser(wholeNumber(1, MAX_JOBS));

/** Returns the repeatable option `--mav-dialect base0,val`. */
export const mavDialectOption = (): Option =>
  new Option(
    '--mav-dialect <words>',
    `MAV dialect, as a comma-separated list: ${DIALECT_WORDS.join(', ')} (default: as published)`,
  ).argParser((words: string, before: MavDialect | undefined): MavDialect => {
    const dialect = parseDialect(words, before);
    if (dialect.ok) return dialect.value;
    throw new InvalidArgumentError(`${dialect.error.charAt(0).toUpperCase()}${dialect.error.slice(1)}.`);
  });

export const languageOption = (languages: readonly Language[]): Option =>
  new Option('--language <name>', 'language of the files (default: by the file extension or the first line)').choices(
    languages,
  );

export type { PlyPlan } from '../core/notation/pgn/ply-selection.ts';

/** Texts of `--plies` in commands that choose positions of games. */
export const PLIES_WORDS = 'plies of games: ends, every:K, ply:N,M,…; in runs also random:N,M,…xCOUNT';

/** Parses a plan of plies. */
export function parsePlyPlan(text: string): PlyPlan {
  const plan = readPlyPlan(text);
  if (plan === undefined) throw new InvalidArgumentError(`It must be ${PLY_PLANS}.`);
  return plan;
}

/** Returns the option `--plies` of commands that choose positions of games. */
export const pliesOption = (usual: string): Option =>
  new Option('--plies <plies>', PLIES_WORDS).argParser(parsePlyPlan).default(parsePlyPlan(usual), usual);
