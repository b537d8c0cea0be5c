import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { decodeText, type TextEncoding } from '../../models/decode-text.ts';
import { attempt, attemptAsync } from '../failure.ts';
import type { Terminal } from './terminal.ts';

/** How a file's bytes stand for text. */
export type Encoding = TextEncoding;

/** A text and how to write it back. A byte order mark stays in the text. */
export interface TextFile {
  /** As it is shown: the path as it was given. */
  readonly name: string;
  readonly text: string;
  readonly encoding: Encoding;
}

export const STDIN = '<stdin>';

/** Reads a file, or standard input for `-`. What is no UTF-8 is read as Latin-1, which loses no byte, with a note. */
export async function readText(terminal: Terminal, path: string): Promise<TextFile> {
  const name = path === '-' ? STDIN : path;
  const bytes = await attemptAsync(`cannot read ${name}`, () =>
    path === '-' ? buffer(terminal.stdin) : readFile(path),
  );
  return attempt(`cannot read ${name}`, () => {
    const decoded = decodeText(bytes);
    if (decoded.encoding === 'latin1') terminal.note(`${name} is not UTF-8; read as Latin-1`);
    return { name, ...decoded };
  });
}

/** The bytes of a text; undefined where the encoding has no byte for one of its characters. */
export function encode(text: string, encoding: Encoding): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return encoding === 'latin1' && bytes.toString('latin1') !== text ? undefined : bytes;
}
