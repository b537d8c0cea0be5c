import * as vscode from 'vscode';
import { WANTED_APIS } from '../../core/evaluation/runs/run-schema.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { SAME_LABEL, type SameLabel } from '../../core/notation/predictions/types.ts';
import type { Task } from '../../models/model.ts';
import { type NamedModels, readNamedModels } from '../../models/openai/named-models.ts';
import { DEFAULT_MODEL } from '../../models/registry.ts';
import type { OpenAiApi } from '../../models/source.ts';
import { SERVER_ID } from '../../protocol/lsp.ts';
import { readSettings as readServerSettings } from '../../protocol/settings.ts';

/** The settings of the extension, with whatever a user wrote brought into range. */
export interface PredictSettings {
  /** Label of the model: `builtin:mav-small`, `openai` for the one of `openAiModel`, `named:NAME` for one of `named`. */
  readonly model: string;
  readonly baseUrl: string;
  /** True if only the workspace's settings name the base URL. */
  readonly baseUrlOfWorkspace: boolean;
  readonly openAiModel: string;
  readonly api: OpenAiApi;
  /** The models that have a name and a server of their own. */
  readonly named: NamedModels;
  /** True if the workspace's settings name those. */
  readonly namedOfWorkspace: boolean;
  /** Undefined: the model's own. */
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly samples: number;
  readonly template: string;
  /** Template for the outputs of MAV. */
  readonly mavTemplate: string;
  readonly sameLabel: SameLabel;
  /** True if the whole answers are kept beside the predictions. */
  readonly keepAnswers: boolean;
  readonly concurrency: number;
}

export function readSettings(): PredictSettings {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const get = (name: string): unknown => section.get(name);
  return {
    model: text(get('model'), DEFAULT_MODEL),
    baseUrl: text(get('openai.baseUrl'), ''),
    baseUrlOfWorkspace: isOfWorkspace(section, 'openai.baseUrl'),
    openAiModel: text(get('openai.model'), ''),
    api: WANTED_APIS.find((one) => one === get('openai.api')) ?? 'auto',
    named: readNamedModels(get('models')),
    namedOfWorkspace: isOfWorkspace(section, 'models'),
    temperature: optional(get('openai.temperature'), 0, 2),
    maxTokens: optional(get('openai.maxTokens'), 1, 1_000_000),
    timeout: 1000 * (optional(get('openai.timeout'), 1, 3600) ?? 120),
    samples: optional(get('predict.samples'), 1, 100) ?? 1,
    template: text(get('predict.template'), ''),
    mavTemplate: text(get('mav.template'), ''),
    sameLabel: SAME_LABEL.find((one) => one === get('predict.sameLabel')) ?? 'skip',
    keepAnswers: get('predict.keepAnswers') !== false,
    concurrency: optional(get('predict.concurrency'), 1, 64) ?? 4,
  };
}

/** The template that the settings name for a kind of task; '' for the default, which worlds always have. */
export function templateSetting(task: Task['kind']): string {
  const { template, mavTemplate } = readSettings();
  if (task === 'world') return '';
  return task === 'mav' ? mavTemplate : template;
}

/** How MAV is written, as the settings of the server have it. */
export const mavDialect = (): MavDialect => readServerSettings(vscode.workspace.getConfiguration(SERVER_ID)).mavDialect;

/** Depth of p and r, as the settings of the server have it. */
export const metricDepth = (): number => readServerSettings(vscode.workspace.getConfiguration(SERVER_ID)).m;

/** True if the user chose a model in any settings. */
export function modelIsChosen(): boolean {
  const found = vscode.workspace.getConfiguration(SERVER_ID).inspect('model');
  return (found?.globalValue ?? found?.workspaceValue ?? found?.workspaceFolderValue) !== undefined;
}

/** Lets the user choose who predicts; true if something was chosen. */
export const selectModel = async (): Promise<boolean> =>
  (await vscode.commands.executeCommand<boolean | undefined>('statelens.selectModel')) === true;

/** True if a model is chosen; the first time the user is asked which. */
export const hasModel = async (): Promise<boolean> => modelIsChosen() || selectModel();

/** Writes a setting where its value comes from now, for the user where it has none; `here`: for this workspace in any case. */
export async function writeSetting(name: string, value: string, here = false): Promise<void> {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const inWorkspace = here || (section.inspect(name)?.workspaceValue !== undefined && vscode.workspace.isTrusted);
  await section.update(
    name,
    value,
    inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global,
  );
}

function isOfWorkspace(section: vscode.WorkspaceConfiguration, name: string): boolean {
  const found = section.inspect(name);
  return (found?.workspaceFolderValue ?? found?.workspaceValue) !== undefined;
}

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise;

const optional = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : undefined;
