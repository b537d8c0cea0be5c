import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';
import { DOCUMENT_LANGUAGES, SERVER_ID } from '../protocol/lsp.ts';

let client: LanguageClient | undefined;

/** Starts the language server; VS Code calls this when the first document of one of our languages is opened. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('StateLens', { log: true });
  context.subscriptions.push(log);
  const module = context.asAbsolutePath('dist/server.cjs');
  const transport = TransportKind.ipc;
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENT_LANGUAGES.map((language) => ({ language })),
    outputChannel: log,
  };
  client = new LanguageClient(SERVER_ID, 'StateLens', { module, transport }, options);
  // Not awaited: activation is over as soon as the client is there.
  client.start().catch((error: unknown) => log.error(`The language server did not start: ${String(error)}`));
}

/** Ends the language server. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}
