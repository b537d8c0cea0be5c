import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { systemFailure } from '../failure.ts';
import type { Terminal } from './terminal.ts';
import { STDIN } from './text-file.ts';

/** Bytes that are read at a time. */
const PIECE = 1 << 18;

/** How a path is shown. */
export const shownName = (path: string): string => (path === '-' ? STDIN : path);

/** The bytes of a file, or of standard input for `-`, in pieces; an abort ends them. */
export async function* readBytes(
  terminal: Terminal,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const stream = path === '-' ? terminal.stdin : createReadStream(path, { highWaterMark: PIECE });
  if (signal !== undefined) addAbortSignal(signal, stream);
  try {
    for await (const bytes of stream) yield bytes as Buffer;
  } catch (error) {
    if (signal?.aborted === true) return;
    throw systemFailure(`cannot read ${shownName(path)}`, error) ?? error;
  }
}
