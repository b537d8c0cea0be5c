import type * as vscode from 'vscode';
import { type BaseLanguageClient, LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { SERVER_ID } from '../../protocol/lsp.ts';
import { clientOptions } from './client-options.ts';

/** Returns the client of the language server, which is a process of Node. */
export function newClient(extension: vscode.ExtensionContext, log: vscode.LogOutputChannel): BaseLanguageClient {
  const server = { module: extension.asAbsolutePath('dist/server.cjs'), transport: TransportKind.ipc };
  const options = clientOptions(log, extension.globalState, {
    cacheDir: extension.globalStorageUri.fsPath,
    worldPrograms: true,
  });
  return new LanguageClient(SERVER_ID, 'StateLens', server, options);
}
