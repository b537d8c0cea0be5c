import { isUtf8 } from 'node:buffer';
import { decodeWindows1252, windows1252Byte } from '../../core/base/text/characters.ts';

/** Character encodings. `auto` detects the encoding. */
export const READ_AS = ['auto', 'utf-8', 'latin1', 'windows-1252', 'utf-16'] as const;
export type InputEncoding = (typeof READ_AS)[number];

/** First location at which a text is not UTF-8, and the encoding it is read as. */
export interface ForeignText {
  /** Number of UTF-16 units before it in the text. */
  readonly offset: number;
  readonly encoding: 'Windows-1252' | 'UTF-16 LE' | 'UTF-16 BE';
}

/** Number of bytes examined to detect UTF-16. */
const PROBE = 4096;
/** Length limit of a line in bytes; longer lines are decoded piece by piece, which bounds memory. */
const MAX_LINE_LENGTH = 1 << 16;
const LF = 0x0a;

/**
 * Decodes bytes that arrive in pieces of any size. A byte order mark is kept. With `auto`, UTF-16 is detected by its byte order
 * mark or its NULs; other text is decoded as UTF-8 line by line, and lines that are not UTF-8 as Windows-1252, a superset of
 * Latin-1 (the standard's own encoding, 4.1). This handles concatenated files in several encodings and damaged bytes.
 */
export class Decoder {
  readonly #wanted: InputEncoding;
  #read: ((bytes: Buffer, last: boolean) => string) | undefined;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #given = 0;
  #foreign: ForeignText | undefined;
  readonly #onForeignLine: ((start: number, end: number) => void) | undefined;

  /**
   * @param onForeignLine called with the range in the text of each line that is read as Windows-1252 because it is not UTF-8
   */
  constructor(wanted: InputEncoding = 'auto', onForeignLine?: (start: number, end: number) => void) {
    this.#wanted = wanted;
    this.#onForeignLine = onForeignLine;
  }

  /** First location that is not UTF-8, if `auto` found one. */
  get foreign(): ForeignText | undefined {
    return this.#foreign;
  }

  /** Decodes the next bytes, as far as possible. */
  push(bytes: Buffer): string {
    return this.#give(bytes, false);
  }

  /** Decodes the rest. */
  end(): string {
    return this.#give(Buffer.alloc(0), true);
  }

  #give(bytes: Buffer, last: boolean): string {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    if (!last && this.#waits(bytes)) return '';
    const all = this.#kept.length === 1 ? bytes : Buffer.concat(this.#kept);
    this.#kept = [];
    this.#keptBytes = 0;
    this.#read ??= this.#reader(all.subarray(0, PROBE));
    const text = this.#read(all, last);
    this.#given += text.length;
    return text;
  }

  /** Returns true if more bytes are required before the next decoding. */
  #waits(bytes: Buffer): boolean {
    if (this.#read === undefined) return this.#keptBytes < PROBE;
    return this.#keptBytes > bytes.length && this.#keptBytes <= MAX_LINE_LENGTH && !bytes.includes(LF);
  }

  #reader(probe: Buffer): (bytes: Buffer, last: boolean) => string {
    const order = this.#wanted === 'auto' || this.#wanted === 'utf-16' ? utf16Order(probe) : undefined;
    if (order !== undefined || this.#wanted === 'utf-16') {
      if (this.#wanted === 'auto') {
        this.#foreign = { offset: 0, encoding: order === 'utf-16be' ? 'UTF-16 BE' : 'UTF-16 LE' };
      }
      return streaming(order ?? 'utf-16le');
    }
    switch (this.#wanted) {
      case 'utf-8':
        return streaming('utf-8');
      case 'latin1':
        return (bytes) => bytes.toString('latin1');
      case 'windows-1252':
        return decodeWindows1252;
      default:
        return (bytes, last) => this.#byLines(bytes, last);
    }
  }

  #byLines(bytes: Buffer, last: boolean): string {
    const whole = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    if (bytes.length - whole <= MAX_LINE_LENGTH && isUtf8(bytes.subarray(0, whole))) {
      this.#keep(bytes, whole);
      return bytes.toString('utf8', 0, whole);
    }
    const parts: string[] = [];
    let at = 0;
    let length = 0;
    while (at < bytes.length) {
      const next = lineEnd(bytes, at);
      if (!last && next < 0) break;
      const end = next < 0 ? bytes.length : next;
      const line = bytes.subarray(at, end);
      const text = isUtf8(line) ? line.toString('utf8') : this.#foreignLine(line, length);
      parts.push(text);
      length += text.length;
      at = end;
    }
    this.#keep(bytes, at);
    return parts.join('');
  }

  #keep(bytes: Buffer, from: number): void {
    if (from === bytes.length) return;
    this.#kept.push(bytes.subarray(from));
    this.#keptBytes += bytes.length - from;
  }

  #foreignLine(line: Buffer, before: number): string {
    this.#onForeignLine?.(this.#given + before, this.#given + before + line.length);
    this.#foreign ??= {
      offset:
        this.#given +
        before +
        Math.max(
          0,
          line.findIndex((byte) => byte > 0x7f),
        ),
      encoding: 'Windows-1252',
    };
    return decodeWindows1252(line);
  }
}

/** Returns the end of the line, or of the piece of a long line, that starts at `at`; -1 if it has not arrived yet. */
function lineEnd(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(LF, at);
  if (end >= 0 && end - at < MAX_LINE_LENGTH) return end + 1;
  if (bytes.length - at <= MAX_LINE_LENGTH) return -1;
  // Not within a character.
  let cut = at + MAX_LINE_LENGTH;
  while (cut > at + MAX_LINE_LENGTH - 4 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  return cut;
}

/** Returns the bytes of a text that was read as Windows-1252. */
export const encodeWindows1252 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[^\0-\xff]/g, (c) => String.fromCharCode(windows1252Byte(c))),
    'latin1',
  );

function streaming(encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): (bytes: Buffer, last: boolean) => string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, last) => decoder.decode(bytes, { stream: !last });
}

/**
 * Returns the byte order of UTF-16, from its mark or from the positions of the NULs of ASCII letters; undefined for other text.
 */
function utf16Order(probe: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (probe[0] === 0xff && probe[1] === 0xfe) return 'utf-16le';
  if (probe[0] === 0xfe && probe[1] === 0xff) return 'utf-16be';
  let even = 0;
  let odd = 0;
  for (const [i, byte] of probe.entries()) {
    if (byte !== 0) continue;
    if (i % 2 === 0) even++;
    else odd++;
  }
  const units = probe.length / 2;
  if (odd > 0.4 * units && even < 0.1 * units) return 'utf-16le';
  if (even > 0.4 * units && odd < 0.1 * units) return 'utf-16be';
  return undefined;
}
