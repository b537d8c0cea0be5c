import type { Memento } from 'vscode';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { type Endpoint, isSameServer, OPENAI_BASE_URL } from '../../models/endpoint.ts';
import { decodingSettings } from '../../models/model-settings.ts';
import { namedPrices } from '../../models/openai/named-models.ts';
import { namedLabel, usedModels } from '../platform/models/chosen.ts';
import type { PredictSettings } from '../platform/settings.ts';

type ServerSettings = Pick<
  PredictSettings,
  'baseUrl' | 'baseUrlOfWorkspace' | 'openAiModel' | 'named' | 'namedOfWorkspace' | 'temperature' | 'maxTokens'
>;

/**
 * Returns an entry of an experiment as Select Model would have it: `openai` is the model of the settings, `named:NAME`
 * one of `statelens.models`, and `openai:X` without a server is asked where X was chosen, else at OpenAI. An entry
 * without prices has those of the named model.
 */
export function settingsEntry(entry: ExperimentModel, settings: ServerSettings, state: Memento): ExperimentModel {
  const name = entry.model.startsWith(namedLabel('')) ? entry.model.slice(namedLabel('').length) : undefined;
  const named = settings.named.models.find((item) => item.name === name);
  if (named !== undefined)
    return {
      label: named.name,
      ...(named.api === undefined ? {} : { api: named.api }),
      ...(named.prices === undefined ? {} : { prices: named.prices }),
      ...entry,
      model: `openai:${named.model}`,
      baseUrl: named.baseUrl,
      settings: { ...decodingSettings(settings), ...decodingSettings(named), ...entry.settings },
    };
  const model = entry.model === 'openai' ? `openai:${settings.openAiModel}` : entry.model;
  const served = /^openai:(.+)$/s.exec(model)?.[1];
  if (served === undefined) return { ...entry, model };
  const baseUrl = entry.baseUrl ?? serverWhereChosen(served, settings, state);
  const prices = namedPrices(settings.named.models, served, baseUrl ?? OPENAI_BASE_URL);
  return {
    ...(prices === undefined ? {} : { prices }),
    ...entry,
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

/** Returns the base URL at which a model was chosen, in the settings or before; undefined for OpenAI's own. */
function serverWhereChosen(served: string, settings: ServerSettings, state: Memento): string | undefined {
  const chosen =
    settings.openAiModel === served
      ? settings.baseUrl
      : usedModels(state, settings.named).find((item) => item['openai.model'] === served)?.['openai.baseUrl'];
  return chosen === undefined || chosen === '' || isSameServer(chosen, OPENAI_BASE_URL) ? undefined : chosen;
}

/** Returns true if the user has chosen a server: it is no choice of the file that names it. */
export function isOwnServer(state: Memento, { baseUrl }: Endpoint, settings: ServerSettings): boolean {
  const own = [
    OPENAI_BASE_URL,
    ...(settings.baseUrlOfWorkspace ? [] : [settings.baseUrl]),
    ...(settings.namedOfWorkspace ? [] : settings.named.models.map((item) => item.baseUrl)),
    ...usedModels(state, settings.named).flatMap((item) => item['openai.baseUrl'] ?? []),
  ];
  return own.some((item) => isSameServer(item, baseUrl));
}

/** Returns the name of the named model that an entry is, which may have its own key. */
export const namedModel = (
  { model, baseUrl = '' }: ExperimentModel,
  { named }: Pick<PredictSettings, 'named'>,
): string | undefined =>
  named.models.find((item) => `openai:${item.model}` === model && isSameServer(item.baseUrl, baseUrl))?.name;
