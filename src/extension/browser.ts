import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { SERVER_ID } from '../protocol/lsp.ts';
import { start, stop } from './shared.ts';

/** VS Code in a browser calls this; the server is a web worker. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, {
    kind: 'web',
    loadPlatform: async (extension) => (await import('./platform/web-platform.ts')).webPlatform(extension),
    createClient: (extension, options) => {
      const script = vscode.Uri.joinPath(extension.extensionUri, 'dist/server-web.js');
      return new LanguageClient(SERVER_ID, 'StateLens', new Worker(script.toString(true)), options);
    },
  });
}

export const deactivate = stop;
