import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../../core/base/result.ts';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import type { RunHeader, Shard } from '../../core/evaluation/runs/run-schema.ts';
import { type BudgetLimits, limitsOf } from '../../core/evaluation/runs/spending.ts';
import type { Model } from '../../models/model.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { findTemplates as find } from '../../models/runs/find-template.ts';
import { readRunHeader } from '../../models/runs/node-run-file.ts';
import { GAMES_FOLDERS, resumedJob, resumptionOf } from '../../models/runs/resumption.ts';
import type { RunFault, RunFaultCode } from '../../models/runs/run-fault.ts';
import { jobsOf as build, gamesOfRun, type RunGames, type RunJob, runFileName } from '../../models/runs/run-job.ts';
import { KEY_VARIABLE, openRunModel } from '../../models/runs/run-model.ts';
import type { TaskPlan } from '../../models/runs/task-list.ts';
import type { OpenAiApi } from '../../models/source.ts';
import { attemptAsync, CliError, EXIT, usageError } from '../command.ts';
import { readDocument, readText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { openHere } from '../predict/open-model.ts';
import { packageVersion } from '../version.ts';
import type { PlacedExperiment } from './run-options.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface JobOptions extends BudgetLimits {
  readonly shard?: Shard;
  readonly trustHost?: readonly string[];
  /** Of a single model. */
  readonly out?: string;
}

async function readGames(terminal: Terminal, file: string, plan: TaskPlan): Promise<RunGames> {
  const document = await readDocument(terminal, file, 'pgn');
  return orUsageError(await gamesOfRun(document.text, path.basename(file), plan, sha256));
}

/** Opens a model by the sources of the command line, with the key that the environment has for it. `timeout` in seconds. */
function openEntry(
  terminal: Terminal,
  entry: ExperimentModel,
  isFromFile: boolean,
  trusted: readonly string[] = [],
  timeout: number | undefined,
): Result<Model, RunFault> {
  return openRunModel({
    entry,
    isFromFile,
    trusted,
    timeout: timeout === undefined ? undefined : timeout * 1000,
    apiKey: terminal.env[entry.apiKeyVariable ?? KEY_VARIABLE] ?? '',
    open: openHere,
    random: Math.random,
  });
}

/** The runs of an experiment, one a model. */
export async function jobsOf(
  terminal: Terminal,
  placed: PlacedExperiment,
  options: JobOptions,
): Promise<readonly RunJob[]> {
  const { experiment, folder, isFromFile, name } = placed;
  const { shard, out } = options;
  const templates = await findTemplates(terminal, experiment.templates, folder);
  const { plies, samples, seed } = experiment;
  const games = await readGames(terminal, path.resolve(folder, experiment.games), { plies, samples, templates, seed });
  if (out !== undefined && experiment.models.length > 1)
    throw usageError('--out names one file, and the experiment has several models');
  const output = path.join(folder, experiment.output ?? path.join('.statelens', 'runs'));
  const place = {
    shard,
    limits: limitsOf(options),
    fileOf: (label: string) => out ?? path.join(output, runFileName(name, label, shard)),
    openModel: (entry: ExperimentModel) =>
      openEntry(terminal, entry, isFromFile, options.trustHost, experiment.timeout),
    version: packageVersion(),
    instant: () => new Date().toISOString(),
  };
  return orUsageError(build(experiment, games, templates, place));
}

interface ResumeOptions {
  /** The PGN, where it is not found by its name. */
  readonly games: string;
  readonly trustHost?: readonly string[];
  readonly apiKeyVariable?: string;
  /** Who predicts, where what the file says does not lead there. */
  readonly model?: string;
  readonly timeout?: number;
  /** The interface that is wanted. */
  readonly api?: OpenAiApi;
}

/** The job that a run file's header tells, to go on with it. */
export async function jobOfHeader(
  terminal: Terminal,
  file: string,
  header: RunHeader,
  options: ResumeOptions,
): Promise<RunJob> {
  const { apiKeyVariable, trustHost, timeout } = options;
  const resumption = orUsageError(resumptionOf(file, header, options.model, options.api));
  const games = await readGames(terminal, options.games, resumption.plan);
  const entry = { ...resumption.entry, ...(apiKeyVariable === undefined ? {} : { apiKeyVariable }) };
  const open = (): Result<Model, RunFault> => openEntry(terminal, entry, true, trustHost, timeout);
  return orUsageError(resumedJob(file, resumption, games, options.games, open));
}

/** Which option mends a fault. */
const ADVICE: Partial<Readonly<Record<RunFaultCode, string>>> = {
  'changed-games': '; --games names it',
  'other-model': '; --model is for the folder of that one',
  'other-run': '; --out names another file',
};

/** What a run needs, or its fault as a line for the one who typed the command. */
export function orUsageError<T>(result: Result<T, RunFault>): T {
  if (result.ok) return result.value;
  throw usageError(`${result.error.message}${ADVICE[result.error.code] ?? ''}`);
}

/**
 * The templates that names stand for. Those of `.statelens/templates` are looked for in the folder, then where the command is
 * called; Markdown files in the folder alone.
 */
export async function findTemplates(
  terminal: Terminal,
  names: readonly string[] | undefined,
  folder: string,
): Promise<readonly PromptTemplate[]> {
  const read = async (name: string): Promise<string | undefined> => {
    const isNamed = names?.includes(name) === true;
    const places = (isNamed ? [folder] : [folder, '.']).map((base) => path.resolve(base, name));
    const file = places.find((place) => existsSync(place));
    return file === undefined ? undefined : (await readText(terminal, file)).text;
  };
  return orUsageError(await find(names, read));
}

/** The header of a run file, for a command that cannot do without one. */
export async function headerOfFile(file: string): Promise<RunHeader> {
  const header = await attemptAsync(`cannot read ${file}`, () => readRunHeader(file));
  if (!header.ok) throw new CliError(`${file}: ${header.error}`, EXIT.usage);
  return header.value;
}

/** Where the PGN of a run is: only its name is in the run file. */
export function gamesOf(file: string, { games }: RunHeader, given: string | undefined): string {
  if (given !== undefined) return given;
  if (games === undefined) throw usageError(`${file} does not name its games; --games does`);
  const folders = [...GAMES_FOLDERS.map((up) => path.resolve(path.dirname(file), up)), '.'];
  const found = folders.map((one) => path.join(one, games.file)).find((one) => existsSync(one));
  if (found === undefined) throw usageError(`${games.file}, the PGN of ${file}, is not beside it; --games names it`);
  return found;
}
