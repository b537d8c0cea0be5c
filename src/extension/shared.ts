import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { DOCUMENT_LANGUAGES } from '../protocol/lsp.ts';
import { dimFeature } from './editor/dim.ts';
import { largeFilesFeature } from './editor/large-files.ts';
import { lensesFeature } from './editor/lenses.ts';
import { navigateFeature } from './editor/navigate.ts';
import { removeFeature } from './editor/remove.ts';
import { statusFeature } from './editor/status.ts';
import { visibleRangesFeature } from './editor/visible-ranges.ts';
import { mavCompareFeature } from './mav/compare.ts';
import { mavPromptFeature } from './mav/prompt.ts';
import { mavFileFeature } from './mav/prompts-in-file.ts';
import { recordsFeature } from './mav/records.ts';
import { mavRunFeature } from './mav/run.ts';
import { makeTraceFeature } from './mav/trace.ts';
import { modelsFeature } from './models/commands.ts';
import type { Feature, FeatureContext, Platform } from './platform/feature.ts';
import { Values } from './platform/values.ts';
import { predictFeature } from './predict/commands.ts';
import { traceGameFeature } from './predict/trace-game.ts';
import { reportFeature } from './report/commands.ts';
import { runsFeature } from './runs/commands.ts';
import { samplesFeature } from './samples/samples.ts';
import { searchFeature } from './search/commands.ts';
import { treeFeature } from './search/trees.ts';
import { serverFeature } from './server/commands.ts';
import { restarting, startPatiently } from './server/restarts.ts';
import { boardFeature } from './state-view/board.ts';
import { compareFeature } from './state-view/comparison.ts';
import { promptsFeature } from './templates/commands.ts';
import { toolsFeature } from './tools/tools.ts';

export type { Feature, FeatureContext, Platform } from './platform/feature.ts';

/** Everything that the extension does beyond what the language server does by itself. */
export const features: readonly Feature[] = [
  serverFeature,
  predictFeature,
  promptsFeature,
  removeFeature,
  reportFeature,
  navigateFeature,
  compareFeature,
  boardFeature,
  lensesFeature,
  largeFilesFeature,
  dimFeature,
  mavPromptFeature,
  mavFileFeature,
  mavRunFeature,
  makeTraceFeature,
  mavCompareFeature,
  modelsFeature,
  recordsFeature,
  runsFeature,
  samplesFeature,
  treeFeature,
  searchFeature,
  statusFeature,
  toolsFeature,
  traceGameFeature,
  visibleRangesFeature,
];

/** What an entry file brings: its platform, and how a language server is started there. */
export interface Entry {
  readonly platform: Platform;
  readonly createClient: (extension: vscode.ExtensionContext, options: LanguageClientOptions) => BaseLanguageClient;
}

let running: BaseLanguageClient | undefined;
const endings: (() => Promise<void>)[] = [];

/** Starts the language server and registers all features. Waits for neither the server nor the network. */
export function start(extension: vscode.ExtensionContext, { platform, createClient }: Entry): void {
  const log = vscode.window.createOutputChannel('StateLens', { log: true });
  const client = createClient(extension, {
    documentSelector: DOCUMENT_LANGUAGES.map((language) => ({ language })),
    outputChannel: log,
    // The start as a whole is tried again below; a message of its own would only repeat that.
    initializationFailedHandler: (error: unknown) => {
      log.warn(`The language server did not answer the first request: ${String(error)}`);
      return false;
    },
    errorHandler: restarting(log, (message) => void vscode.window.showWarningMessage(message)),
    middleware: {
      provideHover: async (document, position, token, next) => {
        const hover = await next(document, position, token);
        // A step of the walkthrough ticks itself by this.
        if (hover) void vscode.commands.executeCommand('setContext', 'statelens.hovered', true);
        return hover;
      },
    },
    initializationOptions: {
      images: true,
      trees: true,
      ...(platform.kind === 'desktop'
        ? { cacheDir: extension.globalStorageUri.fsPath }
        : { engineFolder: vscode.Uri.joinPath(extension.extensionUri, 'media/engine').toString(true) }),
    },
  });
  running = client;
  const values = new Values(platform.openValues, () => vscode.workspace.isTrusted);
  const context: FeatureContext = {
    extension,
    platform,
    client,
    log,
    secrets: extension.secrets,
    values,
    workspaceState: extension.workspaceState,
    globalState: extension.globalState,
    isTrusted: () => vscode.workspace.isTrusted,
    onEnd: (end) => void endings.push(end),
  };
  extension.subscriptions.push(log, values, ...features.map((feature) => feature.register(context)));
  // Not awaited: activation is over as soon as the client is there.
  void startPatiently(client, log).then((runs) => (runs ? undefined : offerHelp(log)));
}

/** Says that there is no language server, with what can be done. */
async function offerHelp(log: vscode.LogOutputChannel): Promise<void> {
  const [again, show] = ['Restart Server', 'Show Log'];
  const message = 'The StateLens language server did not start: there are no checks and no lenses.';
  const chosen = await vscode.window.showErrorMessage(message, again, show);
  if (chosen === again) await vscode.commands.executeCommand('statelens.restartServer');
  if (chosen === show) log.show();
}

/** Ends what goes on, and the language server. */
export async function stop(): Promise<void> {
  await Promise.allSettled([...endings.map((end) => end()), running?.stop()]);
}
