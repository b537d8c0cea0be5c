import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';
import { restarting } from './restarts.ts';

/** What the client of the language server is made with; `initial`: options of this platform for the server. */
export const clientOptions = (
  log: vscode.LogOutputChannel,
  initial: Readonly<Record<string, unknown>>,
): LanguageClientOptions => ({
  documentSelector: DOCUMENT_LANGUAGES.map((language) => ({ language })),
  outputChannel: log,
  // The start as a whole is tried again; a message of its own would only repeat that.
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
  initializationOptions: { images: true, trees: true, ...initial },
});
