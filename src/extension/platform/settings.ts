import * as vscode from 'vscode';
import { WANTED_APIS } from '../../core/evaluation/runs/run-schema.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { SAME_LABEL, type SameLabel } from '../../core/notation/predictions/prediction.ts';
import type { Task } from '../../models/model.ts';
import { type NamedModels, readNamedModels } from '../../models/openai/named-models.ts';
import type { ReportSettings } from '../../models/report/report-session.ts';
import { DEFAULT_MODEL } from '../../models/sources/registry.ts';
import type { OpenAiApi } from '../../models/sources/source.ts';
import { SERVER_ID } from '../../protocol/lsp.ts';
import {
  FORMER_NAMES,
  readSettings as readServerSettings,
  type SettingFault,
  SettingsReader,
} from '../../protocol/settings.ts';
import type { BaseContext } from './feature.ts';

/** Settings of the extension, with user values limited to their ranges. */
export interface PredictSettings {
  /** Label of the model: `builtin:mav-small`, `openai` for the one of `openAiModel`, `named:NAME` for one of `named`. */
  readonly model: string;
  readonly baseUrl: string;
  /** True if only the workspace's settings name the base URL. */
  readonly baseUrlOfWorkspace: boolean;
  readonly openAiModel: string;
  readonly api: OpenAiApi;
  /** Models with a name and a separate server. */
  readonly named: NamedModels;
  /** True if the workspace's settings name those. */
  readonly namedOfWorkspace: boolean;
  /** Temperature; undefined for the model's own. */
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  readonly samples: number;
  readonly template: string;
  /** Template for the outputs of MAV. */
  readonly mavTemplate: string;
  readonly sameLabel: SameLabel;
  /** True if the whole answers are stored beside the predictions. */
  readonly keepAnswers: boolean;
  readonly concurrency: number;
}

export const readSettings = (): PredictSettings => checkedSettings().settings;

/** Returns the settings of the extension, and the errors in the user's values. */
export function checkedSettings(): { readonly settings: PredictSettings; readonly faults: readonly SettingFault[] } {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const get = (name: string): unknown => section.get(name);
  const read = new SettingsReader(get);
  const whole = <T extends number | undefined>(name: string, most: number, otherwise: T): number | T =>
    read.number(name, { least: 1, most, isBounded: true }, otherwise);
  const settings: PredictSettings = {
    model: read.text('model', DEFAULT_MODEL),
    baseUrl: read.text('openai.baseUrl'),
    baseUrlOfWorkspace: isOfWorkspace(section, 'openai.baseUrl'),
    openAiModel: read.text('openai.model'),
    api: read.oneOf('openai.api', WANTED_APIS, 'auto'),
    named: readNamedModels(get('models')),
    namedOfWorkspace: isOfWorkspace(section, 'models'),
    temperature: read.number('openai.temperature', { least: 0, most: 2, isBounded: true }, undefined),
    maxTokens: whole('openai.maxTokens', 1_000_000, undefined),
    timeout: 1000 * whole('openai.timeout', 3600, 120),
    samples: whole('predict.samples', 100, 1),
    template: read.text('predict.template'),
    mavTemplate: read.text('mav.template'),
    sameLabel: read.oneOf('predict.sameLabel', SAME_LABEL, 'skip'),
    keepAnswers: read.flag('predict.keepAnswers', true),
    concurrency: whole('predict.concurrency', 64, 4),
  };
  return { settings, faults: read.faults };
}

/** A setting that the user has set under its former name. */
interface FormerSetting {
  readonly former: string;
  /** The setting that it is an entry of now, with the name of the entry. */
  readonly group: string;
  readonly entry: string;
}

/** Returns the settings that the user has set under their former names, which are still read. */
export function formerSettings(): readonly FormerSetting[] {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  return [...FORMER_NAMES].flatMap(([name, former]) => {
    const found = section.inspect(former);
    const isSet = (found?.globalValue ?? found?.workspaceValue ?? found?.workspaceFolderValue) !== undefined;
    const dot = name.lastIndexOf('.');
    return isSet ? [{ former, group: name.slice(0, dot), entry: name.slice(dot + 1) }] : [];
  });
}

/** Returns the template that the settings name for a kind of task; '' for the default, which worlds always have. */
export function templateSetting(task: Task['kind']): string {
  const { template, mavTemplate } = readSettings();
  if (task === 'world') return '';
  return task === 'mav' ? mavTemplate : template;
}

/** Returns the format of MAV files, from the settings of the server. */
export const mavDialect = (): MavDialect => readServerSettings(vscode.workspace.getConfiguration(SERVER_ID)).mavDialect;

/** Returns the depth of p and r, from the settings of the server. */
export const metricDepth = (): number => readServerSettings(vscode.workspace.getConfiguration(SERVER_ID)).m;

/** Returns true if the user chose a model in any settings. */
export function modelIsChosen(): boolean {
  const found = vscode.workspace.getConfiguration(SERVER_ID).inspect('model');
  return (found?.globalValue ?? found?.workspaceValue ?? found?.workspaceFolderValue) !== undefined;
}

/** Lets the user choose a model; true if one was chosen. */
export const openModelPicker = async (): Promise<boolean> =>
  (await vscode.commands.executeCommand<boolean | undefined>('statelens.selectModel')) === true;

/** Returns true if a model is chosen; the first time, the user is asked. */
export const hasModel = async (): Promise<boolean> => modelIsChosen() || openModelPicker();

/**
 * Writes a setting to the level that its value comes from now, for the user if it has none; `here`: always for this
 * workspace.
 */
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

/** Number of worst answers per model of a report, as on the command line. */
const WORST = 3;

/** Returns the settings of reports: the options of the command line, so that both find each other's scores. */
export function reportSettings({ extension }: BaseContext): ReportSettings {
  const { version } = extension.extension.packageJSON as { readonly version: string };
  const m = metricDepth();
  return {
    options: {
      affordance: { m, method: 'auto', seed: 0, terminal: 'accept', rescale: 'sum' },
      lambda: 0.1,
      enPassant: 'as-written',
    },
    m,
    worst: WORST,
    version,
  };
}
