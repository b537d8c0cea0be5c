import { err, ok, type Result } from '../../core/base/result.ts';
import type { Experiment, ExperimentModel, RandomWalks } from '../../core/evaluation/runs/experiment.ts';
import type { RunWalks } from '../../core/evaluation/runs/run-schema.ts';
import type { OpenedWorld } from '../../core/notation/walk/walk-world.ts';
import { buildWorld, obfuscateWorld, type WorldSpec } from '../../core/worlds/world-spec.ts';
import { decodeText } from '../../models/decode-text.ts';
import type { Model } from '../../models/model.ts';
import { walkTaskKind } from '../../models/predict/walk-targets.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { faultField, readExperimentText, type TextProblem } from '../../models/runs/experiment-text.ts';
import type { RunFault } from '../../models/runs/run-fault.ts';
import {
  experimentJobs,
  experimentName,
  findTemplates,
  type Hash,
  pgnRunGames,
  type RunGames,
  type RunJob,
} from '../../models/runs/run-job.ts';
import {
  isWalkFile,
  parseWalkFile,
  randomWalkGames,
  type WalkFile,
  walkFileGames,
  walksWorld,
} from '../../models/runs/walk-tasks.ts';
import { t } from '../platform/l10n.ts';

/** Services for reading an experiment's text. */
export interface ExperimentPlace {
  /** Returns the bytes of a file, relative to the experiment's folder; undefined if it cannot be read. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
  /** Returns the names of the files of a folder, relative in the same way. */
  readonly list: (path: string) => Promise<readonly string[]>;
  /** True if the templates of the workspace may be read. */
  readonly trusted: boolean;
  readonly hash: Hash;
  /** Returns an entry with the server that the settings have for it. */
  readonly entryOf: (entry: ExperimentModel) => ExperimentModel;
  /** Opens an entry's model, without questions to the user. `timeout`: maximum seconds per request. */
  readonly openModel: (entry: ExperimentModel, timeout: number | undefined) => Result<Model, RunFault>;
  /** Returns the run file of a label. */
  readonly fileOf: (experiment: Experiment, name: string, label: string) => string;
  readonly version: string;
  readonly instant: () => string;
}

export interface ExperimentJobs {
  readonly experiment: Experiment;
  /** Name of its runs. */
  readonly name: string;
  /** Jobs in the order of its models. */
  readonly jobs: readonly RunJob[];
}

/**
 * Returns the runs of an experiment's text, or all its errors.
 *
 * @param file of the text, whose name the runs have
 */
export async function parseJobs(
  text: string,
  file: string,
  place: ExperimentPlace,
): Promise<Result<ExperimentJobs, readonly TextProblem[]>> {
  const read = readExperimentText(text);
  if (!read.ok) return read;
  const { placeOf } = read.value;
  const experiment = { ...read.value.experiment, models: read.value.experiment.models.map(place.entryOf) };
  const name = experiment.name ?? experimentName(file);
  const problems: TextProblem[] = [];
  const addProblem = (path: readonly (string | number)[], message: string): void =>
    void problems.push({ ...placeOf(path), message });
  for (const [i, entry] of experiment.models.entries()) {
    const model = place.openModel(entry, experiment.timeout);
    if (!model.ok) addProblem(['models', i], model.error.message);
  }
  if (!staysBelow(experiment.output ?? ''))
    addProblem(['output'], t('the folder must be below that of the experiment'));
  const walks = experiment.random && (await walksOf(experiment.random, experiment.seed, place));
  if (walks?.ok === false) addProblem(['random', 'world'], walks.error.message);
  const walked = await fileOfWalks(experiment, place);
  if (walked?.ok === false) addProblem([experiment.world === undefined ? 'games' : 'world'], walked.error.message);
  const spec = walks?.ok === true ? walks.value.world : walked?.ok === true ? walked.value.opened.spec : undefined;
  const task = spec === undefined ? 'state' : walkTaskKind(spec);
  const templates = await templatesOf(experiment.templates, place, task);
  if (!templates.ok) addProblem([faultField(templates.error.code, 'templates')], templates.error.message);
  const given = walks?.ok === false || walked?.ok === false ? undefined : { walks: walks?.value, file: walked?.value };
  const games = templates.ok && given ? await gamesOf(experiment, templates.value, given, place) : undefined;
  if (games !== undefined && !games.ok) addProblem([faultField(games.error.code, 'games')], games.error.message);
  if (problems.length > 0 || !templates.ok || games?.ok !== true) return err(problems);
  if (games.value.tasks.count === 0) {
    const { games: chosen, gamesInFile } = games.value.tasks;
    if (gamesInFile === 0) addProblem(['games'], t('there is no game in it'));
    else if (chosen === 0) addProblem(['where'], t('it is true for no game'));
    else addProblem(['plies'], t('no game is so long'));
    return err(problems);
  }
  const jobs = experimentJobs(experiment, games.value, templates.value, {
    version: place.version,
    instant: place.instant,
    openModel: (entry) => place.openModel(entry, experiment.timeout),
    fileOf: (label) => place.fileOf(experiment, name, label),
  });
  if (jobs.ok) return ok({ experiment, name, jobs: jobs.value });
  addProblem([faultField(jobs.error.code, 'models')], jobs.error.message);
  return err(problems);
}

