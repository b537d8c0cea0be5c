import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { attempt, attemptAsync } from '../failure.ts';
import { note } from './stderr.ts';

/** How a file's bytes stand for text. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'latin1'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A text and how to write it back. A byte order mark stays in the text. */
export interface TextFile {
  /** As it is shown: the path as it was given. */
  readonly name: string;
  readonly text: string;
  readonly encoding: Encoding;
}

export const STDIN = '<stdin>';

/** Reads a file, or standard input for `-`. What is no UTF-8 is read as Latin-1, which loses no byte, with a note. */
export async function readText(path: string): Promise<TextFile> {
  const name = path === '-' ? STDIN : path;
  const bytes = await attemptAsync(`cannot read ${name}`, () =>
    path === '-' ? buffer(process.stdin) : readFile(path),
  );
  return attempt(`cannot read ${name}`, () => {
    const decoded = decode(bytes);
    if (decoded.encoding === 'latin1') note(`${name} is not UTF-8; read as Latin-1`);
    return { name, ...decoded };
  });
}

function decode(bytes: Buffer): { text: string; encoding: Encoding } {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), encoding };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: bytes.toString('latin1'), encoding: 'latin1' };
  }
}

/** The bytes of a text; undefined where the encoding has no byte for one of its characters. */
export function encode(text: string, encoding: Encoding): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return encoding === 'latin1' && bytes.toString('latin1') !== text ? undefined : bytes;
}
