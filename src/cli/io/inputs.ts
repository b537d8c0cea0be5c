import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { languageOf } from '../../core/languages/language-of.ts';
import { LANGUAGES, type Language } from '../../core/notation/language.ts';
import { attempt, type CliError, usageError } from '../failure.ts';
import type { Terminal } from './terminal.ts';
import { readText, STDIN, type TextFile } from './text-file.ts';

/** A document to work on. */
export interface Document extends TextFile {
  readonly language: Language;
}

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules']);
const hasKnownEnding = (name: string): boolean => LANGUAGES.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/**
 * The files that arguments name: files as they are, folders as the PGN, FEN and EPD files below them (hidden folders and
 * `node_modules` left out), `-` for standard input. Each once, in the order given.
 */
export function expandPaths(args: readonly string[]): string[] {
  const files = new Set<string>();
  for (const arg of args) {
    const stat = arg === '-' ? undefined : attempt(`cannot read ${arg}`, () => statSync(arg));
    if (stat?.isDirectory() !== true) {
      files.add(arg);
      continue;
    }
    const below = attempt(`cannot read ${arg}`, () => filesBelow(arg));
    if (below.length === 0) throw usageError(`no ${LANGUAGES.map((l) => `.${l}`).join(', ')} file in ${arg}`);
    for (const file of below) files.add(file);
  }
  return [...files];
}

function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const whole = path.join(next, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !SKIPPED_FOLDERS.has(entry.name)) folders.push(whole);
      } else if (
        hasKnownEnding(entry.name) &&
        (entry.isFile() || statSync(whole, { throwIfNoEntry: false })?.isFile())
      ) {
        found.push(whole);
      }
    }
  }
  return found.sort();
}

/** Bytes of the files together; those of standard input are not known before it is read and count as none. */
export const totalBytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (file === '-' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)), 0);

/** Reads a document. Its language is told by its ending, else by its first line; standard input is else PGN. */
export async function readDocument(terminal: Terminal, file: string, language?: Language): Promise<Document> {
  const source = await readText(terminal, file);
  const isStdin = source.name === STDIN;
  const known = language ?? languageOf(isStdin ? '' : file, firstLine(source.text)) ?? (isStdin ? 'pgn' : undefined);
  if (known === undefined) throw unknownLanguage(file);
  return { ...source, language: known };
}

export const unknownLanguage = (file: string): CliError =>
  usageError(`cannot tell what ${file} holds; name it with --language ${LANGUAGES.join(', ')}`);

/** `unpack`: the command that unpacks it to standard output. */
export const compressedFile = (file: string, format: string, unpack: string): CliError => {
  const rest = file === STDIN ? '' : ` ${file} | statelens check -`;
  return usageError(`${file} is compressed (${format}); unpack it first: ${unpack}${rest}`);
};

const firstLine = (text: string): string => /^\s*([^\r\n]*)/.exec(text.slice(0, 10_000))?.[1] ?? '';
