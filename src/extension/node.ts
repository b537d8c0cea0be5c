import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { SERVER_ID } from '../protocol/lsp.ts';
import { openNodeValues } from './node-values.ts';
import { start, stop } from './shared.ts';

/** VS Code on a desktop or a remote machine calls this when the first document of one of our languages is opened. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, {
    platform: {
      kind: 'desktop',
      environment: (name) => process.env[name],
      openValues: (settings) =>
        openNodeValues(settings, pathToFileURL(context.asAbsolutePath('dist/extension.cjs')).href),
    },
    createClient: (extension, options) => {
      const server = { module: extension.asAbsolutePath('dist/server.cjs'), transport: TransportKind.ipc };
      return new LanguageClient(SERVER_ID, 'StateLens', server, options);
    },
  });
}

export const deactivate = stop;
