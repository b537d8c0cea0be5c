import process from 'node:process';
import { createConnection } from 'vscode-languageserver/node';
import { serve } from '../server.ts';
import { streams } from './channel.ts';
import { nodeHost } from './host.ts';

/**
 * Runs `statelens lsp --stdio`: the language server on standard input and output, for any editor. It ends the process
 * when the client requests it or disconnects: status 0 after an orderly `shutdown` and `exit`, otherwise 1. Nothing
 * else may write to standard output.
 */
export function serveStdio(): void {
  serve(streams(process.stdin, process.stdout), createConnection, nodeHost(import.meta.url));
}
