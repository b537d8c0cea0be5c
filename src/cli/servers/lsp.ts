import type { Command } from 'commander';
import { serveStdio } from '../../server/node/stdio.ts';

const AFTER_HELP = `
Example:
  $ statelens lsp --stdio`;

export function define(command: Command): void {
  command
    .description(
      'The language server for PGN, FEN and EPD, for any editor. It speaks LSP on standard input and output.',
    )
    .option('--stdio', 'the only channel, and the default')
    .addHelpText('after', AFTER_HELP)
    .action(() => serveStdio());
}
