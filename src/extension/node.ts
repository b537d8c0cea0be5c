import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { onnxSource } from '../models/onnx/node-onnx.ts';
import { localReportService } from '../models/report/local-report-service.ts';
import { nodeReportService } from '../models/report/node-report-service.ts';
import { FolderAnswerCache } from '../models/runs/node-answer-cache.ts';
import { openRunFile } from '../models/runs/node-run-file.ts';
import { SERVER_ID } from '../protocol/lsp.ts';
import { nodeFiles } from './platform/node-files.ts';
import { openNodeValues } from './platform/node-values.ts';
import { fetchedRun } from './report/source.ts';
import { start, stop } from './shared.ts';

/** VS Code on a desktop or a remote machine calls this when the first document of one of our languages is opened. */
export function activate(context: vscode.ExtensionContext): void {
  const bundle = pathToFileURL(context.asAbsolutePath('dist/extension.cjs')).href;
  start(context, {
    platform: {
      kind: 'desktop',
      environment: (name) => process.env[name],
      sources: [onnxSource(bundle)],
      openValues: (settings) => openNodeValues(settings, bundle),
      openReport: (runs, settings) => {
        // Other file systems have no path that a thread could read.
        if (runs.some(({ scheme }) => scheme !== 'file')) return localReportService(runs.map(fetchedRun), settings);
        const paths = runs.map(({ fsPath }) => fsPath);
        return nodeReportService(paths, settings, bundle);
      },
      localFiles: nodeFiles,
      localRuns: { open: openRunFile, cache: (folder) => new FolderAnswerCache(folder) },
    },
    createClient: (extension, options) => {
      const server = { module: extension.asAbsolutePath('dist/server.cjs'), transport: TransportKind.ipc };
      return new LanguageClient(SERVER_ID, 'StateLens', server, options);
    },
  });
}

export const deactivate = stop;
