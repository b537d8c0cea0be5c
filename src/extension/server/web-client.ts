import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { LanguageClient } from 'vscode-languageclient/browser';
import { SERVER_ID } from '../../protocol/lsp.ts';
import { clientOptions } from './client-options.ts';

/** Returns the client of the language server, which is a web worker. */
export function newClient(
  { extensionUri, globalState }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): BaseLanguageClient {
  const address = (file: string) => vscode.Uri.joinPath(extensionUri, file).toString(true);
  const worker = new Worker(address('dist/server-web.js'));
  // The first message is for the script itself, which loads the part that it shares with the server in Node.
  worker.postMessage({ core: address('dist/server-core.js') });
  const options = clientOptions(log, globalState, { engineFolder: address('media/engine') });
  return new LanguageClient(SERVER_ID, 'StateLens', worker, options);
}
