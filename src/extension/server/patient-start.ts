import type { LogOutputChannel } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** A server that does not come up is tried this often, with a pause in between. */
const STARTS = 3;
const PAUSE_MS = 500;

/**
 * Starts the language server; one that dies before it has said hello is started again.
 *
 * @returns whether it runs
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
    // The client starts one that was cut off by itself, too.
    if (client.isRunning()) return true;
  }
  log.error('The language server did not start.');
  return false;
}
