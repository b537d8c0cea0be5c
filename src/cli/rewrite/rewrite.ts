import type { Command } from 'commander';
import { usageError } from '../command.ts';
import { type Document, encode, STDIN, writeText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

/** Target of a changed document. */
export interface RewriteFlags {
  readonly out?: string;
  readonly inPlace?: boolean;
}

export const addRewriteOptions = (command: Command): Command =>
  command
    .option('--out <file>', 'write the result to this file (default: standard output)')
    .option('--in-place', 'write each file back in place');

/** Refuses contradictory options before any work starts. */
export function checkRewrite(files: readonly string[], { out, inPlace }: RewriteFlags): void {
  if (out !== undefined && inPlace === true) throw usageError('--out and --in-place cannot be used together');
  if (inPlace === true && files.includes('-')) throw usageError('standard input cannot be written in place');
  if (inPlace !== true && files.length > 1)
    throw usageError(`${files.length} files: more than one file requires --in-place`);
}

/** Writes a changed document in its own encoding. With `--in-place`, unchanged files are not written. */
export async function rewrite(
  terminal: Terminal,
  document: Document,
  text: string,
  { out, inPlace }: RewriteFlags,
): Promise<void> {
  const { name, encoding } = document;
  if (inPlace === true) {
    if (text !== document.text && name !== STDIN) writeText(name, text, encoding);
  } else if (out !== undefined && out !== '-') {
    writeText(out, text, encoding);
  } else {
    const bytes = encode(text, encoding);
    if (bytes === undefined)
      throw usageError(`${name} is Latin-1, which lacks a character of the result; convert the file to UTF-8`);
    await terminal.print(bytes);
  }
}
