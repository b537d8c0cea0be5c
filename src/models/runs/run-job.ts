import { ok, type Result } from '../../core/base/result.ts';
import type { Experiment, ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import {
  type Prices,
  RUN_SCHEMA_VERSION,
  type RunHeader,
  type RunModel,
  type RunPlan,
  type RunSettings,
  type RunWalks,
  type Shard,
} from '../../core/evaluation/runs/run-schema.ts';
import { type BudgetLimits, budgetLimits } from '../../core/evaluation/runs/spending.ts';
import { encodePercent } from '../../core/notation/predictions/prediction.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';
import type { ApiKey } from '../api-key.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Model, Task } from '../model.ts';
import type { ModelSettings } from '../model-settings.ts';
import { usesResponses } from '../openai/responses.ts';
import type { PromptTemplate } from '../prompts/prompt.ts';
import { readTemplate, templateFaultText } from '../prompts/template-file.ts';
import { templatesFor } from '../prompts/templates.ts';
import { TEMPLATE_FOLDER } from '../statelens-folder.ts';
import { RUN_RETRY_POLICY } from './run-engine.ts';
import { type RunFault, runFault } from './run-fault.ts';
import { pgnTasks, type TaskList, type TaskPlan } from './task-list.ts';

/** Returns the text of a file, relative to the experiment's folder; undefined if there is none. */
type TemplateReader = (path: string) => Promise<string | undefined>;

/**
 * Finds the templates that an experiment names: built-in ones, files of `.statelens/templates`, or paths of Markdown files. `read` may
 * reject with the system's error.
 *
 * @param task what they ask for: states of games, or of worlds
 */
export async function findTemplates(
  names: readonly string[] | undefined,
  read: TemplateReader,
  task: Exclude<Task['kind'], 'mav'> = 'state',
): Promise<Result<readonly PromptTemplate[], RunFault>> {
  if (names === undefined) return ok(templatesFor(task).slice(0, 1));
  const found: PromptTemplate[] = [];
  for (const name of names) {
    const template = await findTemplate(name, read, task);
    if (!template.ok) return template;
    const { id } = template.value;
    if (found.some((other) => other.id === id)) return runFault('no-template', `two templates have the id ${id}`);
    found.push(template.value);
  }
  return ok(found);
}

async function findTemplate(
  name: string,
  read: TemplateReader,
  task: Task['kind'],
): Promise<Result<PromptTemplate, RunFault>> {
  const known = templatesFor(task);
  const built = known.find(({ id }) => id === name);
  if (built !== undefined) return ok(built);
  const isFile = /\.md$/i.test(name);
  // A name must not leave the folder of templates.
  const isName = /^[\w.-]+$/.test(name);
  const text = isFile || isName ? await read(isFile ? name : `${TEMPLATE_FOLDER}/${name}.md`) : undefined;
  if (text === undefined) {
    const ids = known.map(({ id }) => id).join(', ');
    const there = `expected ${ids}, one in ${TEMPLATE_FOLDER}, or a Markdown file (.md)`;
    return runFault('no-template', `unknown prompt template "${name}"; ${there}`);
  }
  const template = readTemplate(text, task);
  if (template.ok) return template;
  return runFault('no-template', `${name} is not a prompt template: ${templateFaultText(template.error)}`);
}

/** Returns a hash of a text in hexadecimal digits; SHA-256 wherever it is written into a file. */
export type Hash = (text: string) => string | Promise<string>;

/** A run of one model, ready to be executed. */
export interface RunJob {
  readonly file: string;
  readonly model: Model;
  readonly label: string;
  readonly tasks: TaskList;
  readonly settings: RunSettings;
  readonly prices: Prices | undefined;
  readonly shard: Shard | undefined;
  readonly seed: number;
  /** Returns the header of the run's file, if it does not exist yet. */
  readonly header: () => RunHeader;
  /** Limit of concurrent requests, if the experiment states one. */
  readonly concurrency: number | undefined;
}

/** PGN or walks of a run: its tasks, and the facts about them for a header. */
export interface RunGames {
  readonly tasks: TaskList;
  /** File name, without folders. */
  readonly file: string;
  readonly hash: string;
  /** Random walks in place of a PGN. */
  readonly walks?: RunWalks;
  /** World of a file of walks whose states are asked for. */
  readonly world?: WorldSpec;
}

/** Returns the tasks of a plan in a PGN. */
export async function pgnRunGames(
  text: string,
  file: string,
  plan: TaskPlan,
  hash: Hash,
): Promise<Result<RunGames, RunFault>> {
  const tasks = pgnTasks(text, plan);
  if (!tasks.ok) return tasks;
  return ok({ tasks: tasks.value, file, hash: await hash(text) });
}

/**
 * Returns the settings of the model in an experiment's entry. The run determines decoding and attempts.
 *
 * @param timeout time limit in seconds
 */
export const runModelSettings = (
  { model, baseUrl, api }: ExperimentModel,
  timeout: number | undefined,
  key: ApiKey,
): ModelSettings => ({
  label: model,
  baseUrl,
  api,
  key,
  retry: { ...RUN_RETRY_POLICY, retries: 0 },
  timeout: timeout === undefined ? undefined : timeout * 1000,
});

/** Environment that starts a run: a command line or an editor. */
interface JobPlace {
  readonly shard?: Shard | undefined;
  /** Limits that replace those of the experiment. */
  readonly limits?: BudgetLimits;
  /** Returns the path of the run file of a label. */
  readonly fileOf: (label: string) => string;
  readonly openModel: (entry: ExperimentModel) => Result<Model, RunFault>;
  /** Version of StateLens. */
  readonly version: string;
  /** Returns the current time as ISO 8601. */
  readonly instant: () => string;
}

/** Returns the runs of an experiment, one per model. */
export function experimentJobs(
  experiment: Experiment,
  games: RunGames,
  templates: readonly PromptTemplate[],
  place: JobPlace,
): Result<readonly RunJob[], RunFault> {
  const { shard } = place;
  const jobs: RunJob[] = [];
  for (const given of experiment.models) {
    const { api } = { api: experiment.api, ...given };
    const entry: ExperimentModel = api === undefined ? given : { ...given, api };
    const model = place.openModel(entry);
    if (!model.ok) return model;
    const label = entry.label ?? model.value.label;
    const settings = { ...experiment.settings, ...entry.settings };
    if (api === 'responses' && settings.seed !== undefined)
      return runFault('no-model', `the Responses API does not support a seed, which ${label} sets`);
    const file = place.fileOf(label);
    if (jobs.some((other) => other.file === file))
      return runFault('same-file', `two models would write ${file}; give one of them a different label`);
    const parts = { model: model.value, label, settings, games, templates, place };
    jobs.push({
      file,
      model: model.value,
      label,
      tasks: games.tasks,
      settings,
      prices: entry.prices,
      shard,
      seed: experiment.seed,
      header: () => runHeader(experiment, entry, parts),
      concurrency: experiment.concurrency,
    });
  }
  return ok(jobs);
}

/** Returns a file name such as `opening.gpt-4o.shard-3-of-8.run.jsonl`; two labels never have the same. */
export function runFileName(name: string, label: string, shard: Shard | undefined): string {
  const part = shard === undefined ? '' : `.shard-${shard.index}-of-${shard.of}`;
  const safe = encodePercent(label, '/\\:*?"<>| @#').replaceAll('%', '~');
  return `${name}.${safe}${part}.run.jsonl`;
}

/** Returns the default name for runs of an experiment: `opening` for `games/opening.experiment.jsonc`. */
export const experimentName = (file: string): string => {
  const base = lastPart(file).replace(/(?:\.experiment)?\.jsonc?$/i, '');
  return base === '' || base === '-' ? 'experiment' : base;
};

/** Returns the last part of a path with either kind of slashes. */
export const lastPart = (path: string): string => path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/s, '');

