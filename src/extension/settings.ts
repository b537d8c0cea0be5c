import * as vscode from 'vscode';
import type { MavDialect } from '../core/mav/values.ts';
import { SAME_LABEL, type SameLabel } from '../core/predictions/types.ts';
import { SERVER_ID } from '../protocol/lsp.ts';
import { readSettings as readServerSettings } from '../protocol/settings.ts';

/** The settings of the extension, with whatever a user wrote brought into range. */
export interface PredictSettings {
  /** Label of the model: `baseline:naive-tracker`, or `openai` for the one of `openAiModel`. */
  readonly model: string;
  readonly baseUrl: string;
  /** Whether only the workspace's settings name the base URL. */
  readonly baseUrlOfWorkspace: boolean;
  readonly openAiModel: string;
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
  readonly concurrency: number;
}

export function readSettings(): PredictSettings {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const get = (name: string): unknown => section.get(name);
  const baseUrl = section.inspect<string>('openai.baseUrl');
  return {
    model: text(get('model'), 'baseline:naive-tracker'),
    baseUrl: text(get('openai.baseUrl'), ''),
    baseUrlOfWorkspace: (baseUrl?.workspaceFolderValue ?? baseUrl?.workspaceValue) !== undefined,
    openAiModel: text(get('openai.model'), ''),
    temperature: optional(get('openai.temperature'), 0, 2),
    maxTokens: optional(get('openai.maxTokens'), 1, 1_000_000),
    timeout: 1000 * (optional(get('openai.timeout'), 1, 3600) ?? 120),
    samples: optional(get('predict.samples'), 1, 100) ?? 1,
    template: text(get('predict.template'), ''),
    mavTemplate: text(get('mav.template'), ''),
    sameLabel: SAME_LABEL.find((one) => one === get('predict.sameLabel')) ?? 'skip',
    concurrency: optional(get('predict.concurrency'), 1, 64) ?? 4,
  };
}

/** How MAV is written, as the settings of the server have it. */
export const mavDialect = (): MavDialect => readServerSettings(vscode.workspace.getConfiguration(SERVER_ID)).mavDialect;

/** Whether the user chose a model in any settings. */
export function modelIsChosen(): boolean {
  const found = vscode.workspace.getConfiguration(SERVER_ID).inspect('model');
  return (found?.globalValue ?? found?.workspaceValue ?? found?.workspaceFolderValue) !== undefined;
}

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise;

const optional = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : undefined;
