import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { TextEncoding } from '../../models/decode-text.ts';

/** Finds the encoding that `decodeText` reads bytes as, which come in pieces of any size. */
export class EncodingProbe {
  #encoding: TextEncoding | undefined;
  /** The beginning of a file, or of a character, whose rest has not arrived. */
  #kept: Buffer = Buffer.alloc(0);
  #utf16: InstanceType<typeof TextDecoder> | undefined;

  push(piece: Buffer): void {
    if (this.#encoding === 'latin1') return;
    const bytes = this.#kept.length === 0 ? piece : Buffer.concat([this.#kept, piece]);
    this.#kept = Buffer.alloc(0);
    if (this.#encoding === undefined && bytes.length < 2) this.#kept = bytes;
    else this.#look(bytes, false);
  }

  /** The encoding, once all bytes are there. */
  end(): TextEncoding {
    if (this.#encoding !== 'latin1') this.#look(this.#kept, true);
    return this.#encoding ?? 'utf-8';
  }

  #look(bytes: Buffer, isLast: boolean): void {
    this.#encoding ??= bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
    const isGood = this.#encoding === 'utf-16le' ? this.#isUtf16(bytes, isLast) : this.#isUtf8(bytes, isLast);
    if (!isGood) this.#encoding = 'latin1';
  }

  #isUtf16(bytes: Buffer, isLast: boolean): boolean {
    this.#utf16 ??= new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true });
    try {
      this.#utf16.decode(bytes, { stream: !isLast });
      return true;
    } catch {
      return false;
    }
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

/** Decodes bytes of a known encoding piece by piece; a byte order mark stays in the text. */
export async function* decodedPieces(
  bytes: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder(encoding === 'utf-8' ? 'utf8' : encoding);
  for await (const piece of bytes) yield decoder.write(piece);
  yield decoder.end();
}
