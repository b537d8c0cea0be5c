import type * as vscode from 'vscode';
import { start, stop } from './shared.ts';

/** VS Code on a desktop or a remote machine calls this when the first document of one of our languages is opened. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, {
    loadClient: () => import('./server/node-client.ts'),
    loadPlatform: async () => (await import('./platform/node-platform.ts')).nodePlatform(context),
  });
}

export const deactivate = stop;
