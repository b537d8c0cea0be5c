import type { Command } from 'commander';
import { overwriteOption } from './output.ts';

/** How figures that are measured bit by bit are kept and shown, as commander gives it. */
export interface FigureFlags {
  readonly out?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: string;
  readonly overwrite?: boolean;
}

/** Options of a command that appends to a file which it can continue, and prints or writes figures. */
export const addFigureOptions = (command: Command): Command =>
  command
    .option('-o, --out <file>', 'write the result to this file')
    .option('--json', 'print JSON')
    .option('--markdown', 'print Markdown')
    .option('--html <file>', 'write a self-contained page')
    .addOption(overwriteOption());
