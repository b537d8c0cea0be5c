import type { Memento } from 'vscode';
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { Prices } from '../../../core/evaluation/runs/run-schema.ts';
import { OPENAI_BASE_URL, readEndpoint } from '../../../models/endpoint.ts';
import { decodingSettings, type ModelSettings } from '../../../models/model-settings.ts';
import { namedPrices } from '../../../models/openai/named-models.ts';
import { t } from '../l10n.ts';
import type { PredictSettings } from '../settings.ts';

const NAMED = 'named:';

/** Returns the value of `statelens.model` for a named model. */
export const namedLabel = (name: string): string => NAMED + name;

/** Returns the label of the model that settings name; `openai` alone stands for the model in a separate setting. */
export const modelLabel = ({ model, openAiModel }: PredictSettings): string =>
  model === 'openai' ? `openai:${openAiModel}` : model;

/** The model that the settings name, without a key. */
export interface ModelChoice extends ModelSettings {
  readonly baseUrl: string;
  /** True if only the workspace's settings name the base URL. */
  readonly ofWorkspace: boolean;
  /** Prices that the user entered for it in `statelens.models`. */
  readonly prices?: Prices;
}

/** Returns the model that settings name. The error lists the existing named models. */
export function modelChoice(settings: PredictSettings): Result<ModelChoice, string> {
  const { model, baseUrl, baseUrlOfWorkspace, api, timeout, named, namedOfWorkspace } = settings;
  if (!model.startsWith(NAMED)) {
    const decoding = decodingSettings(settings);
    const label = modelLabel(settings);
    const served = /^openai:(.+)$/s.exec(label)?.[1];
    const prices = served === undefined ? undefined : namedPrices(named.models, served, baseUrl);
    const ofWorkspace = baseUrlOfWorkspace;
    return ok({ label, baseUrl, ofWorkspace, api, timeout, decoding, ...(prices === undefined ? {} : { prices }) });
  }
  const name = model.slice(NAMED.length);
  const found = named.models.find((item) => item.name === name);
  if (found === undefined) {
    const known = named.models.map((item) => item.name).join(', ');
    const [problem] = named.problems;
    const none =
      known === ''
        ? t('statelens.models has no "{0}"; it holds none', name)
        : t('statelens.models has no "{0}"; there is {1}', name, known);
    return err(problem === undefined ? none : `${none} (${problem})`);
  }
  return ok({
    label: `openai:${found.model}`,
    shownAs: found.name,
    baseUrl: found.baseUrl,
    ofWorkspace: namedOfWorkspace,
    api: found.api ?? 'auto',
    timeout: found.timeout === undefined ? timeout : 1000 * found.timeout,
    decoding: { ...decodingSettings(settings), ...decodingSettings(found) },
    ...(found.prices === undefined ? {} : { prices: found.prices }),
  });
}

const KEY = 'statelens.usedModels';
/** Maximum number of models that are stored; the oldest are dropped first. */
const MAX = 8;

/** A model as the settings name it; never a key. */
export interface UsedModel {
  readonly model: string;
  /** For `openai`: the server, and the model's name there. */
  readonly 'openai.baseUrl'?: string;
  readonly 'openai.model'?: string;
}

/** Name and location of a model in a list. */
interface ModelWords {
  readonly name: string;
  readonly place: string;
}

/** Returns the model that the settings select. */
export const currentModel = ({ model, baseUrl, openAiModel }: PredictSettings): UsedModel =>
  model === 'openai'
    ? { model, 'openai.baseUrl': baseUrl === '' ? OPENAI_BASE_URL : baseUrl, 'openai.model': openAiModel }
    : { model };

export const isSameModel = (a: UsedModel, b: UsedModel): boolean =>
  a.model === b.model && a['openai.baseUrl'] === b['openai.baseUrl'] && a['openai.model'] === b['openai.model'];

/** Formats a model: `gpt-4o` at `api.openai.com`, `naive-tracker`, offline. */
export function modelWords({ model, 'openai.baseUrl': baseUrl, 'openai.model': name }: UsedModel): ModelWords {
  if (model === 'openai') {
    const endpoint = readEndpoint(baseUrl ?? OPENAI_BASE_URL);
    return { name: name ?? '', place: endpoint.ok ? endpoint.value.host : 'a server' };
  }
  const colon = model.indexOf(':');
  const [source, rest] = [model.slice(0, colon), model.slice(colon + 1)];
  if (source === 'named') return { name: rest, place: 'statelens.models' };
  if (source === 'vscode') return { name: rest, place: 'VS Code' };
  if (source === 'onnx') return { name: rest.replace(/^.*[\\/](?=.)/s, ''), place: 'a folder' };
  return { name: rest, place: t('offline, no key') };
}

/** Returns true if a model needs a server, a folder or an account, and thus a trusted workspace. */
export const needsTrust = ({ model }: UsedModel): boolean => !/^(?:baseline|builtin|reference):/.test(model);

/** Returns the models that were chosen before, the last first; those of `statelens.models` only while they exist. */
export function usedModels(state: Memento, named: PredictSettings['named']): readonly UsedModel[] {
  const stored: unknown = state.get(KEY);
  const labels = new Set(named.models.map(({ name }) => namedLabel(name)));
  return (Array.isArray(stored) ? stored : [])
    .flatMap((item: unknown) => readUsed(item) ?? [])
    .filter(({ model }) => !model.startsWith(namedLabel('')) || labels.has(model));
}

/** Stores a model that was chosen, as the last one. */
export function rememberModel(state: Memento, used: UsedModel): Thenable<void> {
  const stored: unknown = state.get(KEY);
  const others = (Array.isArray(stored) ? stored : [])
    .flatMap((item: unknown) => readUsed(item) ?? [])
    .filter((item) => !isSameModel(item, used));
  return state.update(KEY, [used, ...others].slice(0, MAX));
}

/** Reads a stored model; undefined for anything else. */
function readUsed(value: unknown): UsedModel | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { model, 'openai.baseUrl': baseUrl, 'openai.model': name } = value as Record<string, unknown>;
  if (typeof model !== 'string' || model === '') return undefined;
  if (model !== 'openai') return { model };
  if (typeof baseUrl !== 'string' || typeof name !== 'string' || !readEndpoint(baseUrl).ok) return undefined;
  return { model, 'openai.baseUrl': baseUrl, 'openai.model': name };
}
