import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { extendMarkdown, fenceRenderer, type MarkdownIt } from './audit/extend-markdown.ts';
import { audit } from './audit/register.ts';
import { editor } from './editor/register.ts';
import { gamesQuery } from './games/register.ts';
import { logs } from './import/register.ts';
import { lab } from './lab/register.ts';
import { league } from './league/register.ts';
import { mav } from './mav/register.ts';
import { models } from './models/register.ts';
import type { BaseContext, Feature, FeatureContext, Platform } from './platform/feature.ts';
import { t } from './platform/l10n.ts';
import { MavReferences } from './platform/mav-references.ts';
import { namePastedTexts } from './platform/pasted-language.ts';
import { cleanLog, registerFeatures } from './platform/registration.ts';
import { showStart } from './platform/start-view.ts';
import { Values } from './platform/values.ts';
import { restoreDone } from './platform/walkthrough.ts';
import { whenOurs } from './platform/when-open.ts';
import { predict } from './predict/register.ts';
import { report } from './report/register.ts';
import { runs } from './runs/register.ts';
import { samples } from './samples/register.ts';
import { search } from './search/register.ts';
import { registerServerCommands, startPatiently } from './server/commands.ts';
import { stateView } from './state-view/register.ts';
import { templates } from './templates/register.ts';
import { tools } from './tools/register.ts';
import { worlds } from './worlds/register.ts';

/** All features of the extension beyond those of the language server. */
export const FEATURES: readonly Feature[] = [
  audit,
  editor,
  gamesQuery,
  lab,
  league,
  logs,
  mav,
  models,
  predict,
  report,
  runs,
  samples,
  search,
  stateView,
  templates,
  tools,
  worlds,
];

/** The platform's part of an entry file: loaders of the modules that differ. */
export interface Entry {
  /** Loads the client of the language server, which every window needs. */
  readonly loadClient: () => Promise<{
    newClient(extension: vscode.ExtensionContext, log: vscode.LogOutputChannel): BaseLanguageClient;
  }>;
  /** Loads the platform, with the first feature. */
  readonly loadPlatform: () => Promise<Platform>;
  /** Path of Node for programs of the extension; missing in a browser. */
  readonly nodeProgram?: string;
  /** Name of the tour of the samples that a new window begins with. */
  readonly tour?: string | undefined;
}

/** Interface that VS Code requests from the active extension. */
export interface Exports {
  /** Extends the parser of VS Code's Markdown preview (`markdown.markdownItPlugins`). */
  readonly extendMarkdownIt: <M extends MarkdownIt>(md: M) => M;
}

export const exported: Exports = {
  extendMarkdownIt: (md) =>
    extendMarkdown(md, fenceRenderer, () => vscode.commands.executeCommand('markdown.preview.refresh')),
};

let running: BaseLanguageClient | undefined;
const endings: (() => Promise<void>)[] = [];

/**
 * Registers all features. The language server starts with the first document of its languages or the first feature that
 * is loaded: other activations, such as by a Markdown file, load nothing. Waits for neither the server nor the network.
 */
export function start(
  extension: vscode.ExtensionContext,
  { loadClient, loadPlatform, nodeProgram, tour }: Entry,
): void {
  const log = cleanLog(vscode.window.createOutputChannel('StateLens', { log: true }));
  const base: BaseContext = {
    extension,
    log,
    secrets: extension.secrets,
    workspaceState: extension.workspaceState,
    globalState: extension.globalState,
    nodeProgram,
    tour,
    isTrusted: () => vscode.workspace.isTrusted,
    onEnd: (end) => void endings.push(end),
  };
  restoreDone(extension.globalState);
  showStart(extension.globalState);
  let started: Promise<BaseLanguageClient> | undefined;
  const client = (): Promise<BaseLanguageClient> => {
    started ??= startServer(extension, log, loadClient);
    // A message was shown; users of the client get the error again.
    started.catch(() => undefined);
    return started;
  };
  let full: Promise<FeatureContext> | undefined;
  const fullContext = (): Promise<FeatureContext> => {
    full ??= loadFull(base, client(), loadPlatform).catch((error: unknown) => {
      full = undefined;
      throw error;
    });
    return full;
  };
  extension.subscriptions.push(
    log,
    whenOurs(() => void client()),
    namePastedTexts(extension),
    registerServerCommands(extension, client, log),
    registerFeatures(FEATURES, base, fullContext),
  );
}

/** Starts the language server after activation, before any feature is loaded; shows a message if it does not start. */
async function startServer(
  extension: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  loadClient: Entry['loadClient'],
): Promise<BaseLanguageClient> {
  await new Promise<void>((resolve) => void setTimeout(resolve));
  try {
    const client = (await loadClient()).newClient(extension, log);
    running = client;
    void startPatiently(client, log).then((runs) => (runs ? undefined : offerHelp(log)));
    return client;
  } catch (error) {
    log.error(`The client of the language server could not be loaded: ${String(error)}`);
    void offerHelp(log);
    throw error;
  }
}

async function loadFull(
  base: BaseContext,
  client: Promise<BaseLanguageClient>,
  loadPlatform: Entry['loadPlatform'],
): Promise<FeatureContext> {
  const platform = await loadPlatform();
  const values = new Values(platform.openValues, base.isTrusted);
  base.extension.subscriptions.push(values);
  return { ...base, client: await client, platform, values, references: new MavReferences() };
}

/** Shows that there is no language server, with possible actions. */
async function offerHelp(log: vscode.LogOutputChannel): Promise<void> {
  const [again, show] = [t('Restart Server'), t('Show Log')];
  const message = t('The StateLens language server did not start: diagnostics and lenses are unavailable.');
  const chosen = await vscode.window.showErrorMessage(message, again, show);
  if (chosen === again) await vscode.commands.executeCommand('statelens.restartServer');
  if (chosen === show) log.show();
}

/** Ends pending work, and the language server. */
export async function stop(): Promise<void> {
  await Promise.allSettled([...endings.map((end) => end()), running?.stop()]);
}
