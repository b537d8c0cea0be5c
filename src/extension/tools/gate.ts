import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { replayLine } from '../../core/tools/replayed-line.ts';
import type { ToolFault } from '../../core/tools/tool.ts';
import { type AskedModel, askedPlies, type PredictGate } from '../../models/asking/predict-tool.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { Waits } from '../platform/models/asking.ts';
import { decodingOf, describeModel, prepareModel } from '../platform/models/open.ts';
import { readSettings } from '../platform/settings.ts';
import { findTemplate } from '../platform/templates/find.ts';

const declined = (message: string): Result<never, ToolFault> => err({ code: 'declined', message });

/** Lets an agent ask the model of the settings, after the same questions as a command: trust, host, key. */
export const settingsGate = (context: FeatureContext): PredictGate => ({
  concurrency: readSettings().concurrency,
  clock: systemClock,
  async open(_count, prompt): Promise<Result<AskedModel, ToolFault>> {
    if (!context.isTrusted()) return declined('models are asked in trusted workspaces only');
    const settings = readSettings();
    const described = describeModel(context, settings);
    if (described === undefined) return declined('the settings name no model that can be asked');
    const beside = vscode.workspace.workspaceFolders?.[0]?.uri ?? context.extension.extensionUri;
    const template = await findTemplate(context, settings.template, 'state', vscode.Uri.joinPath(beside, 'game.pgn'));
    if (template === undefined) return declined('the settings name no prompt template that can be used');
    const waits = new Waits(context.log);
    const asked = { what: 'state', prompt: prompt(template) } as const;
    const model = await prepareModel(context, settings, described, asked, waits.onRetry);
    if (model === undefined) return declined(`the user did not let ${described.label} be asked`);
    return ok({ model, template, settings: decodingOf(settings) });
  },
});

/** What VS Code asks before each call: how many requests go to whom. Undefined where nothing would be sent. */
export function gateQuestion(
  context: FeatureContext,
  input: { readonly moves?: unknown; readonly at?: unknown },
): { readonly title: string; readonly message: string } | undefined {
  const { moves, at } = input;
  const line = typeof moves === 'string' ? replayLine(moves, undefined, undefined) : undefined;
  const plies =
    line?.ok === true ? askedPlies(line.value.plies.length - 1, typeof at === 'string' ? at : undefined) : undefined;
  const settings = readSettings();
  const model = describeModel(context, settings);
  if (model === undefined) return undefined;
  const count = plies?.ok === true ? plies.value.length : 1;
  const requests = count === 1 ? '1 request' : `${count} requests`;
  const { endpoint, label } = model;
  return endpoint === undefined
    ? { title: `Ask ${label}?`, message: `${requests}, answered on this machine.` }
    : {
        title: `Send ${requests} to ${endpoint.host}?`,
        message: `${label} is asked at ${endpoint.baseUrl}. Moves only are sent.`,
      };
}
