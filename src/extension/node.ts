import process from 'node:process';
import type * as vscode from 'vscode';
import { type Exports, exported, start, stop } from './shared.ts';

/**
 * Called by VS Code on a desktop or a remote machine when the first document of a supported language is opened, and by
 * the Markdown preview for boards.
 */
export function activate(context: vscode.ExtensionContext): Exports {
  start(context, {
    loadClient: () => import('./server/node-client.ts'),
    loadPlatform: async () => (await import('./platform/node-platform.ts')).nodePlatform(context),
    nodeProgram: process.execPath,
    tour: process.env['STATELENS_TOUR'],
  });
  return exported;
}

export const deactivate = stop;
