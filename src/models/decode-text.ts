/** The encoding that a file's bytes were read as. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'latin1';

/** Bytes that are turned into Latin-1 at a time. */
const PIECE = 1 << 14;

/**
 * The text of a file. UTF-16 is recognized by its byte order mark, which stays in the text, and what is no UTF-8 is read as Latin-1, which
 * loses no byte: the same bytes give the same text wherever they are read.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), encoding };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const pieces: string[] = [];
    for (let at = 0; at < bytes.length; at += PIECE)
      pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
    return { text: pieces.join(''), encoding: 'latin1' };
  }
}
