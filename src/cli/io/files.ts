import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { globSync, isDynamicPattern } from 'tinyglobby';
import { turns } from '../../compute/system-clock.ts';
import { onAbort } from '../../core/base/cancellation.ts';
import { gameLanguages, languageEndings, languageName, languagesWhere } from '../../core/languages/languages.ts';
import type { Language } from '../../core/notation/language.ts';
import type { TextEncoding } from '../../models/decode-text.ts';
import { temporaryFolder } from '../../models/node-files.ts';
import { attempt, CliError, EXIT, systemFailure, usageError } from '../command.ts';
import { ReplacedFile } from './replaced-file.ts';
import type { Terminal } from './terminal.ts';

/** Character encoding of a file. */
type Encoding = TextEncoding;

/** A text and its encoding. A byte order mark stays in the text. */
export interface TextFile {
  /** Display name: the path as the user wrote it. */
  readonly name: string;
  readonly text: string;
  readonly encoding: Encoding;
}

export const STDIN = '<stdin>';

/** Encodes a text; undefined if the encoding lacks one of its characters. */
export function encode(text: string, encoding: Encoding): Buffer | undefined {
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const bytes = Buffer.from(text, encoding);
  return encoding === 'latin1' && bytes.toString('latin1') !== text ? undefined : bytes;
}

/** Bytes read at a time. */
const PIECE = 1 << 18;

/** Returns the display name of a path. */
export const displayPath = (path: string): string => (path === '-' ? STDIN : path);

/**
 * Wakes a system call of this process that waits for the writer or the data of a named pipe: it cannot be canceled, and keeps the process
 * alive.
 */
function endPipe(file: string): void {
  try {
    if (!statSync(file).isFIFO()) return;
    const handle = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(handle, '\n');
    closeSync(handle);
  } catch {
    // Nothing waits there.
  }
}

/** Reads the bytes of a file, or of standard input for `-`, in pieces; an abort stops the reading. */
export async function* readBytes(
  terminal: Terminal,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const stream = path === '-' ? terminal.stdin : createReadStream(path, { highWaterMark: PIECE });
  if (signal !== undefined) addAbortSignal(signal, stream);
  const isEnded = readerTurns(terminal, signal);
  const callOff = signal === undefined || path === '-' ? undefined : onAbort(signal, () => endPipe(path));
  try {
    for await (const bytes of stream) {
      yield bytes as Buffer;
      if (await isEnded()) return;
    }
  } catch (error) {
    if (signal?.aborted === true) return;
    throw systemFailure(`cannot read ${displayPath(path)}`, error) ?? error;
  } finally {
    callOff?.();
  }
}

/** Writes a file as `ReplacedFile` does, in one go. */
export function writeText(file: string, text: string, encoding: Encoding = 'utf-8'): void {
  const bytes = encode(text, encoding);
  if (bytes === undefined) {
    throw usageError(
      `cannot write ${file}: its encoding is Latin-1, which lacks a character of the new text; convert the file to UTF-8`,
    );
  }
  const replaced = new ReplacedFile(file);
  try {
    replaced.write(bytes);
    replaced.commit();
  } catch (error) {
    replaced.discard();
    throw error;
  }
}

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules']);
const LANGUAGE_ENDINGS: readonly string[] = languageEndings(gameLanguages());

/** File endings of a folder that `check` reads and writes back. */
export const CHECKED_ENDINGS: readonly string[] = languageEndings(languagesWhere());

/**
 * Expands arguments to files, in order and without duplicates: a folder stands for the files of known languages in it and its subfolders,
 * except hidden folders and `node_modules`; a pattern such as `data/*.pgn` for the files that match it; `-` stands for standard input.
 *
 * @param endings endings of the files of a folder, in lower case
 */
export function expandPaths(args: readonly string[], endings = LANGUAGE_ENDINGS): string[] {
  const files = new Set<string>();
  for (const arg of args.flatMap((item) => matches(item))) {
    const stat = arg === '-' ? undefined : attempt(`cannot read ${arg}`, () => statSync(arg));
    if (stat?.isDirectory() !== true) {
      files.add(arg);
      continue;
    }
    const below = attempt(`cannot read ${arg}`, () => filesBelow(arg, endings));
    if (below.length === 0) throw usageError(`no ${plainEndings(endings)} file in ${arg}`);
    for (const file of below) files.add(file);
  }
  return [...files];
}

/** Returns endings without those of compressed files, which `(or compressed)` stands for. */
function plainEndings(endings: readonly string[]): string {
  const plain = endings.filter((ending) => !endings.some((other) => ending.startsWith(`${other}.`)));
  return `${plain.join(', ')}${plain.length < endings.length ? ' (or compressed)' : ''}`;
}

/**
 * Returns the files that match a pattern, in order; other arguments, and existing files that look like a pattern, unchanged.
 */
function matches(arg: string): string[] {
  if (!isDynamicPattern(arg) || existsSync(arg)) return [arg];
  const found = attempt(`cannot read ${arg}`, () => globSync(arg, { expandDirectories: false }));
  if (found.length === 0) throw usageError(`no file matches ${arg}`);
  return found.sort();
}

