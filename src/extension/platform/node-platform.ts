import { appendFile, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type * as vscode from 'vscode';
import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { systemClock } from '../../compute/system-clock.ts';
import { nodeThreads, workerBeside } from '../../compute/worker/node-threads.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { openValueSource } from '../../engine/node-value-source.ts';
import { nodeAnswerStore } from '../../models/answers/node-answer-store.ts';
import { modelProcess, onnxSource, packagedModel } from '../../models/onnx/node-onnx.ts';
import { answerFolder, EARLIER_ANSWERS, FolderAnswerCache } from '../../models/runs/node-answer-cache.ts';
import { openRunFile } from '../../models/runs/node-run-file.ts';
import { builtinSource } from '../../models/sources/builtin.ts';
import type { Platform } from './feature.ts';
import type { Deflate, LocalFiles } from './files/bytes.ts';
import type { ValueSettings } from './values.ts';

/** Returns the platform of Node. */
export function nodePlatform(context: vscode.ExtensionContext): Platform {
  const bundle = pathToFileURL(context.asAbsolutePath('dist/extension.cjs')).href;
  return {
    kind: 'desktop',
    environment: (name) => process.env[name],
    sources: [onnxSource(bundle, modelProcess), builtinSource(packagedModel(bundle, modelProcess))],
    openValues: (settings) => openNodeValues(settings, bundle),
    loadReports: async () => (await import('./node-reports.ts')).nodeReports(bundle),
    importLog: async (options) => (await import('../../models/import/logs/node-import-file.ts')).importLogFile(options),
    localFiles: nodeFiles,
    deflate,
    localAnswers: nodeAnswerStore,
    localRuns: { open: openRunFile, cache: answersOfRuns },
  };
}

/**
 * Returns the answers of runs, in the same folder as those of the command line; undefined if the system names no folder
 * for them.
 */
function answersOfRuns(workspace: string | undefined): FolderAnswerCache | undefined {
  const folder = answerFolder(process.env);
  const earlier = workspace && path.join(workspace, EARLIER_ANSWERS);
  return folder === undefined ? undefined : new FolderAnswerCache(folder, { earlier });
}

/**
 * Compresses at the fastest level: a search tree shrinks to a fifth, in a third of the time of the default one. VS Code
 * sends a plain byte array as it is, and a `Buffer` as a list of numbers.
 */
const deflate: Deflate = async (bytes) => new Uint8Array(await promisify(deflateRaw)(bytes, { level: 1 }));

/** Files of this machine, in pieces. */
const nodeFiles: LocalFiles = {
  bytes: (path) => ({
    open: async () => {
      const file = await open(path, 'r');
      const { size } = await file.stat();
      return {
        size,
        read: async (from, length) => {
          const buffer = new Uint8Array(Math.min(length, Math.max(0, size - from)));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
          return buffer.subarray(0, bytesRead);
        },
        close: () => file.close(),
      };
    },
  }),
  replace: async (path) => {
    const part = `${path}.${process.pid}-${Date.now()}.part`;
    const file = await open(part, 'wx');
    return {
      write: (bytes) => file.appendFile(bytes),
      commit: async () => {
        await file.close();
        await rename(part, path);
      },
      discard: async () => {
        await file.close();
        await rm(part, { force: true });
      },
    };
  },
  append: (path, text) => appendFile(path, text, 'utf8'),
};

/**
 * Opens the values of all games, outside the extension host's thread: an engine in a separate process, Connect Four and
 * Hex in a worker thread. Both start with the first request.
 *
 * @param bundle URL of the extension's bundle; engine and worker are beside it
 */
export function openNodeValues({ path, depth, threads }: ValueSettings, bundle: string): ValueSource {
  const pool = new Pool<Jobs>({
    transport: nodeThreads(workerBeside(bundle), 1),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
  return openValueSource({
    path,
    ...(depth === undefined ? {} : { depth }),
    ...(threads === undefined ? {} : { threads }),
    clock: systemClock,
    bundle,
    runner: pool,
  });
}
