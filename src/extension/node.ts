import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { SERVER_ID } from '../protocol/lsp.ts';
import { start, stop } from './shared.ts';

/** VS Code on a desktop or a remote machine calls this when the first document of one of our languages is opened. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, {
    kind: 'desktop',
    loadPlatform: async (extension) => (await import('./platform/node-platform.ts')).nodePlatform(extension),
    createClient: (extension, options) => {
      const server = { module: extension.asAbsolutePath('dist/server.cjs'), transport: TransportKind.ipc };
      return new LanguageClient(SERVER_ID, 'StateLens', server, options);
    },
  });
}

export const deactivate = stop;
