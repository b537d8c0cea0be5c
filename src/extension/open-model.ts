import * as vscode from 'vscode';
import type { Endpoint } from '../models/endpoint.ts';
import type { Model } from '../models/model.ts';
import type { OpenOptions } from '../models/model-options.ts';
import { openModel } from '../models/registry.ts';
import type { RetryEvent } from '../models/retry.ts';
import { type AskedPrompt, answered, NOTHING_AGREED, question, readAgreed } from './consent.ts';
import type { FeatureContext } from './feature.ts';
import { findKey } from './secrets.ts';
import type { PredictSettings } from './settings.ts';

const AGREED = 'statelens.agreed';

/** The full label of the model that the settings name; `openai` alone stands for the model of its own setting. */
export const modelLabel = ({ model, openAiModel }: PredictSettings): string =>
  model === 'openai' ? `openai:${openAiModel}` : model;

/** What models are opened with, without a key. */
export function openOptions({ platform, values }: FeatureContext, settings: PredictSettings): Partial<OpenOptions> {
  return {
    ...(settings.baseUrl === '' ? {} : { baseUrl: settings.baseUrl }),
    timeout: settings.timeout,
    random: Math.random,
    browser: platform.kind === 'web',
    values: () => values.source(),
  };
}

/** The model of the settings, without a key: enough to know its label and server. A message says what is wrong. */
export function describeModel(context: FeatureContext, settings: PredictSettings): Model | undefined {
  const model = openModel(modelLabel(settings), openOptions(context, settings));
  if (model.ok) return model.value;
  void tell('error', model.error.message, { 'Select Model': 'statelens.selectModel' });
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
  const options = { ...openOptions(context, settings), apiKey: key.value, onRetry };
  const model = openModel(modelLabel(settings), options);
  return model.ok ? model.value : undefined;
}

/** The key that may be sent, '' for none; undefined when nothing may be sent at all. */
export async function permittedKey(
  { isTrusted, secrets, platform, workspaceState }: FeatureContext,
  { baseUrlOfWorkspace }: PredictSettings,
  endpoint: Endpoint,
  model: string,
  planned: AskedPrompt,
): Promise<{ readonly value: string } | undefined> {
  if (!isTrusted()) {
    const message = `${endpoint.host} is not asked: this workspace is not trusted. Baselines work without trust.`;
    await tell('warning', message, {
      'Manage Trust': 'workbench.trust.manage',
      'Select Model': 'statelens.selectModel',
    });
    return undefined;
  }
  const found = await findKey(secrets, platform, endpoint);
  const agreed = readAgreed(workspaceState.get(AGREED) ?? NOTHING_AGREED);
  const request = { endpoint, model, ...planned, hasKey: found !== undefined, ofWorkspace: baseUrlOfWorkspace };
  const asked = question(request, agreed);
  if (asked === undefined) return { value: found?.key ?? '' };
  const button = await vscode.window.showWarningMessage(
    asked.message,
    { modal: true, detail: asked.detail },
    ...asked.buttons,
  );
  const answer = answered(request, agreed, asked, button);
  if (answer === undefined) return undefined;
  await workspaceState.update(AGREED, answer.agreed);
  return { value: answer.withKey ? (found?.key ?? '') : '' };
}

/** Shows a message with buttons that run commands. */
export async function tell(
  severity: 'info' | 'warning' | 'error',
  message: string,
  commands: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { window } = vscode;
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  };
  const chosen = await show[severity](`StateLens: ${message}`, ...Object.keys(commands));
  const command = chosen === undefined ? undefined : commands[chosen];
  if (command !== undefined) await vscode.commands.executeCommand(command);
}
