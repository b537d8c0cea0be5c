import type { Command } from 'commander';
import { DEFAULT_LANGUAGE, detectLanguage } from '../../core/languages/languages.ts';
import type { Language } from '../../core/notation/language.ts';
import { usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { encode, STDIN, writeText } from '../io/files.ts';
import { checkOutput, type FileKind, fileKind, isSameFile, overwriteOption } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { type Document, refuseCompressed } from '../io/text-source.ts';

/** Destination of a changed document. */
export interface RewriteFlags {
  readonly out?: string;
  readonly inPlace?: boolean;
  readonly overwrite?: boolean;
}

export const addRewriteOptions = (command: Command): Command =>
  command
    .option('--out <file>', 'write the result to this file (default: standard output)')
    .option('--in-place', 'write files back in place')
    .addOption(overwriteOption());

/**
 * Refuses contradictory options, and an output that must stay, before any work starts.
 *
 * @param inputs other files that the result is made from
 */
export function checkRewrite(
  files: readonly string[],
  { out, inPlace, overwrite }: RewriteFlags,
  language?: Language,
  inputs: readonly string[] = [],
): void {
  if (out !== undefined && inPlace === true) throw usageError('--out and --in-place cannot be used together');
  if (inPlace === true && files.includes('-')) throw usageError('standard input cannot be written in place');
  if (inPlace !== true && files.length > 1)
    throw usageError(`${files.length} files: more than one file requires --in-place`);
  if (out === undefined || out === '-') return;
  const same = files.find((file) => file !== '-' && isSameFile(file, out));
  if (same !== undefined) throw usageError(`${out} is the input ${same}; use --in-place to change it`);
  const [file = '-'] = files;
  const kind = language ?? textFileKind(file);
  checkOutput(out, { kind, inputs, overwrite });
}

/** Returns the kind of the text in a file, which may be compressed. */
export function textFileKind(file: string): FileKind {
  if (file === '-') return DEFAULT_LANGUAGE;
  const bare = bareName(file);
  return bare === file ? fileKind(file) : (detectLanguage(bare) ?? DEFAULT_LANGUAGE);
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
    refuseCompressed(document);
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
