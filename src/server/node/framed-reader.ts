import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import {
  AbstractMessageReader,
  type DataCallback,
  Disposable,
  ErrorCodes,
  type Message,
  ResponseError,
} from 'vscode-languageserver/node';
import { thrownMessage } from '../../core/base/result.ts';

/** Maximum size of a header, which has one or two fields, in bytes. */
const MAX_HEADER = 4096;
/** Maximum size of a message, in bytes: a larger one does not fit a string. */
const MAX_BODY = 2 ** 29 - 24;
/** Maximum time from the first to the last byte of a header, in milliseconds. */
const HEADER_MS = 30_000;

/** Pattern of an incomplete line of a header. */
const FIELD_START = /^(?:[a-z][a-z0-9-]*(?::.*)?)?$/is;

/**
 * Reader of messages with headers from a stream. A stream that violates the protocol is read no further: the start of
 * the next message is unknown. Text that is no JSON is answered, and the next message is read.
 */
export class FramedReader extends AbstractMessageReader {
  readonly #input: Readable;
  readonly #broken: (reason: string) => void;
  #deliver: DataCallback = () => {};
  #isOver = false;
  #line = '';
  #header = '';
  #stopHeader: ReturnType<typeof setTimeout> | undefined;
  /** Number of bytes of the body to come; undefined within a header. */
  #left: number | undefined;
  #pieces: string[] = [];
  #decoder = new StringDecoder('utf8');
  #long: LongStrings | undefined;
  /** Maximum length of strings in UTF-16 code units; longer ones are cut. */
  #longest = Number.POSITIVE_INFINITY;

  /** @param broken called once, with the error of the stream */
  constructor(input: Readable, broken: (reason: string) => void) {
    super();
    this.#input = input;
    this.#broken = broken;
  }

  /** Limits strings from the next message on: longer ones, in UTF-16 code units, arrive as a `LongText`. */
  limitTexts(length: number): void {
    this.#longest = length;
  }

