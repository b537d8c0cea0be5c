import type { LogOutputChannel } from 'vscode';
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type LanguageClientOptions,
} from 'vscode-languageclient';
import { COMMANDS_OF_HOVERS, DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';
import { t } from '../platform/l10n.ts';
import { markDone } from '../platform/walkthrough.ts';
import { noteHover, noteLens, noteLenses } from './answer-notes.ts';

/** What the client of the language server is made with; `initial`: options of this platform for the server. */
export const clientOptions = (
  log: vscode.LogOutputChannel,
  globalState: vscode.Memento,
  initial: Readonly<Record<string, unknown>>,
): LanguageClientOptions => ({
  documentSelector: DOCUMENT_LANGUAGES.map((language) => ({ language })),
  outputChannel: log,
  // The start as a whole is tried again; a message of its own would only repeat that.
  initializationFailedHandler: (error: unknown) => {
    log.warn(`The language server did not respond to the first request: ${String(error)}`);
    return false;
  },
  errorHandler: restarting(log, (message) => void vscode.window.showWarningMessage(message)),
  middleware: {
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      for (const content of hover?.contents ?? []) {
        if (!(content instanceof vscode.MarkdownString)) continue;
        content.supportHtml = true;
        content.isTrusted = { enabledCommands: COMMANDS_OF_HOVERS };
      }
      if (hover) await noteHover(hover, token);
      if (hover) markDone(globalState, 'statelens.hovered');
      return hover;
    },
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      noteLenses(document, lenses ?? []);
      return lenses;
    },
    resolveCodeLens: async (lens, token, next) => {
      const resolved = await next(lens, token);
      if (resolved) noteLens(resolved);
      return resolved;
    },
  },
  initializationOptions: { images: true, html: true, trees: true, ...initial },
});

/** More ends than these within the time mean that starting again helps nobody. */
const MAX_RESTARTS = 4;
const WITHIN_MS = 180_000;

/**
 * Starts a server that died again, and says so; gives up where it keeps dying.
 *
 * @param warn shows a message: of a restart the client itself writes but to the log
 */
function restarting(
  log: LogOutputChannel,
  warn: (message: string) => void,
  now: () => number = Date.now,
): ErrorHandler {
  const ends: number[] = [];
  return {
    error: (error) => {
      log.error(`Communication with the language server failed: ${error.message}`);
      return { action: ErrorAction.Continue };
    },
    closed: (): CloseHandlerResult => {
      const time = now();
      ends.push(time);
      const recent = ends.filter((end) => time - end < WITHIN_MS);
      if (recent.length > MAX_RESTARTS) {
        const message = t(
          'The StateLens language server crashed five times within three minutes and was not restarted. The output channel StateLens says more; "StateLens: Restart Server" starts it again.',
        );
        return { action: CloseAction.DoNotRestart, message };
      }
      const message = t('The StateLens language server ended unexpectedly and was restarted. No text was lost.');
      warn(message);
      return { action: CloseAction.Restart, message, handled: true };
    },
  };
}
