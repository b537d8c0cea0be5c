import { createHash } from 'node:crypto';
import { readBytes } from './files.ts';
import type { Terminal } from './terminal.ts';

/** SHA-256 of the content of a file, in hexadecimal digits. */
export async function sha256Of(terminal: Terminal, file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of readBytes(terminal, file)) hash.update(bytes);
  return hash.digest('hex');
}
