import type { LogOutputChannel } from 'vscode';
import { CloseAction, type CloseHandlerResult, ErrorAction, type ErrorHandler } from 'vscode-languageclient';

/** More ends than these within the time mean that starting again helps nobody. */
const MAX_RESTARTS = 4;
const WITHIN_MS = 180_000;

/**
 * Starts a server that died anew, and says so; gives up where it keeps dying.
 *
 * @param warn shows a message: of a restart the client itself writes but to the log
 */
export function restarting(
  log: LogOutputChannel,
  warn: (message: string) => void,
  now: () => number = Date.now,
): ErrorHandler {
  const ends: number[] = [];
  return {
    error: (error) => {
      log.error(`Talking to the language server failed: ${error.message}`);
      return { action: ErrorAction.Continue };
    },
    closed: (): CloseHandlerResult => {
      const time = now();
      ends.push(time);
      const recent = ends.filter((end) => time - end < WITHIN_MS);
      if (recent.length > MAX_RESTARTS) {
        const message =
          'The StateLens language server ended five times within three minutes and stays off. The output channel ' +
          'StateLens says more; "StateLens: Restart Server" starts it again.';
        return { action: CloseAction.DoNotRestart, message };
      }
      const message = 'The StateLens language server ended unexpectedly and was started again. No text was lost.';
      warn(message);
      return { action: CloseAction.Restart, message, handled: true };
    },
  };
}
