import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { type LineEnding, LineEndings } from '../../core/base/text/lines.ts';
import {
  DEFAULT_LANGUAGE,
  detectLanguage,
  firstLine,
  gameLanguages,
  languageEndings,
  languageName,
} from '../../core/languages/languages.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { Language } from '../../core/notation/language.ts';
import { decodeText, type TextEncoding, utf16Mark } from '../../models/decode-text.ts';
import { attempt, CliError, EXIT, usageError } from '../command.ts';
import { ARCHIVE_ENDINGS, Archive, bareName } from './archives/archives.ts';
import { displayPath, onlyChecked, readBytes, Spool, STDIN, type TextFile, unknownLanguage } from './files.ts';
import { fileKind } from './output.ts';
import { parquetText } from './parquet-text.ts';
import { holdsPuzzles, puzzleText } from './puzzle-text.ts';
import type { Terminal } from './terminal.ts';

/** Number of characters examined to detect the language of a text. */
const HEAD = 10_000;

export interface SourceOptions {
  /** Default: by the name, else by the first line; standard input is PGN. */
  readonly language?: Language | undefined;
  /** Command that reads, for messages. */
  readonly command: string;
  readonly dialect?: MavDialect | undefined;
  /** Languages that the command reads; default: those with games, positions or examples. */
  readonly accepted?: readonly Language[] | undefined;
  /** Choices of its `--language`, for messages; none if it has no such option. */
  readonly choices?: readonly Language[] | undefined;
}

/**
 * Text of a file or of standard input, read piece by piece, as often as necessary. It is the text that `readText` returns whole: one that
 * is not UTF-8 is read as Latin-1. Compressed files are unpacked.
 */
export class TextSource {
  /** Display name: the path as the user wrote it. */
  readonly name: string;
  readonly encoding: TextEncoding;
  readonly language: Language;
  /** True if the bytes of the file are those of the text, so that the file can be written back. */
  readonly isPlain: boolean;
  readonly #bytes: (() => AsyncIterable<Buffer>) | undefined;
  readonly #pieces: () => AsyncIterable<string>;

  private constructor(
    name: string,
    {
      language,
      encoding,
      isPlain,
      bytes,
      pieces,
    }: Pick<TextSource, 'language' | 'encoding' | 'isPlain'> & {
      readonly bytes?: () => AsyncIterable<Buffer>;
      readonly pieces: () => AsyncIterable<string>;
    },
  ) {
    this.name = name;
    this.language = language;
    this.encoding = encoding;
    this.isPlain = isPlain;
    this.#bytes = bytes;
    this.#pieces = pieces;
  }

  /** Yields the text from its start. */
  pieces(): AsyncIterable<string> {
    return this.#pieces();
  }

