import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { LanguageClient } from 'vscode-languageclient/browser';
import { SERVER_ID } from '../../protocol/lsp.ts';
import { clientOptions } from './client-options.ts';

/** The client of the language server, which is a web worker. */
export function newClient({ extensionUri }: vscode.ExtensionContext, log: vscode.LogOutputChannel): BaseLanguageClient {
  const script = vscode.Uri.joinPath(extensionUri, 'dist/server-web.js');
  const options = clientOptions(log, {
    engineFolder: vscode.Uri.joinPath(extensionUri, 'media/engine').toString(true),
  });
  return new LanguageClient(SERVER_ID, 'StateLens', new Worker(script.toString(true)), options);
}
