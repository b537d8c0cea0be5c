import * as vscode from 'vscode';
import { systemClock, turns } from '../../compute/system-clock.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { replayLine } from '../../core/tools/replay-moves.ts';
import { TOOLS } from '../../core/tools/table.ts';
import type { Tool, ToolFault, ToolFile, ToolHost } from '../../core/tools/tool.ts';
import { type PredictGate, type PredictModel, predictTool, requestedPlies } from '../../models/predict/predict-tool.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { Waits } from '../platform/models/asking.ts';
import { describeModel, prepareModel } from '../platform/models/open.ts';
import { readSettings } from '../platform/settings.ts';
import { findTemplate } from '../platform/template-files.ts';

/** Opens the tools for agents of VS Code, by their names in `package.json`. */
export function open(context: FeatureContext) {
  const host: ToolHost = { readFile: readToolFile, turn: turns(systemClock) };
  const offered = TOOLS.map((tool): [string, EditorTool] => [toolId(tool), { invoke: invoker(tool, host) }]);
  const predict = predictTool(settingsGate(context));
  return {
    commands: {},
    tools: new Map([...offered, [toolId(predict), offeredPredict(context, predict, host)]]),
    dispose: () => undefined,
  };
}

/** A tool as VS Code calls it. */
type EditorTool = vscode.LanguageModelTool<object>;

const toolId = ({ name }: Tool): string => `statelens_${name}`;

const invoker =
  (tool: Tool, host: ToolHost): EditorTool['invoke'] =>
  async ({ input }, token) => {
    const controller = new AbortController();
    const forget = token.onCancellationRequested(() => controller.abort());
    try {
      const result = await tool.run(input, host, controller.signal);
      const text = JSON.stringify(result.ok ? result.value : { error: result.error });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } finally {
      forget.dispose();
    }
  };

/** Returns the tool for predictions, with a confirmation of each call: it may send requests to a server. */
const offeredPredict = (context: FeatureContext, tool: Tool, host: ToolHost): EditorTool => ({
  invoke: invoker(tool, host),
  prepareInvocation: ({ input }) => {
    // an untrusted workspace sends no requests: the tool itself reports that
    const question = context.isTrusted() ? gateQuestion(context, input) : undefined;
    return question === undefined
      ? {}
      : { invocationMessage: t('Requesting the state of the game'), confirmationMessages: question };
  },
});

const MAX_BYTES = 64 * 1024 * 1024;

const noFile = (message: string): Result<never, ToolFault> => err({ code: 'no-file', message });

/**
 * Reads a file as an agent names it, by path or below a folder of the workspace. Only open documents and files of the
 * workspace are read; of an open document its current text, saved or not.
 */
async function readToolFile(name: string): Promise<Result<ToolFile, ToolFault>> {
  const { workspace } = vscode;
  const candidates = urisOf(name);
  const open = workspace.textDocuments.find(
    ({ uri }) => uri.toString(true) === name || candidates.some((item) => item.toString() === uri.toString()),
  );
  if (open !== undefined) return ok({ name, text: open.getText() });
  const inside = candidates.filter((uri) => workspace.getWorkspaceFolder(uri) !== undefined);
  if (inside.length === 0) return noFile(`${name} is not open and not in a workspace folder`);
  for (const uri of inside) {
    try {
      const { type, size } = await workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) === 0) continue;
      if (size > MAX_BYTES) return noFile(`${name} is larger than ${MAX_BYTES / 2 ** 20} MB; use the command line`);
      return ok({ name, text: new TextDecoder().decode(await workspace.fs.readFile(uri)) });
    } catch {
      // the next folder may have it
    }
  }
  return noFile(`there is no file ${name} in the workspace`);
}

/** Returns the possible URIs of a name. */
function urisOf(name: string): vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(name)) return folders.map(({ uri }) => vscode.Uri.joinPath(uri, name));
  const file = vscode.Uri.file(name);
  return [file, ...folders.filter(({ uri }) => uri.scheme !== 'file').map(({ uri }) => uri.with({ path: file.path }))];
}

const declined = (message: string): Result<never, ToolFault> => err({ code: 'declined', message });

/** Lets an agent use the model of the settings, after the same questions as a command: trust, host, key. */
const settingsGate = (context: FeatureContext): PredictGate => ({
  concurrency: readSettings().concurrency,
  clock: systemClock,
  async open(_count, prompt): Promise<Result<PredictModel, ToolFault>> {
    if (!context.isTrusted()) return declined('models are used in trusted workspaces only');
    const settings = readSettings();
    const described = describeModel(context, settings);
    if (described === undefined) return declined('no usable model is configured');
    const beside = vscode.workspace.workspaceFolders?.[0]?.uri ?? context.extension.extensionUri;
    const template = await findTemplate(context, settings.template, 'state', vscode.Uri.joinPath(beside, 'game.pgn'));
    if (template === undefined) return declined('no usable prompt template is configured');
    const waits = new Waits(context.log);
    const asked = { what: 'state', prompt: prompt(template) } as const;
    const model = await prepareModel(context, settings, described, asked, waits.onRetry);
    if (model === undefined) return declined(`the user declined the request to ${described.label}`);
    return ok({ model: waits.watched(model), template, settings: {} });
  },
});

/**
 * Returns the question that VS Code asks before each call: the number of requests and their recipient. Undefined if
 * nothing would be sent.
 */
function gateQuestion(
  context: FeatureContext,
  input: { readonly moves?: unknown; readonly at?: unknown },
): { readonly title: string; readonly message: string } | undefined {
  const { moves, at } = input;
  const line = typeof moves === 'string' ? replayLine(moves, undefined, undefined) : undefined;
  const plies =
    line?.ok === true
      ? requestedPlies(line.value.plies.length - 1, typeof at === 'string' ? at : undefined)
      : undefined;
  const settings = readSettings();
  const model = describeModel(context, settings);
  if (model === undefined) return undefined;
  const count = plies?.ok === true ? plies.value.length : 1;
  const { endpoint, label } = model;
  if (endpoint === undefined)
    return {
      title: t('Ask {0}?', label),
      message:
        count === 1 ? t('1 request, answered on this machine.') : t('{0} requests, answered on this machine.', count),
    };
  const { host, baseUrl } = endpoint;
  return {
    title: count === 1 ? t('Send 1 request to {0}?', host) : t('Send {0} requests to {1}?', count, host),
    message: t('{0} is used at {1}. Only moves are sent.', label, baseUrl),
  };
}
