import { Option } from 'commander';
import { compileQuery, type GameTest } from '../../core/datasets/query/compile.ts';
import { parseQuery } from '../../core/datasets/query/parse.ts';
import { faultLines, type Query } from '../../core/datasets/query/syntax.ts';
import type { Terminal } from '../io/terminal.ts';

/** An expression of the command line, ready to be used. */
export interface GivenQuery extends GameTest {
  readonly query: Query;
}

/** Reads an expression. For a malformed one it writes what is wrong and where, and returns undefined. */
export function readQuery(terminal: Terminal, option: string, text: string): GivenQuery | undefined {
  const read = parseQuery(text);
  if (read.ok) return { ...compileQuery(read.value), query: read.value };
  const { message, start } = read.error;
  terminal.note(`${option}, column ${start + 1}: ${message}`);
  const [shown, carets] = faultLines(text, read.error);
  terminal.printNote(`  ${shown}\n  ${carets}\n`);
  return undefined;
}

/** `--where` of commands that take the games of PGN files. */
export const whereOption = (): Option =>
  new Option('--where <expression>', 'only games for which this is true, such as "elo >= 1900" (docs/games.md)');
