import type { Command } from 'commander';
import { serveStdio } from '../../server/node/stdio.ts';

const AFTER_HELP = `
Example:
  $ statelens lsp --stdio`;

export function define(command: Command): void {
  command
    .description('Run the language server for PGN, FEN, EPD and MAV on standard input and output.')
    .option('--stdio', 'use standard input and output (default: always)')
    .addHelpText('after', AFTER_HELP)
    .action(() => serveStdio());
}
