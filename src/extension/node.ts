import process from 'node:process';
import type * as vscode from 'vscode';
import { type Exports, exported, start, stop } from './shared.ts';

/** VS Code on a desktop or a remote machine calls this when the first document of one of our languages is opened. The Markdown preview asks for boards. */
export function activate(context: vscode.ExtensionContext): Exports {
  start(context, {
    loadClient: () => import('./server/node-client.ts'),
    loadPlatform: async () => (await import('./platform/node-platform.ts')).nodePlatform(context),
    nodeProgram: process.execPath,
  });
  return exported;
}

export const deactivate = stop;
