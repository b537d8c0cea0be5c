import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { err, type Result } from '../../core/base/result.ts';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import type { Prices, RunHeader, Shard } from '../../core/evaluation/runs/run-schema.ts';
import { type BudgetLimits, budgetLimits } from '../../core/evaluation/runs/spending.ts';
import { userKey } from '../../models/api-key.ts';
import type { Model } from '../../models/model.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { faultField } from '../../models/runs/experiment-text.ts';
import { readRunHeader } from '../../models/runs/node-run-file.ts';
import {
  isOverWalks,
  pricedLike,
  type Resumption,
  readResumption,
  resumedGames,
  resumedJob,
  resumedWalks,
} from '../../models/runs/resumption.ts';
import type { RunFault } from '../../models/runs/run-fault.ts';
import {
  experimentJobs as build,
  findTemplates as find,
  type RunGames,
  type RunJob,
  runFileName,
  runModelSettings,
} from '../../models/runs/run-job.ts';
import type { TaskPlan } from '../../models/runs/task-list.ts';
import { attemptAsync, CliError, EXIT, orUsageError, packageVersion, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import type { ModelFlags } from '../model-options.ts';
import { findApiKey, openHere } from '../predict/open-model.ts';
import { positionSource, type RunSetup, readGames, readWalkFile, sha256 } from './run-games.ts';

/** Default folder of run files, relative to that of their experiment. */
export const RUNS_FOLDER = path.join('.statelens', 'runs');

interface JobOptions extends BudgetLimits, Pick<ModelFlags, 'trustHost' | 'trustVariable'> {
  readonly shard?: Shard;
  /** Run file of a single model. */
  readonly out?: string;
  /** True if no requests are sent: then no key is needed, and none is refused to a host that only a file names. */
  readonly asksNothing?: boolean;
}

/** Opens a model from the sources of the command line, with the key from the environment. `timeout` is in seconds. */
function openEntry(
  terminal: Terminal,
  entry: ExperimentModel,
  isFromFile: boolean,
  trusted: readonly string[] = [],
  timeout: number | undefined,
  /** Variables that may be read although a file names them; undefined: the user named the variable. */
  trustedVariables?: readonly string[],
  asksNothing = false,
): Result<Model, RunFault> {
  // Read in any case: results of a batch may contain it.
  const key = findApiKey(terminal, entry.apiKeyVariable, { isFromFile, trustedHosts: trusted, trustedVariables });
  return openHere(terminal, runModelSettings(entry, timeout, asksNothing ? userKey('') : key));
}

/** Opens the runs of an experiment, one per model. */
export async function openJobs(terminal: Terminal, placed: RunSetup, options: JobOptions): Promise<readonly RunJob[]> {
  const { experiment, folder, isFromFile, name } = placed;
  const { shard, out } = options;
  const positions: readonly [string, ...string[]] = experiment.random === undefined ? ['games'] : ['random', 'world'];
  const source = placed.source ?? (await located(placed, positions, () => positionSource(terminal, placed)));
  const templates =
    placed.templates ??
    (await located(placed, ['templates'], () => findTemplates(terminal, experiment.templates, folder, source.task)));
  const { plies, samples, seed, where } = experiment;
  const plan: TaskPlan = { plies, samples, templates, seed, ...(where === undefined ? {} : { where }) };
  const games = await located(placed, positions, () => source.games(plan));
  if (games.tasks.count === 0) {
    const { field, message } = nothingToAsk(games.tasks, plan.plies);
    await located(placed, [field], () => Promise.reject(usageError(message)));
  }
  if (out !== undefined && experiment.models.length > 1) throw usageError('--out cannot be used with several models');
  const named = experiment.output ?? RUNS_FOLDER;
  const output = path.isAbsolute(named) ? named : path.join(folder, named);
  let opened = 0;
  const place = {
    shard,
    limits: budgetLimits(options),
    fileOf: (label: string) => {
      if (out !== undefined) return out;
      const file = path.join(output, runFileName(name, label, shard));
      if (isFromFile) checkInside(folder, named, file);
      return file;
    },
    openModel: (entry: ExperimentModel) => {
      const at = placed.locate?.(['models', opened++]);
      const model = openEntry(
        terminal,
        entry,
        isFromFile,
        options.trustHost,
        experiment.timeout,
        isFromFile ? (options.trustVariable ?? []) : undefined,
        options.asksNothing,
      );
      return model.ok || at === undefined ? model : err({ ...model.error, message: `${at}: ${model.error.message}` });
    },
    version: packageVersion(),
    instant: () => new Date().toISOString(),
  };
  return orUsageError(build(experiment, games, templates, place));
}

interface ResumeOptions
  extends Pick<JobOptions, 'asksNothing'>,
    Pick<ModelFlags, 'trustHost' | 'apiKeyVariable' | 'timeout' | 'api' | 'prices'> {
  /** PGN; undefined for a run over walks. */
  readonly games: string | undefined;
  /** Model, if the run file does not determine it. */
  readonly model?: string;
}

/** Returns the job that resumes a run, from the header of its file. */
export async function resumedHeaderJob(
  terminal: Terminal,
  file: string,
  header: RunHeader,
  options: ResumeOptions,
): Promise<RunJob> {
  const { apiKeyVariable, trustHost, timeout } = options;
  const resumption = orUsageError(readResumption(file, header, options.model, options.api));
  const walks = await resumedWalks(resumption, sha256);
  const games = walks === undefined ? await gamesAgain(terminal, options.games ?? '', resumption) : orUsageError(walks);
  const entry = { ...resumption.entry, ...(apiKeyVariable === undefined ? {} : { apiKeyVariable }) };
  const open = (): Result<Model, RunFault> =>
    openEntry(terminal, entry, true, trustHost, timeout, undefined, options.asksNothing);
  const job = orUsageError(resumedJob(file, resumption, games, options.games ?? games.file, open));
  return options.prices === undefined ? job : orUsageError(pricedLike({ ...job, prices: options.prices }, header));
}

/** Returns the tasks of a run over a file, which is read again. */
async function gamesAgain(terminal: Terminal, file: string, resumption: Resumption): Promise<RunGames> {
  if (!isOverWalks(resumption.header)) return await readGames(terminal, file, resumption.plan);
  return orUsageError(await resumedGames(resumption, await readWalkFile(terminal, file), sha256));
}

/** Returns a job of an experiment with the prices of its existing file, if there is one. */
export async function pricedAsBegun(
  job: RunJob,
): Promise<{ readonly job: RunJob; readonly first: Prices | undefined }> {
  const begun = existsSync(job.file)
    ? await attemptAsync(`cannot read ${job.file}`, () => readRunHeader(job.file))
    : undefined;
  // Problems of a file are reported when it is opened.
  if (begun?.ok !== true) return { job, first: job.prices };
  return { job: orUsageError(pricedLike(job, begun.value)), first: begun.value.models[0]?.prices };
}

/**
 * Finds templates by name. Files in `.statelens/templates` are looked up in the folder, then in the current folder; Markdown files only in
 * the folder.
 */
export async function findTemplates(
  terminal: Terminal,
  names: readonly string[] | undefined,
  folder: string,
  task: Parameters<typeof find>[2] = 'state',
): Promise<readonly PromptTemplate[]> {
  const read = async (name: string): Promise<string | undefined> => {
    const isNamed = names?.includes(name) === true;
    const places = (isNamed ? [folder] : [folder, '.']).map((base) => path.resolve(base, name));
    const file = places.find((place) => existsSync(place));
    return file === undefined ? undefined : (await readText(terminal, file)).text;
  };
  return orUsageError(await find(names, read, task));
}

/** Reads the header of a run file. */
export async function readFileHeader(file: string): Promise<RunHeader> {
  const header = await attemptAsync(`cannot read ${file}`, () => readRunHeader(file));
  if (!header.ok) throw new CliError(`${file}: ${header.error}`, EXIT.usage);
  return header.value;
}

/** Runs a part of the reading of an experiment; a usage error begins with the place of its field in the file. */
async function located<T>(
  { locate }: RunSetup,
  path: readonly [string, ...string[]],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (locate === undefined || !(error instanceof CliError) || error.status !== EXIT.usage) throw error;
    const field = faultField(error.fault, path[0]);
    throw new CliError(`${locate(field === path[0] ? path : [field])}: ${error.message}`, error.status);
  }
}

/** Returns the error of a plan that selects no position, and its field. */
function nothingToAsk(
  { games, gamesInFile }: RunGames['tasks'],
  plies: string,
): { readonly field: string; readonly message: string } {
  if (gamesInFile === 0) return { field: 'games', message: 'there is no game to ask about' };
  return games === 0
    ? { field: 'where', message: 'the query is true for no game' }
    : { field: 'plies', message: `no game is long enough for --plies ${plies}` };
}

/** Returns the real path of a path of which only the beginning may exist. */
function realPlace(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const above = path.dirname(file);
    return above === file ? file : path.join(realPlace(above), path.basename(file));
  }
}

/**
 * Refuses an output of an experiment outside of the experiment's folder, including links: the file may be somebody else's.
 */
function checkInside(folder: string, output: string, file: string): void {
  const from = realPlace(path.resolve(folder));
  const relative = path.relative(from, realPlace(path.resolve(file)));
  const isInside =
    relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  if (isInside) return;
  throw usageError(
    `the output ${output} of the experiment is outside of its folder; use a folder below it, or --out to name the run file yourself`,
  );
}
