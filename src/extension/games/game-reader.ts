import { decodeWindows1252 } from '../../core/base/text/characters.ts';
import type { ByteSource, OpenBytes } from '../platform/files/bytes.ts';

interface OpenFile {
  readonly file: number;
  readonly bytes: OpenBytes;
  readonly encoding: GameEncoding;
}

/** Reads single games of files, one after another; the last file stays open. */
export class GameReader {
  readonly #files: readonly ByteSource[];
  #open: OpenFile | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: readonly ByteSource[]) {
    this.#files = files;
  }

  /**
   * Reads the text of a part of a file, and its bytes, in UTF-8 if the file is in UTF-16. Rejects if it cannot be read.
   */
  read(file: number, start: number, length: number): Promise<{ readonly text: string; readonly bytes: Uint8Array }> {
    return this.#inOrder(async () => {
      const { bytes: opened, encoding } = await this.#opened(file);
      const bytes = await opened.read(start, length);
      const { text } = new DecodedBytes(bytes, encoding);
      return { text, bytes: encoding === 'bytes' ? bytes : new TextEncoder().encode(text) };
    });
  }

  /** Closes the file; it is opened again on request. */
  close(): Promise<void> {
    return this.#inOrder(() => this.#closeNow());
  }

  /** Runs a task after the earlier ones: a file is closed when another one is opened. */
  #inOrder<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act, act);
    this.#last = done;
    return done;
  }

  async #opened(file: number): Promise<OpenFile> {
    if (this.#open?.file === file) return this.#open;
    await this.#closeNow();
    const source = this.#files[file];
    if (source === undefined) throw new Error('there is no such file');
    const bytes = await source.open();
    this.#open = { file, bytes, encoding: detectEncoding(await bytes.read(0, 2)) };
    return this.#open;
  }

  async #closeNow(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.bytes.close();
  }
}

/** Encodings of game files; `bytes` is UTF-8, with Windows-1252 for lines that are not valid UTF-8. */
export type GameEncoding = 'bytes' | 'utf-16le' | 'utf-16be';

const LF = 0x0a;

/** Returns the encoding of a file by its byte order mark. */
export function detectEncoding(bytes: Uint8Array): GameEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'bytes';
}

/** Returns the number of bytes up to the end of the last whole line. */
export function wholeLines(bytes: Uint8Array, encoding: GameEncoding): number {
  if (encoding === 'bytes') return bytes.lastIndexOf(LF) + 1;
  const high = encoding === 'utf-16le' ? 1 : 0;
  for (let at = (bytes.length & ~1) - 2; at >= 0; at -= 2)
    if (bytes[at + high] === 0 && bytes[at + 1 - high] === LF) return at + 2;
  return 0;
}

/** Bytes decoded as text, with the byte offset of each part of the text. A byte order mark stays in the text. */
export class DecodedBytes {
  readonly text: string;
  readonly #encoding: GameEncoding;
  /** True if every code unit is a byte. */
  readonly #isPlain: boolean;
  /** Parts of the text that are in Windows-1252. */
  readonly #foreign: (readonly [start: number, end: number])[] = [];
  #offset = 0;
  #byte = 0;

  constructor(bytes: Uint8Array, encoding: GameEncoding) {
    this.#encoding = encoding;
    this.text = encoding === 'bytes' ? (strictText(bytes) ?? this.#byLines(bytes)) : text16(bytes, encoding);
    this.#isPlain = this.text.length === bytes.length;
  }

  /** Returns the number of bytes before an offset of the text; offsets must ascend. */
  byteAt(offset: number): number {
    if (this.#isPlain) return offset;
    if (this.#encoding !== 'bytes') return 2 * offset;
    while (this.#offset < offset) {
      const [first] = this.#foreign;
      if (first !== undefined && this.#offset >= first[0]) {
        const end = Math.min(offset, first[1]);
        this.#byte += end - this.#offset;
        this.#offset = end;
        if (end === first[1]) this.#foreign.shift();
        continue;
      }
      const unit = this.text.charCodeAt(this.#offset);
      // Each half of a pair stands for two of its four bytes.
      this.#byte += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
      this.#offset++;
    }
    return this.#byte;
  }

  #byLines(bytes: Uint8Array): string {
    const parts: string[] = [];
    let length = 0;
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(LF, at) + 1 || bytes.length;
      const line = bytes.subarray(at, end);
      let part = strictText(line);
      if (part === undefined) {
        part = decodeWindows1252(line);
        this.#foreign.push([length, length + part.length]);
      }
      parts.push(part);
      length += part.length;
      at = end;
    }
    return parts.join('');
  }
}

const text16 = (bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

/** Decodes UTF-8; undefined for other bytes. */
function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}
