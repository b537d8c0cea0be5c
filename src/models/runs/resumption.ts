import { ok, type Result } from '../../core/base/result.ts';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { planWorld, type RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { currenciesDiffer, dearerPrices } from '../../core/evaluation/runs/spending.ts';
import type { Model } from '../model.ts';
import { walkTaskKind } from '../predict/walk-targets.ts';
import type { PromptTemplate } from '../prompts/prompt.ts';
import { type RunFault, runFault } from './run-fault.ts';
import { type Hash, lastPart, pgnRunGames, type RunGames, type RunJob } from './run-job.ts';
import type { TaskPlan } from './task-list.ts';
import { randomWalkGames, type WalkFile, walkFileGames, walksWorld } from './walk-tasks.ts';

/** Data in a run file for resuming it. */
export interface Resumption {
  readonly header: RunHeader;
  readonly plan: TaskPlan;
  readonly entry: ExperimentModel;
  readonly label: string;
}

/** Folders, relative to that of the run file, in which the PGN of a run is looked for by its name. */
export const GAMES_FOLDERS = ['.', '..', '../..'] as const;

/**
 * Returns the remaining work according to a run file's header.
 *
 * @param api wanted interface; files of older versions do not state the one that they were started with
 * @param model model label if that in the file is not sufficient: for a local model it has only the folder's name
 */
export function readResumption(
  file: string,
  header: RunHeader,
  model: string | undefined,
  api?: ExperimentModel['api'],
): Result<Resumption, RunFault> {
  const { plan, seed = 0 } = header;
  const [asked] = header.models;
  if (plan === undefined || asked?.model === undefined || asked.provider === undefined)
    return runFault('no-plan', `${file} was not created by statelens run, so it cannot be resumed`);
  const isSame = asked.provider === 'onnx' && lastPart(model ?? '') === asked.model;
  if (api !== undefined && api !== 'auto' && asked.api !== undefined && api !== asked.api)
    return runFault('other-model', `${file} was started with the API ${asked.api} and must be resumed with it`);
  if (model !== undefined && !isSame)
    return runFault('other-model', `${file} is a run of ${asked.provider}:${asked.model}`);
  const world = planWorld(plan);
  const templates: PromptTemplate[] = plan.templates.map((template) => ({
    ...template,
    title: template.title ?? template.id,
    task: world === undefined ? 'state' : walkTaskKind(world),
  }));
  const { plies, samples, where } = plan;
  return ok({
    header,
    plan: { plies, samples, templates, seed, ...(where === undefined ? {} : { where }) },
    entry: {
      model: model ?? `${asked.provider}:${asked.model}`,
      ...(asked.endpoint === undefined ? {} : { baseUrl: asked.endpoint, api: asked.api ?? api ?? 'auto' }),
    },
    label: asked.label,
  });
}

/** Returns the tasks of a run over walks, which its file holds; undefined for one over games. */
export const resumedWalks = (
  { header, plan }: Resumption,
  hash: Hash,
): Promise<Result<RunGames, RunFault>> | undefined =>
  header.plan?.walks === undefined ? undefined : randomWalkGames(header.plan.walks, plan, hash);

/** Returns true for a run over a file of walks. */
export const isOverWalks = ({ plan }: RunHeader): boolean => plan?.world !== undefined;

/** Returns the tasks of a run over a file: the text of a PGN, or walks with their worlds. */
export async function resumedGames(
  { header, plan }: Resumption,
  source: WalkFile,
  hash: Hash,
): Promise<Result<RunGames, RunFault>> {
  if (!isOverWalks(header)) return await pgnRunGames(source.text, source.file, plan, hash);
  const opened = walksWorld(source, header.plan?.world);
  return opened.ok ? await walkFileGames(source, opened.value, plan, hash) : opened;
}

/**
 * Returns a job whose file was started at other prices: it counts by the higher ones.
 *
 * @param there header of the file
 */
export function pricedLike(job: RunJob, there: RunHeader): Result<RunJob, RunFault> {
  const first = there.models[0]?.prices;
  if (currenciesDiffer(first, job.prices))
    return runFault(
      'other-prices',
      `${job.file} was started with prices in ${first?.currency}, which cannot be added to ${job.prices?.currency}`,
    );
  return ok({ ...job, prices: dearerPrices(first, job.prices) });
}

/**
 * Returns the remaining job of a run.
 *
 * @param shown location of its PGN, for a message
 * @param openModel called when everything else is right
 */
export function resumedJob(
  file: string,
  { header, label }: Resumption,
  games: RunGames,
  shown: string,
  openModel: () => Result<Model, RunFault>,
): Result<RunJob, RunFault> {
  const { plan, settings, seed = 0 } = header;
  if (plan === undefined || games.hash !== plan.gamesHash || games.tasks.count !== plan.tasks)
    return runFault('changed-games', `${shown} is not the file that ${file} was created from, or has changed since`);
  const model = openModel();
  if (!model.ok) return model;
  const { samplesPerPosition: _, ...decoding } = settings;
  return ok({
    file,
    model: model.value,
    label,
    tasks: games.tasks,
    settings: decoding,
    prices: header.models[0]?.prices,
    shard: plan.shard,
    seed,
    header: () => header,
    concurrency: undefined,
  });
}
