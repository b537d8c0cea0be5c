import type { LogOutputChannel } from 'vscode';
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { t } from '../platform/l10n.ts';

/**
 * Registers Show Log, Open Settings and Restart Server at the start, since they help when nothing else can be loaded.
 */
export const registerServerCommands = (
  { extension }: vscode.ExtensionContext,
  client: () => Promise<BaseLanguageClient>,
  log: vscode.LogOutputChannel,
): vscode.Disposable =>
  vscode.Disposable.from(
    vscode.commands.registerCommand('statelens.showLog', () => log.show()),
    vscode.commands.registerCommand('statelens.openSettings', () =>
      vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${extension.id}`),
    ),
    vscode.commands.registerCommand('statelens.restartServer', () => restart(client, log)),
  );

async function restart(load: () => Promise<BaseLanguageClient>, log: vscode.LogOutputChannel): Promise<void> {
  log.info('The language server is restarting.');
  try {
    const client = await load();
    if (client.needsStop()) await client.stop();
    if (!(await startPatiently(client, log))) throw new Error('it ended before it responded');
    vscode.window.setStatusBarMessage(t('StateLens: the language server was restarted'), 4000);
  } catch (error) {
    log.error(`The language server did not start: ${String(error)}`);
    const show = t('Show Log');
    const chosen = await vscode.window.showErrorMessage(t('The StateLens language server did not start.'), show);
    if (chosen === show) log.show();
  }
}

/** Maximum number of starts of a server, with a pause in milliseconds in between. */
const STARTS = 3;
const PAUSE_MS = 500;

/**
 * Starts the language server; one that ends before the handshake is started again.
 *
 * @returns true if it runs
 */
export async function startPatiently(
  client: Pick<BaseLanguageClient, 'start' | 'isRunning'>,
  log: Pick<LogOutputChannel, 'warn' | 'error'>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<boolean> {
  for (let tries = 1; tries <= STARTS; tries++) {
    try {
      await client.start();
      return true;
    } catch (error) {
      log.warn(`The language server did not start (attempt ${tries} of ${STARTS}): ${String(error)}`);
    }
    await pause(tries * PAUSE_MS);
    // The client itself also restarts a server that was cut off.
    if (client.isRunning()) return true;
  }
  log.error('The language server did not start.');
  return false;
}
