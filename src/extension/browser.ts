import type * as vscode from 'vscode';
import { type Exports, exported, start, stop } from './shared.ts';

/** Called by VS Code in a browser; the server is a web worker. */
export function activate(context: vscode.ExtensionContext): Exports {
  start(context, {
    loadClient: () => import('./server/web-client.ts'),
    loadPlatform: async () => (await import('./platform/web-platform.ts')).webPlatform(context),
  });
  return exported;
}

export const deactivate = stop;