/** Returns true if a path leads nowhere above its folder: an experiment may come from others. */
export function staysBelow(output: string): boolean {
  if (/^(?:[\\/]|[a-z][a-z0-9+.-]*:)/i.test(output)) return false;
  let depth = 0;
  for (const part of output.split(/[\\/]+/)) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return false;
  }
  return true;
}

function templatesOf(
  names: readonly string[] | undefined,
  { read, trusted }: ExperimentPlace,
  task: ReturnType<typeof walkTaskKind>,
): Promise<Result<readonly PromptTemplate[], RunFault>> {
  const readText = async (path: string): Promise<string | undefined> => {
    const bytes = trusted ? await read(path) : undefined;
    return bytes && decodeText(bytes).text;
  };
  return findTemplates(names, readText, task);
}

/** Returns the walks of an experiment: of a named world, or of the table of a file. */
async function walksOf(
  { world, count, length, obfuscate }: RandomWalks,
  seed: number,
  { read }: ExperimentPlace,
): Promise<Result<RunWalks, RunFault>> {
  let spec: WorldSpec = { kind: 'named', name: world };
  if (/\.csv$/i.test(world)) {
    const bytes = await read(world);
    if (bytes === undefined) return err({ code: 'bad-world', message: t('{0} cannot be read', world) });
    const name = world.replace(/^.*[\\/]/s, '').replace(/\.csv$/i, '');
    spec = { kind: 'table', name, text: decodeText(bytes).text };
  }
  const built = buildWorld(spec);
  if (!built.ok) return err({ code: 'bad-world', message: built.error[0]?.message ?? t('the world cannot be opened') });
  return ok({ world: obfuscateWorld(spec, obfuscate, seed), count, length });
}

/** Walks of a file, with the world of the selected ones. */
interface WalkSelection {
  readonly source: WalkFile;
  readonly opened: OpenedWorld;
}

/** Returns the file of walks that an experiment names; undefined for a PGN. */
async function fileOfWalks(
  { games = '', world }: Experiment,
  { read, list }: ExperimentPlace,
): Promise<Result<WalkSelection, RunFault> | undefined> {
  if (!isWalkFile(games))
    return world === undefined
      ? undefined
      : err({ code: 'bad-world', message: t('it chooses walks, and a PGN has none') });
  const bytes = await read(games);
  if (bytes === undefined) return err({ code: 'changed-games', message: t('{0} cannot be read', games) });
  const folder = games.replace(/[^\\/]*$/, '');
  const source = await parseWalkFile(decodeText(bytes).text, baseOf(games), {
    read: (name) => read(`${folder}${name}`),
    list: (below) => list(`${folder}${below}`),
  });
  const opened = walksWorld(source, world);
  return opened.ok ? ok({ source, opened: opened.value }) : opened;
}

const baseOf = (file: string): string => file.replace(/^.*[\\/]/s, '');

async function gamesOf(
  { games, plies, samples, seed, where }: Experiment,
  templates: readonly PromptTemplate[],
  { walks, file }: { readonly walks: RunWalks | undefined; readonly file: WalkSelection | undefined },
  { read, hash }: ExperimentPlace,
): Promise<Result<RunGames, RunFault>> {
  const plan = { plies, samples, templates, seed, ...(where === undefined ? {} : { where }) };
  if (file !== undefined) return await walkFileGames(file.source, file.opened, plan, hash);
  if (walks !== undefined) return await randomWalkGames(walks, { plies, samples, templates, seed }, hash);
  if (games === undefined) return err({ code: 'changed-games', message: t('the experiment names no games') });
  const bytes = await read(games);
  if (bytes === undefined) return err({ code: 'changed-games', message: t('{0} cannot be read', games) });
  return pgnRunGames(decodeText(bytes).text, baseOf(games), plan, hash);
}