function filesBelow(folder: string, endings: readonly string[]): string[] {
  const hasKnownEnding = (name: string): boolean => endings.some((ending) => name.toLowerCase().endsWith(ending));
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

/** Returns the total size of the files in bytes, without standard input, whose size is not known in advance. */
export const totalBytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (file === '-' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)), 0);

/** Returns the error of a command that reads games for a file of a language without them. */
export function onlyChecked(file: string, language: Language): CliError {
  const { isTrace, isDialect, isWorld } = languageName(language) ?? {};
  if (isTrace === true) return usageError(`${file} has traces of searches: check and trace read it`);
  if (isDialect === true)
    return usageError(`${file} says how traces are written: check reads it, and trace --dialect takes it`);
  if (isWorld === true) return usageError(`${file} says what a world is: check reads it, and --world takes it`);
  return usageError(`${file} is in ${language}, which holds no games, positions or walks: check reads it`);
}

/** Files that commands write, by their endings, with what reads them; the first that fits counts. */
const WRITTEN: readonly (readonly [ending: string, what: string])[] = [
  ['.run.jsonl', 'is a run: report, export, annotate and convert read it'],
  ['.mcts.jsonl', 'is a search tree: search --resume continues it, and VS Code shows it'],
  ['.league.jsonl', 'is a league: league --resume continues it, and VS Code shows it'],
  ['.lab.jsonl', 'is a lab: lab --out continues it'],
  ['.jsonl', 'has records: import reads logs of answers, mav records those of MAV, trace those of searches'],
];

/** @param choices choices of `--language`; none if a command has no such option */
export function unknownLanguage(file: string, choices: readonly Language[] = gameLanguages()): CliError {
  const written = WRITTEN.find(([ending]) => file.endsWith(ending));
  if (written !== undefined) return usageError(`${file} ${written[1]}`);
  return usageError(
    `cannot determine the language of ${file}; ${
      choices.length === 0
        ? 'give its name the ending of its language, such as .pgn'
        : `specify --language with one of ${choices.join(', ')}`
    }`,
  );
}

/**
 * @param unpack command that decompresses the file to standard output
 * @param command command of the command line that reads its output from standard input
 */
export const compressedFile = (file: string, format: string, unpack: string, command?: string): CliError => {
  const named = file === STDIN ? '' : ` ${file}`;
  const rest = named === '' || command === undefined ? named : `${named} | statelens ${command} -`;
  return usageError(`${file} is compressed (${format}); decompress it first: ${unpack}${rest}`);
};

/** Limit of the bytes in memory; the rest is stored on disk. */
const KEPT_BYTES = 1 << 24;
/** Number of bytes collected before they are written. */
const GATHERED = 1 << 20;

/** Bytes of a pipe that are stored for another pass: in memory, and on disk beyond a limit. */
export class Spool {
  #kept: Buffer[] = [];
  #length = 0;
  /** Number of these bytes in memory. */
  #waiting = 0;
  #folder: string | undefined;
  #handle: number | undefined;

  /** Yields the same bytes and stores them. */
  async *filled(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of bytes) {
      this.keep(piece);
      yield piece;
    }
  }

  /** Appends bytes. */
  keep(piece: Buffer): void {
    this.#kept.push(piece);
    this.#length += piece.length;
    this.#waiting += piece.length;
    if (this.#length <= KEPT_BYTES || this.#waiting < GATHERED) return;
    attempt('cannot keep a temporary file on the disk', () => {
      this.#folder ??= temporaryFolder();
      this.#handle ??= openSync(this.#file, 'wx', 0o600);
      const all = Buffer.concat(this.#kept);
      for (let done = 0; done < all.length; ) done += writeSync(this.#handle, all, done);
    });
    this.#kept = [];
    this.#waiting = 0;
  }

  get #file(): string {
    return path.join(this.#folder ?? '', 'input');
  }

  /** Yields the stored bytes from the start. */
  async *bytes(terminal: Terminal): AsyncGenerator<Buffer, void, undefined> {
    if (this.#folder !== undefined) yield* readBytes(terminal, this.#file);
    yield* this.#kept;
  }

  remove(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Returns the error that ends a reading whose caller handles no signals: the part read so far must not be mistaken for the whole.
 */
const interrupted = (): CliError => new CliError('interrupted', EXIT.incomplete);

/**
 * Returns a function that a reader calls after each piece. It lets signals in from time to time, which computed pieces never do, and
 * returns true once the reading must end. Without a signal, an interrupt throws a `CliError`.
 */
export function readerTurns(terminal: Pick<Terminal, 'clock' | 'stop'>, signal?: AbortSignal): () => Promise<boolean> {
  const turn = turns(terminal.clock);
  return async () => {
    await turn();
    if (signal === undefined && terminal.stop?.aborted === true) throw interrupted();
    return signal?.aborted === true;
  };
}

/** Returns the SHA-256 of the content of a file, in hexadecimal digits. */
export async function fileSha256(terminal: Terminal, file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of readBytes(terminal, file)) hash.update(bytes);
  return hash.digest('hex');
}
