/** Encoding that a file's bytes were decoded with. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** Bytes converted to text at a time. */
const PIECE = 1 << 14;
const REPLACEMENT = 0xfffd;

/** Returns the byte order of UTF-16 by its mark; undefined without one. */
export function utf16Mark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/**
 * Decodes a file. UTF-16 is recognized by its byte order mark, which stays in the text, as do lone surrogates; U+FFFD stands for an odd
 * byte at its end. Bytes that are not UTF-8 are read as Latin-1, which loses none: the same bytes give the same text everywhere.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  const order = utf16Mark(bytes);
  if (order !== undefined) return { text: decodeUnits(utf16Units(bytes, order)), encoding: order };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf-8' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: decodeUnits(bytes), encoding: 'latin1' };
  }
}

function utf16Units(bytes: Uint8Array, order: 'utf-16le' | 'utf-16be'): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(Math.ceil(bytes.length / 2)).fill(REPLACEMENT);
  for (let i = 0; 2 * i + 1 < bytes.length; i++) units[i] = view.getUint16(2 * i, order === 'utf-16le');
  return units;
}

function decodeUnits(units: Uint8Array | Uint16Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += PIECE) pieces.push(String.fromCharCode(...units.subarray(at, at + PIECE)));
  return pieces.join('');
}