/** Returns the interface of a run's requests, which is the same for all of them. */
const modelApi = (
  wanted: ExperimentModel['api'],
  endpoint: Endpoint,
  settings: RunSettings,
): NonNullable<RunModel['api']> => (usesResponses(wanted ?? 'auto', endpoint, settings) ? 'responses' : 'chat');

interface HeaderParts {
  readonly model: Model;
  readonly label: string;
  readonly settings: RunSettings;
  readonly games: RunGames;
  readonly templates: readonly PromptTemplate[];
  readonly place: JobPlace;
}

function runHeader(experiment: Experiment, entry: ExperimentModel, parts: HeaderParts): RunHeader {
  const { plies, samples, seed, where } = experiment;
  const limits = budgetLimits(experiment, parts.place.limits);
  const { model, label, settings, games, templates, place } = parts;
  const { shard, version, instant } = place;
  const colon = entry.model.indexOf(':');
  const provider = entry.model.slice(0, colon);
  const { prices } = entry;
  const plan: RunPlan = {
    plies,
    ...(where === undefined ? {} : { where }),
    samples,
    templates: templates.map(({ id, title, isRaw, answer, messages }) => ({
      id,
      title,
      ...(isRaw === undefined ? {} : { isRaw }),
      ...(answer === undefined ? {} : { answer }),
      messages: [...messages],
    })),
    tasks: games.tasks.count,
    gamesHash: games.hash,
    ...(shard === undefined ? {} : { shard }),
    ...(games.walks === undefined ? {} : { walks: games.walks }),
    ...(games.world === undefined ? {} : { world: games.world }),
  };
  return {
    kind: 'run',
    schema: RUN_SCHEMA_VERSION,
    tool: { name: 'statelens', version },
    created: instant(),
    origin: { type: 'predict' },
    models: [
      {
        label,
        provider,
        // Only the name of a folder: its location stays private.
        model: provider === 'onnx' ? lastPart(entry.model) : entry.model.slice(colon + 1),
        ...(model.endpoint === undefined ? {} : { endpoint: model.endpoint.baseUrl }),
        ...(model.endpoint === undefined || provider !== 'openai'
          ? {}
          : { api: modelApi(entry.api, model.endpoint, settings) }),
        ...(prices === undefined ? {} : { prices }),
      },
    ],
    ...(templates.length === 1 && templates[0] !== undefined ? { prompt: headerPrompt(templates[0]) } : {}),
    settings: { ...settings, samplesPerPosition: samples },
    seed,
    games: { file: games.file, count: games.tasks.gamesInFile },
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(experiment.metrics === undefined ? {} : { metrics: experiment.metrics }),
    plan,
  };
}

function headerPrompt({ id, messages }: PromptTemplate): NonNullable<RunHeader['prompt']> {
  const [system, user] = (['system', 'user'] as const).map(
    (role) => messages.find((message) => message.role === role)?.content,
  );
  return { template: id, ...(system === undefined ? {} : { system }), ...(user === undefined ? {} : { user }) };
}
