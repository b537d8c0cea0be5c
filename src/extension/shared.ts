import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { DOCUMENT_LANGUAGES } from '../protocol/lsp.ts';
import { editor } from './editor/register.ts';
import { mav } from './mav/register.ts';
import { models } from './models/register.ts';
import type { BaseContext, Feature, FeatureContext, Platform } from './platform/feature.ts';
import { registerFeatures } from './platform/registration.ts';
import { Values } from './platform/values.ts';
import { predict } from './predict/register.ts';
import { report } from './report/register.ts';
import { runs } from './runs/register.ts';
import { samples } from './samples/register.ts';
import { search } from './search/register.ts';
import { registerServerCommands } from './server/commands.ts';
import { restarting, startPatiently } from './server/restarts.ts';
import { board, comparison } from './state-view/register.ts';
import { templates } from './templates/register.ts';
import { tools } from './tools/register.ts';

/** Everything that the extension does beyond what the language server does by itself. */
export const FEATURES: readonly Feature[] = [
  board,
  comparison,
  editor,
  mav,
  models,
  predict,
  report,
  runs,
  samples,
  search,
  templates,
  tools,
];

/** What an entry file brings: its platform, and how a language server is started there. */
export interface Entry {
  readonly kind: Platform['kind'];
  /** Loads what features need of the platform, when the first of them is loaded. */
  readonly loadPlatform: (extension: vscode.ExtensionContext) => Promise<Platform>;
  readonly createClient: (extension: vscode.ExtensionContext, options: LanguageClientOptions) => BaseLanguageClient;
}

let running: BaseLanguageClient | undefined;
const endings: (() => Promise<void>)[] = [];

/** Starts the language server and registers all features. Waits for neither the server nor the network. */
export function start(extension: vscode.ExtensionContext, { kind, loadPlatform, createClient }: Entry): void {
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
      ...(kind === 'desktop'
        ? { cacheDir: extension.globalStorageUri.fsPath }
        : { engineFolder: vscode.Uri.joinPath(extension.extensionUri, 'media/engine').toString(true) }),
    },
  });
  running = client;
  const base: BaseContext = {
    extension,
    client,
    log,
    secrets: extension.secrets,
    workspaceState: extension.workspaceState,
    globalState: extension.globalState,
    isTrusted: () => vscode.workspace.isTrusted,
    onEnd: (end) => void endings.push(end),
  };
  let full: Promise<FeatureContext> | undefined;
  const fullContext = (): Promise<FeatureContext> => {
    full ??= loadFull(base, loadPlatform).catch((error: unknown) => {
      full = undefined;
      throw error;
    });
    return full;
  };
  extension.subscriptions.push(log, registerServerCommands(base), registerFeatures(FEATURES, base, fullContext));
  // Not awaited: activation is over as soon as the client is there.
  void startPatiently(client, log).then((runs) => (runs ? undefined : offerHelp(log)));
}

async function loadFull(base: BaseContext, loadPlatform: Entry['loadPlatform']): Promise<FeatureContext> {
  const platform = await loadPlatform(base.extension);
  const values = new Values(platform.openValues, base.isTrusted);
  base.extension.subscriptions.push(values);
  return { ...base, platform, values };
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
