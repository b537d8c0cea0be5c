import * as vscode from 'vscode';
import type { Result } from '../../../core/base/result.ts';
import { userKey } from '../../../models/api-key.ts';
import type { Model, ModelFault } from '../../../models/model.ts';
import { serverOptions } from '../../../models/model-settings.ts';
import type { ListedModel } from '../../../models/openai/listed-model.ts';
import { listModels } from '../../../models/openai/openai.ts';
import type { OpenOptions } from '../../../models/sources/source.ts';
import type { FeatureContext } from '../feature.ts';
import { t } from '../l10n.ts';
import type { PredictSettings } from '../settings.ts';
import { modelChoice } from './chosen.ts';
import { modelPlace, permittedKey } from './open.ts';

/** Sends a request to a model's server, with a notification that can cancel it; undefined if the user declined. */
export async function atServer<T>(
  context: FeatureContext,
  settings: PredictSettings,
  { endpoint, label }: Model,
  title: string,
  ask: (baseUrl: string, options: Partial<OpenOptions>, signal: AbortSignal) => Promise<Result<T, ModelFault>>,
): Promise<Result<T, ModelFault> | undefined> {
  const chosen = modelChoice(settings);
  if (endpoint === undefined || endpoint.keyless === true || !chosen.ok) return undefined;
  const key = await permittedKey(context, settings, endpoint, label, { what: 'models', prompt: '' });
  if (key === undefined) return undefined;
  const options = serverOptions({ ...chosen.value, key: userKey(key.value) }, modelPlace(context));
  const progress = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title,
  };
  return vscode.window.withProgress(progress, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return ask(endpoint.baseUrl, options, controller.signal);
  });
}

/** Returns the models at the server of a model; undefined if the user declined the request. */
export const listAtServer = (
  context: FeatureContext,
  settings: PredictSettings,
  model: Model,
): Promise<Result<readonly ListedModel[], ModelFault> | undefined> =>
  atServer<readonly ListedModel[]>(
    context,
    settings,
    model,
    t('StateLens: asking for the models of {0}', model.endpoint?.host ?? ''),
    listModels,
  );