  listen(deliver: DataCallback): Disposable {
    this.#deliver = deliver;
    const input = this.#input;
    input.on('data', (chunk: Buffer) => this.#take(chunk));
    input.on('error', (error) => this.fireError(error));
    input.on('end', () => this.#ended());
    input.on('close', () => this.#ended());
    return Disposable.create(() => this.#stop());
  }

  #take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#isOver; )
      at = this.#left === undefined ? this.#takeHeader(chunk, at) : this.#takeBody(chunk, at, this.#left);
  }

  #takeHeader(chunk: Buffer, from: number): number {
    this.#stopHeader ??= setTimeout(() => this.#fail('a header does not come to its end'), HEADER_MS);
    for (let at = from; at < chunk.length; ) {
      const byte = chunk[at++] ?? 0;
      this.#line += String.fromCharCode(byte);
      if (byte !== LF) {
        if (this.#line.length + this.#header.length > MAX_HEADER) return this.#fail('a header is too long', chunk);
        if (byte !== CR && !FIELD_START.test(this.#line)) return this.#fail('a header was expected', chunk);
        continue;
      }
      const line = this.#line;
      this.#line = '';
      if (!line.endsWith('\r\n')) return this.#fail('a line of a header does not end with CR LF', chunk);
      if (line !== '\r\n') {
        if (!line.includes(':')) return this.#fail('a line of a header has no colon', chunk);
        this.#header += line;
        continue;
      }
      const length = bodyLength(this.#header);
      if (typeof length === 'string') return this.#fail(length, chunk);
      this.#begin(length);
      return at;
    }
    return chunk.length;
  }

  #begin(length: number): void {
    clearTimeout(this.#stopHeader);
    this.#stopHeader = undefined;
    this.#header = '';
    this.#left = length;
    // A message within the limit cannot contain a longer string.
    this.#long = length > this.#longest ? new LongStrings(this.#longest) : undefined;
    if (length === 0) this.#finish();
  }

  #takeBody(chunk: Buffer, from: number, left: number): number {
    const bytes = chunk.subarray(from, from + left);
    if (this.#long === undefined) this.#pieces.push(this.#decoder.write(bytes));
    else this.#long.write(bytes);
    this.#left = left - bytes.length;
    if (this.#left === 0) this.#finish();
    return from + bytes.length;
  }

  #finish(): void {
    const text = this.#long?.text() ?? this.#pieces.join('') + this.#decoder.end();
    this.#left = undefined;
    this.#pieces = [];
    this.#long = undefined;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (error) {
      const reason = thrownMessage(error);
      this.fireError(new ResponseError(ErrorCodes.ParseError, `a message is no JSON: ${reason}`));
      return;
    }
    this.#deliver(message as Message);
  }

  #ended(): void {
    if (this.#isOver) return;
    if (this.#left !== undefined || this.#header + this.#line !== '') this.#fail('the input ended within a message');
    this.#stop();
    this.fireClose();
  }

  /** Returns the end of the chunk, which is not read further. */
  #fail(reason: string, chunk?: Buffer): number {
    const text = this.#header + this.#line;
    this.#stop();
    this.#broken(text === '' ? reason : `${reason}: ${JSON.stringify(text.slice(0, 80))}`);
    return chunk?.length ?? 0;
  }

  #stop(): void {
    this.#isOver = true;
    this.#pieces = [];
    clearTimeout(this.#stopHeader);
  }
}

const LF = 10;
const CR = 13;

/** Returns the length that a header states, or its error. */
function bodyLength(header: string): number | string {
  const fields = header
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line): readonly [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    });
  const lengths = fields.filter(([name]) => name === 'content-length').map(([, value]) => value);
  const [length] = lengths;
  if (length === undefined || lengths.length > 1) return `a header must have one Content-Length, not ${lengths.length}`;
  if (!/^\d+$/.test(length)) return `Content-Length must be a number of bytes, not ${JSON.stringify(length)}`;
  if (Number(length) > MAX_BODY) return `a message of ${length} bytes is too long: the most are ${MAX_BODY}`;
  const type = fields.find(([name]) => name === 'content-type')?.[1] ?? '';
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset) ? Number(length) : `messages must be in UTF-8, not ${charset}`;
}

/** Minimum number of UTF-16 code units kept of a string that is too long; a surrogate pair stays whole. */
const HEAD = 4096;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;

/**
 * Rewriter of incoming JSON that replaces a string that is too long by an object, `{"head":"…","length":N}`: a document
 * of any size arrives as its length, and takes no memory.
 */
export class LongStrings {
  readonly #longest: number;
  /** Kept bytes, in order. */
  #kept: Buffer[] = [];
  #size = 0;
  #isInString = false;
  /** Number of bytes left of an escape: 1 after a backslash, 4 after `\u`. */
  #escaped = 0;
  /** UTF-16 code units of the string so far. */
  #units = 0;
  /** Number of kept bytes up to the string's first quote, and up to the end of its head. */
  #start = 0;
  #headEnd = 0;
  #isCut = false;

  /** @param longest maximum length of a string, in UTF-16 code units */
  constructor(longest: number) {
    this.#longest = Math.max(longest, HEAD);
  }

  write(bytes: Buffer): void {
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (this.#isInString) {
        at = this.#inString(bytes, at, from);
        if (at < bytes.length && this.#endString()) from = at + 1;
      } else if (bytes[at] === QUOTE) {
        this.#isInString = true;
        this.#units = 0;
        this.#start = this.#size + at - from;
      }
    }
    if (!this.#isCut) this.#keep(bytes.subarray(from));
  }

  /** Returns the JSON. */
  text(): string {
    return Buffer.concat(this.#kept).toString('utf8');
  }

  /** Reads to the quote that ends the string, or to the end of the bytes. The part to keep starts at `from`. */
  #inString(bytes: Buffer, first: number, from: number): number {
    let [escaped, units] = [this.#escaped, this.#units];
    let at = first;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (escaped > 0) {
        escaped = escaped === 1 && byte === LOWER_U ? 4 : escaped - 1;
        continue;
      }
      if (byte === QUOTE) break;
      // Counts the first byte of a character; the first of four stands for a surrogate pair.
      if ((byte & 0xc0) === 0x80) continue;
      // One more than the head: a surrogate pair can straddle its end.
      if (units <= HEAD + 1) this.#headEnd = this.#size + at - from;
      if (byte === BACKSLASH) escaped = 1;
      units += byte >= 0xf0 ? 2 : 1;
      if (units > this.#longest && !this.#isCut) {
        this.#keep(bytes.subarray(from, at));
        this.#cut();
      }
    }
    this.#escaped = escaped;
    this.#units = units;
    return at;
  }

  /** Ends a string; returns true if it was cut, so that its bytes are not kept. */
  #endString(): boolean {
    const wasCut = this.#isCut;
    if (wasCut) this.#keep(Buffer.from(`${this.#units}}`));
    this.#isInString = false;
    this.#isCut = false;
    return wasCut;
  }

  #keep(bytes: Buffer): void {
    this.#kept.push(bytes);
    this.#size += bytes.length;
  }

  /** Replaces the string so far by the start of an object. */
  #cut(): void {
    const all = Buffer.concat(this.#kept);
    const head = all.subarray(this.#start, this.#headEnd);
    const kept = [all.subarray(0, this.#start), Buffer.from('{"head":'), head, Buffer.from('","length":')];
    this.#kept = [Buffer.concat(kept)];
    this.#size = this.#kept[0]?.length ?? 0;
    this.#isCut = true;
  }
}