  /** Yields the first `length` bytes of the file. */
  async *bytes(length: number): AsyncGenerator<Buffer, void, undefined> {
    let left = length;
    if (left === 0 || this.#bytes === undefined) return;
    for await (const piece of this.#bytes()) {
      yield piece.subarray(0, left);
      left -= Math.min(left, piece.length);
      if (left === 0) return;
    }
  }

  /** Runs work with the text of a file. */
  static async with<T>(
    terminal: Terminal,
    file: string,
    options: SourceOptions,
    work: (source: TextSource) => Promise<T>,
  ): Promise<T> {
    const { source, close } = await TextSource.open(terminal, file, options);
    try {
      return await work(source);
    } finally {
      close();
    }
  }

  /**
   * Reads a file once, to determine its encoding and that it can be read to its end; `close` removes the stored bytes of a pipe.
   */
  static async open(
    terminal: Terminal,
    file: string,
    options: SourceOptions,
  ): Promise<{ readonly source: TextSource; readonly close: () => void }> {
    const { language, command } = options;
    const name = displayPath(file);
    if (isParquet(file)) {
      const pieces = (): AsyncIterable<string> => parquetText(terminal, file);
      const known = { language: 'pgn', encoding: 'utf-8', isPlain: false } as const;
      return { source: new TextSource(name, { ...known, pieces }), close: () => undefined };
    }
    const spool = isReadOften(file) ? undefined : new Spool();
    const close = (): void => spool?.remove();
    try {
      const own = (): AsyncIterable<Buffer> => spool?.bytes(terminal) ?? readBytes(terminal, file);
      const first = spool === undefined ? own() : spool.filled(readBytes(terminal, file));
      const archive = new Archive(terminal);
      const probe = new EncodingProbe();
      for await (const piece of archive.unpack(name, command, first)) probe.push(piece);
      if (archive.failure !== undefined) throw new CliError(`${name}: ${archive.failure}`, EXIT.incomplete);
      const encoding = probe.end();
      if (encoding === 'latin1') terminal.note(`${name} is not UTF-8; read as Latin-1`);
      const bytes = (): AsyncIterable<Buffer> => new Archive(terminal).unpack(name, command, own());
      const pieces = (): AsyncIterable<string> => decodedPieces(bytes(), encoding);
      const head = await readHead(pieces());
      if (isPuzzleSource(language, options) && holdsPuzzles(head)) {
        const games = (): AsyncIterable<string> => puzzleText(terminal, name, pieces());
        return { source: new TextSource(name, { language: 'pgn', encoding, isPlain: false, pieces: games }), close };
      }
      const known = { language: language ?? languageIn(name, head, options), encoding };
      return {
        source: new TextSource(name, { ...known, isPlain: archive.format === undefined, bytes, pieces }),
        close,
      };
    } catch (error) {
      close();
      throw error;
    }
  }
}

/** Returns true if a command takes games, as which puzzles are read. */
const isPuzzleSource = (language: Language | undefined, { accepted }: SourceOptions): boolean =>
  (language === undefined ? (accepted ?? [DEFAULT_LANGUAGE]) : [language]).some(
    (one) => languageName(one)?.hasGames === true,
  );

/** Returns the language of a file, by its name or its beginning. */
function languageIn(name: string, head: string, { dialect, accepted, choices }: SourceOptions): Language {
  const known =
    detectLanguage(name === STDIN ? '' : bareName(name), firstLine(head), dialect) ??
    (name === STDIN ? DEFAULT_LANGUAGE : undefined);
  if (known === undefined) throw unknownLanguage(name, choices);
  if (!(accepted ?? gameLanguages()).includes(known)) throw onlyChecked(name, known);
  return known;
}

/**
 * Reads a file whole, or standard input for `-`, unpacked if it is compressed. A file that is not UTF-8 is read as Latin-1, which
 * preserves every byte, with a note.
 */
export async function readText(terminal: Terminal, file: string): Promise<TextFile> {
  const name = displayPath(file);
  const archive = new Archive(terminal);
  const bytes: Buffer[] = [];
  for await (const piece of archive.unpack(name, undefined, readBytes(terminal, file))) bytes.push(piece);
  if (archive.failure !== undefined) throw new CliError(`${name}: ${archive.failure}`, EXIT.incomplete);
  return attempt(`cannot read ${name}`, () => {
    const decoded = decodeText(Buffer.concat(bytes));
    if (decoded.encoding === 'latin1') terminal.note(`${name} is not UTF-8; read as Latin-1`);
    return { name, ...decoded };
  });
}

/** A text file with its language. */
export interface Document extends TextFile {
  readonly language: Language;
  /** False for the text of a compressed file, which cannot be written back. */
  readonly isPlain: boolean;
}

/**
 * Reads a file whole, unpacked if it is compressed.
 *
 * @param writesBack refuses a compressed file before it is unpacked
 */
export const readDocument = (
  terminal: Terminal,
  file: string,
  options: SourceOptions,
  writesBack = false,
): Promise<Document> =>
  TextSource.with(terminal, file, options, async (source) => {
    const { name, encoding, language, isPlain } = source;
    if (writesBack) refuseCompressed(source);
    let text = '';
    for await (const piece of source.pieces()) text += piece;
    return { name, text, encoding, language, isPlain };
  });

/** Refuses a compressed file: a changed text cannot replace bytes in an archive. */
export function refuseCompressed({ name, isPlain }: Pick<Document, 'name' | 'isPlain'>): void {
  if (!isPlain) throw usageError(`${name} is compressed and cannot be written in place; use --out`);
}

/** File endings of a folder for commands that do not write files back. */
export const READ_ENDINGS: readonly string[] = languageEndings(gameLanguages()).flatMap((own) => [
  own,
  ...ARCHIVE_ENDINGS.map((ending) => `${own}${ending}`),
]);

/** Returns true for a file, not a pipe, that begins as Parquet does. */
const isParquet = (file: string): boolean => isReadOften(file) && fileKind(file) === 'parquet';

/** Returns true for a file that can be read again; pipes and devices cannot. A missing file fails when it is read. */
const isReadOften = (file: string): boolean =>
  file !== '-' && attempt(`cannot read ${file}`, () => statSync(file, { throwIfNoEntry: false }))?.isFile() !== false;

async function readHead(pieces: AsyncIterable<string>): Promise<string> {
  let head = '';
  for await (const piece of pieces) {
    head += piece;
    if (head.length >= HEAD) break;
  }
  return head;
}

/** Returns the line endings of a text: all of them, or as far as its first is certain. */
export async function detectLineEndings(
  source: TextSource,
  wanted: 'first' | 'all',
): Promise<{ readonly first: LineEnding; readonly most: LineEnding }> {
  const endings = new LineEndings();
  for await (const piece of source.pieces()) {
    endings.push(piece);
    if (wanted === 'first' && endings.settledFirst !== undefined) break;
  }
  endings.end();
  return endings;
}

/** Finds the encoding with which `decodeText` reads bytes that arrive in pieces of any size. */
export class EncodingProbe {
  #encoding: TextEncoding | undefined;
  /** Beginning of a file, or of a character, whose rest has not arrived. */
  #kept: Buffer = Buffer.alloc(0);

