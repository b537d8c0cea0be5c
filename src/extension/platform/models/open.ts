import * as vscode from 'vscode';
import { err, type Result } from '../../../core/base/result.ts';
import { userKey } from '../../../models/api-key.ts';
import type { Endpoint } from '../../../models/endpoint.ts';
import type { Model } from '../../../models/model.ts';
import { type ModelPlace, openBySettings } from '../../../models/model-settings.ts';
import type { RetryEvent } from '../../../models/retry.ts';
import { SOURCES } from '../../../models/sources/registry.ts';
import type { FeatureContext } from '../feature.ts';
import { t } from '../l10n.ts';
import type { PredictSettings } from '../settings.ts';
import { showMessage } from '../show-message.ts';
import { modelChoice } from './chosen.ts';
import {
  type Agreement,
  addAgreement,
  NO_AGREEMENTS,
  type PlannedRequest,
  type PromptToConfirm,
  question,
  type RequestAmount,
  readAgreements,
} from './consent.ts';
import { readProbed } from './probed.ts';
import { findKey } from './secrets.ts';
import { VSCODE_MODELS } from './vscode-models.ts';

const AGREED = 'statelens.agreed';

/** Returns the services with which the editor opens models. */
export const modelPlace = ({ platform, values, globalState, log }: FeatureContext): ModelPlace => ({
  sources: [...SOURCES, VSCODE_MODELS, ...(platform.sources ?? [])],
  random: Math.random,
  onNotice: (notice) => log.warn(notice),
  isBrowser: platform.kind === 'web',
  values: () => values.source(),
  probed: (model, baseUrl) => readProbed(globalState, { baseUrl, model }),
});

/** Opens the model of the settings, as far as possible without a key. */
export function openChosen(
  context: FeatureContext,
  settings: PredictSettings,
  key = '',
  onRetry?: (event: RetryEvent) => void,
): Result<Model, string> {
  const chosen = modelChoice(settings);
  if (!chosen.ok) return chosen;
  const model = openBySettings({ ...chosen.value, key: userKey(key) }, { ...modelPlace(context), onRetry });
  return model.ok ? model : err(model.error.message);
}

/** Returns the model of the settings, without a key: enough for its label and server. Shows a message for an error. */
export function describeModel(context: FeatureContext, settings: PredictSettings): Model | undefined {
  const model = openChosen(context, settings);
  if (model.ok) return model.value;
  void showMessage('error', model.error, { [t('Select Model')]: 'statelens.selectModel' });
  return undefined;
}

/**
 * Prepares the model for requests: the workspace is trusted, the user has agreed to the host, the key is found.
 * Undefined, after a message, if the user declined or something is missing. Models of this process need none of it.
 */
export async function prepareModel(
  context: FeatureContext,
  settings: PredictSettings,
  described: Model,
  asked: PromptToConfirm,
  onRetry: (event: RetryEvent) => void,
  amount?: RequestAmount,
): Promise<Model | undefined> {
  const { endpoint } = described;
  if (endpoint === undefined) return described;
  const key = await permittedKey(context, settings, endpoint, described.label, asked, amount);
  if (key === undefined) return undefined;
  const model = openChosen(context, settings, key.value, onRetry);
  return model.ok ? model.value : undefined;
}

/** Returns the key that may be sent, '' for none; undefined if nothing may be sent at all. */
export async function permittedKey(
  { isTrusted, secrets, platform, workspaceState }: FeatureContext,
  settings: PredictSettings,
  endpoint: Endpoint,
  model: string,
  planned: PromptToConfirm,
  amount?: RequestAmount,
): Promise<{ readonly value: string } | undefined> {
  if (!isTrusted()) {
    const message = t(
      '{0} was not contacted: this workspace is not trusted. Baselines work without trust.',
      endpoint.host,
    );
    await showMessage('warning', message, {
      [t('Manage Trust')]: 'workbench.trust.manage',
      [t('Select Model')]: 'statelens.selectModel',
    });
    return undefined;
  }
  const chosen = modelChoice(settings);
  const { shownAs, ofWorkspace = false } = chosen.ok ? chosen.value : {};
  const found = await findKey(secrets, platform, endpoint, shownAs);
  const request = { endpoint, model, ...planned, hasKey: found !== undefined, ofWorkspace };
  return agreedKey(workspaceState, request, found?.key ?? '', amount);
}

/**
 * Returns the key that may be sent with a request, '' for none, after asking about a new one and about many requests;
 * undefined if nothing may be sent at all.
 */
export async function agreedKey(
  workspaceState: vscode.Memento,
  request: PlannedRequest,
  key: string,
  amount?: RequestAmount,
): Promise<{ readonly value: string } | undefined> {
  const agreement = await askOnce(workspaceState, [request], amount);
  return agreement && { value: agreement.withKey ? key : '' };
}

/** Asks the one question about requests, if there is one; undefined if the user declined. */
export async function askOnce(
  workspaceState: vscode.Memento,
  planned: readonly PlannedRequest[],
  amount?: RequestAmount,
): Promise<Pick<Agreement, 'withKey' | 'isPart'> | undefined> {
  const agreed = readAgreements(workspaceState.get(AGREED) ?? NO_AGREEMENTS);
  const asked = question(planned, agreed, amount);
  if (asked === undefined) return { withKey: true, isPart: false };
  const { message, detail, buttons } = asked;
  const button = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  const answer = addAgreement(planned, agreed, asked, button, amount?.part);
  if (answer !== undefined) await workspaceState.update(AGREED, answer.agreed);
  return answer;
}
