import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { DOCUMENT_LANGUAGES } from '../protocol/lsp.ts';
import type { Feature, FeatureContext, Platform } from './feature.ts';
import { boardFeature } from './features/board.ts';
import { compareFeature } from './features/compare.ts';
import { dimFeature } from './features/dim.ts';
import { largeFilesFeature } from './features/large-files.ts';
import { lensesFeature } from './features/lenses.ts';
import { makeTraceFeature } from './features/make-trace.ts';
import { mavCompareFeature } from './features/mav-compare.ts';
import { mavFileFeature } from './features/mav-file.ts';
import { mavPromptFeature } from './features/mav-prompt.ts';
import { mavRunFeature } from './features/mav-run.ts';
import { modelsFeature } from './features/models.ts';
import { navigateFeature } from './features/navigate.ts';
import { predictFeature } from './features/predict.ts';
import { promptsFeature } from './features/prompts.ts';
import { recordsFeature } from './features/records.ts';
import { removeFeature } from './features/remove.ts';
import { reportFeature } from './features/report.ts';
import { runsFeature } from './features/runs.ts';
import { samplesFeature } from './features/samples.ts';
import { searchFeature } from './features/search.ts';
import { serverFeature } from './features/server.ts';
import { statusFeature } from './features/status.ts';
import { toolsFeature } from './features/tools.ts';
import { traceGameFeature } from './features/trace-game.ts';
import { treeFeature } from './features/tree.ts';
import { visibleRangesFeature } from './features/visible-ranges.ts';
import { restarting, startPatiently } from './server-errors.ts';
import { Values } from './values.ts';

export type { Feature, FeatureContext, Platform } from './feature.ts';

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
  const values = new Values(platform, () => vscode.workspace.isTrusted);
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
