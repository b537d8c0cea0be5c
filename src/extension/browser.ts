import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { localReportService } from '../models/report/local-report-service.ts';
import { SERVER_ID } from '../protocol/lsp.ts';
import { openWebValues } from './platform/web-values.ts';
import { fetchedRun } from './report/source.ts';
import { start, stop } from './shared.ts';

/** VS Code in a browser calls this; the server is a web worker. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, {
    platform: {
      kind: 'web',
      environment: () => undefined,
      openValues: (settings) =>
        openWebValues(settings, vscode.Uri.joinPath(context.extensionUri, 'media/engine').toString(true)),
      openReport: (runs, settings) => localReportService(runs.map(fetchedRun), settings),
    },
    createClient: (extension, options) => {
      const script = vscode.Uri.joinPath(extension.extensionUri, 'dist/server-web.js');
      return new LanguageClient(SERVER_ID, 'StateLens', new Worker(script.toString(true)), options);
    },
  });
}

export const deactivate = stop;
