import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { type TextEncoding, utf16Mark } from '../../models/decode-text.ts';

/** Finds the encoding that `decodeText` reads bytes as, which come in pieces of any size. */
export class EncodingProbe {
  #encoding: TextEncoding | undefined;
  /** The beginning of a file, or of a character, whose rest has not arrived. */
  #kept: Buffer = Buffer.alloc(0);

  push(piece: Buffer): void {
    if (this.#encoding !== undefined && this.#encoding !== 'utf-8') return;
    const bytes = this.#kept.length === 0 ? piece : Buffer.concat([this.#kept, piece]);
    this.#kept = Buffer.alloc(0);
    if (this.#encoding === undefined && bytes.length < 2) this.#kept = bytes;
    else this.#look(bytes, false);
  }

  /** The encoding, once all bytes are there. */
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

/** Length of the character in UTF-8 at the end of bytes whose last bytes are missing; 0 if none is. */
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

/** Decodes bytes of a known encoding piece by piece, as `decodeText` does whole; a byte order mark stays in the text. */
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

/** Bytes with each two in the other order; the last one alone stays. */
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
