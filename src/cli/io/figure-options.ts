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

/** What the help says of such figures. */
export interface FigureWords {
  /** What is appended to the file: `games`. */
  readonly entries: string;
  /** The file's kind before `.jsonl`: `league`. */
  readonly kind: string;
  /** What the page holds: `the league`. */
  readonly page: string;
  /** The page of the docs that has the fields. */
  readonly docs: string;
}

/** Options of a command that appends to a file which it can continue, and prints or writes figures. */
export const addFigureOptions = (command: Command, { entries, kind, page, docs }: FigureWords): Command =>
  command
    .option('-o, --out <file>', `append the ${entries} to a .${kind}.jsonl file; an existing one is continued`)
    .option('--json', `print one JSON object (${docs})`)
    .option('--markdown', 'print Markdown')
    .option('--html <file>', `write ${page} as a self-contained page`)
    .addOption(overwriteOption());
