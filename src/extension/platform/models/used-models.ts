import type { Memento } from 'vscode';
import { OPENAI_BASE_URL, readEndpoint } from '../../../models/endpoint.ts';
import { t } from '../l10n.ts';
import type { PredictSettings } from '../settings.ts';
import { namedLabel } from './chosen.ts';

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
export interface ModelWords {
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
