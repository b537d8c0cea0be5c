import * as vscode from 'vscode';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { type Endpoint, OPENAI_BASE_URL } from '../../../models/endpoint.ts';
import type { DecodingSettings, Model } from '../../../models/model.ts';
import { openModel, SOURCES } from '../../../models/registry.ts';
import type { RetryEvent } from '../../../models/retry.ts';
import type { ModelSource, OpenOptions } from '../../../models/source.ts';
import type { FeatureContext, Platform } from '../feature.ts';
import { t } from '../l10n.ts';
import type { PredictSettings } from '../settings.ts';
import { tell } from '../tell.ts';
import { type ChosenModel, chosenModel, withDecoding } from './chosen.ts';
import { type AskedPrompt, answered, NOTHING_AGREED, type PlannedRequest, question, readAgreed } from './consent.ts';
import { readProbed } from './probed.ts';
import { findKey } from './secrets.ts';
import { VSCODE_MODELS } from './vscode-models.ts';

const AGREED = 'statelens.agreed';

/** Every source of models that there is in the editor. */
export const sourcesOf = ({ sources = [] }: Platform): readonly ModelSource[] => [
  ...SOURCES,
  VSCODE_MODELS,
  ...sources,
];

/** What a model is opened with, without a key. */
export function openOptions(
  { platform, values, globalState, log }: FeatureContext,
  { label, shownAs, baseUrl, api, timeout }: ChosenModel,
): Partial<OpenOptions> {
  const address = baseUrl === '' ? OPENAI_BASE_URL : baseUrl;
  const model = /^openai:(.*)$/s.exec(label)?.[1];
  const probed = model === undefined ? undefined : readProbed(globalState, { baseUrl: address, model });
  return {
    baseUrl: address,
    api,
    timeout,
    ...(shownAs === undefined ? {} : { label: shownAs }),
    ...(probed === undefined ? {} : { probed }),
    random: Math.random,
    onNotice: (notice) => log.warn(notice),
    browser: platform.kind === 'web',
    values: () => values.source(),
  };
}

/** The model of the settings, as far as it can be told without a key. */
export function openChosen(
  context: FeatureContext,
  settings: PredictSettings,
  more: Partial<OpenOptions> = {},
): Result<Model, string> {
  const chosen = chosenModel(settings);
  if (!chosen.ok) return chosen;
  const options = { ...openOptions(context, chosen.value), ...more };
  const model = openModel(chosen.value.label, options, sourcesOf(context.platform));
  return model.ok ? ok(withDecoding(model.value, chosen.value.decoding)) : err(model.error.message);
}

/** How answers are decoded. */
export const decodingOf = ({ temperature, maxTokens }: PredictSettings): DecodingSettings => ({
  ...(temperature === undefined ? {} : { temperature }),
  ...(maxTokens === undefined ? {} : { maxTokens }),
});

/** The model of the settings, without a key: enough to know its label and server. A message says what is wrong. */
export function describeModel(context: FeatureContext, settings: PredictSettings): Model | undefined {
  const model = openChosen(context, settings);
  if (model.ok) return model.value;
  void tell('error', model.error, { [t('Select Model')]: 'statelens.selectModel' });
  return undefined;
}

/**
 * The model ready to be asked: the workspace is trusted, the user agreed to the host, the key is found. Undefined when
 * the user declined or something is missing, which was said then. Models of this process need none of it.
 */
export async function prepareModel(
  context: FeatureContext,
  settings: PredictSettings,
  described: Model,
  asked: AskedPrompt,
  onRetry: (event: RetryEvent) => void,
): Promise<Model | undefined> {
  const { endpoint } = described;
  if (endpoint === undefined) return described;
  const key = await permittedKey(context, settings, endpoint, described.label, asked);
  if (key === undefined) return undefined;
  const model = openChosen(context, settings, { apiKey: key.value, onRetry });
  return model.ok ? model.value : undefined;
}

/** The key that may be sent, '' for none; undefined when nothing may be sent at all. */
export async function permittedKey(
  { isTrusted, secrets, platform, workspaceState }: FeatureContext,
  settings: PredictSettings,
  endpoint: Endpoint,
  model: string,
  planned: AskedPrompt,
): Promise<{ readonly value: string } | undefined> {
  if (!isTrusted()) {
    const message = t(
      '{0} was not contacted: this workspace is not trusted. Baselines work without trust.',
      endpoint.host,
    );
    await tell('warning', message, {
      [t('Manage Trust')]: 'workbench.trust.manage',
      [t('Select Model')]: 'statelens.selectModel',
    });
    return undefined;
  }
  const chosen = chosenModel(settings);
  const { shownAs, ofWorkspace = false } = chosen.ok ? chosen.value : {};
  const found = await findKey(secrets, platform, endpoint, shownAs);
  const request = { endpoint, model, ...planned, hasKey: found !== undefined, ofWorkspace };
  return agreedKey(workspaceState, request, found?.key ?? '');
}

/** The key that may be sent with a request, '' for none, asked about where it is new; undefined when nothing may be sent at all. */
export async function agreedKey(
  workspaceState: vscode.Memento,
  request: PlannedRequest,
  key: string,
): Promise<{ readonly value: string } | undefined> {
  const agreed = readAgreed(workspaceState.get(AGREED) ?? NOTHING_AGREED);
  const asked = question(request, agreed);
  if (asked === undefined) return { value: key };
  const button = await vscode.window.showWarningMessage(
    asked.message,
    { modal: true, detail: asked.detail },
    ...asked.buttons,
  );
  const answer = answered(request, agreed, asked, button);
  if (answer === undefined) return undefined;
  await workspaceState.update(AGREED, answer.agreed);
  return { value: answer.withKey ? key : '' };
}
