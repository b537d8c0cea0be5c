import * as vscode from 'vscode';
import type { Platform } from './feature.ts';
import { openWebValues } from './web-values.ts';

/** What features need of a browser. */
export const webPlatform = ({ extensionUri }: vscode.ExtensionContext): Platform => ({
  kind: 'web',
  environment: () => undefined,
  openValues: (settings) => openWebValues(settings, vscode.Uri.joinPath(extensionUri, 'media/engine').toString(true)),
  loadReports: async () => (await import('./web-reports.ts')).openWebReport,
});
