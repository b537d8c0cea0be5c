import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { onnxSource } from '../../models/onnx/node-onnx.ts';
import { FolderAnswerCache } from '../../models/runs/node-answer-cache.ts';
import { openRunFile } from '../../models/runs/node-run-file.ts';
import type { Platform } from './feature.ts';
import { nodeFiles } from './node-files.ts';
import { openNodeValues } from './node-values.ts';

/** What features need of Node. */
export function nodePlatform(context: vscode.ExtensionContext): Platform {
  const bundle = pathToFileURL(context.asAbsolutePath('dist/extension.cjs')).href;
  return {
    kind: 'desktop',
    environment: (name) => process.env[name],
    sources: [onnxSource(bundle)],
    openValues: (settings) => openNodeValues(settings, bundle),
    loadReports: async () => (await import('./node-reports.ts')).nodeReports(bundle),
    localFiles: nodeFiles,
    localRuns: { open: openRunFile, cache: (folder) => new FolderAnswerCache(folder) },
  };
}