  push(piece: Buffer): void {
    if (this.#encoding !== undefined && this.#encoding !== 'utf-8') return;
    const bytes = this.#kept.length === 0 ? piece : Buffer.concat([this.#kept, piece]);
    this.#kept = Buffer.alloc(0);
    if (this.#encoding === undefined && bytes.length < 2) this.#kept = bytes;
    else this.#look(bytes, false);
  }

  /** Returns the encoding, once all bytes have arrived. */
  end(): TextEncoding {
    this.#look(this.#kept, true);
    return this.#encoding ?? 'utf-8';
  }

  #look(bytes: Buffer, isLast: boolean): void {
    this.#encoding ??= utf16Mark(bytes) ?? 'utf-8';
    if (this.#encoding === 'utf-8' && !this.#isUtf8(bytes, isLast)) this.#encoding = 'latin1';
  }

  #isUtf8(bytes: Buffer, isLast: boolean): boolean {
    const whole = isLast ? bytes.length : bytes.length - openLength(bytes);
    this.#kept = Buffer.from(bytes.subarray(whole));
    return isUtf8(bytes.subarray(0, whole));
  }
}

/** Returns the length of an incomplete UTF-8 character at the end of bytes; 0 if there is none. */
function openLength(bytes: Buffer): number {
  for (let length = 1; length <= 3 && length <= bytes.length; length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return wanted > length ? length : 0;
  }
  return 0;
}

/**
 * Decodes bytes of a known encoding piece by piece, as `decodeText` does whole; a byte order mark stays in the text.
 */
export async function* decodedPieces(
  bytes: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<string, void, undefined> {
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  const decoder = new StringDecoder(isWide ? 'utf16le' : encoding === 'utf-8' ? 'utf8' : encoding);
  let length = 0;
  for await (const piece of encoding === 'utf-16be' ? swapped(bytes) : bytes) {
    length += piece.length;
    yield decoder.write(piece);
  }
  yield decoder.end();
  if (isWide && length % 2 === 1) yield '\uFFFD';
}

/** Yields bytes with each pair swapped; a last single one stays. */
async function* swapped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const piece of bytes) {
    const all = Buffer.concat([kept, piece]);
    const even = all.length - (all.length % 2);
    yield all.subarray(0, even).swap16();
    kept = all.subarray(even);
  }
  yield kept;
}
