import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { JOB_VERSIONS, type Jobs } from '../compute/jobs.ts';
import { nodeThreads, workerBeside } from '../compute/node-threads.ts';
import { Pool } from '../compute/pool.ts';
import { systemClock } from '../compute/system-clock.ts';
import { openValueSource } from '../engine/node-value-source.ts';
import { SERVER_ID } from '../protocol/lsp.ts';
import { start, stop } from './shared.ts';

/** VS Code on a desktop or a remote machine calls this when the first document of one of our languages is opened. */
export function activate(context: vscode.ExtensionContext): void {
  start(context, {
    platform: {
      kind: 'desktop',
      environment: (name) => process.env[name],
      openValues: ({ path, depth, threads }) =>
        openValueSource({
          path,
          runner: openRunner(context.asAbsolutePath('dist/extension.cjs')),
          ...(depth === undefined ? {} : { depth }),
          ...(threads === undefined ? {} : { threads }),
          clock: systemClock,
          bundle: pathToFileURL(context.asAbsolutePath('dist/extension.cjs')).href,
        }),
    },
    createClient: (extension, options) => {
      const server = { module: extension.asAbsolutePath('dist/server.cjs'), transport: TransportKind.ipc };
      return new LanguageClient(SERVER_ID, 'StateLens', server, options);
    },
  });
}

/** A thread of its own for values, started when Connect Four or Hex is first asked for. */
const openRunner = (bundle: string): Pool<Jobs> =>
  new Pool<Jobs>({
    transport: nodeThreads(workerBeside(pathToFileURL(bundle).href), 1),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });

export const deactivate = stop;
