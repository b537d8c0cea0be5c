import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { attempt, usageError } from '../failure.ts';
import { type Encoding, encode } from './text-file.ts';

/**
 * Replaces a file in one step: at no moment is there half of it, also on a full disk. Keeps its mode; follows a symbolic link.
 * What is no regular file (a pipe, a device) is written directly.
 */
export function writeText(file: string, text: string, encoding: Encoding = 'utf-8'): void {
  const bytes = encode(text, encoding);
  if (bytes === undefined) {
    throw usageError(
      `cannot write ${file}: its encoding is Latin-1, which lacks a character of the new text; convert it to UTF-8`,
    );
  }
  attempt(`cannot write ${file}`, () => {
    const old = statSync(file, { throwIfNoEntry: false });
    if (old !== undefined && !old.isFile()) {
      writeFileSync(file, bytes);
      return;
    }
    const target = old === undefined ? file : realpathSync(file);
    const temporary = path.join(
      path.dirname(target),
      `.${path.basename(target)}.${randomBytes(4).toString('hex')}.tmp`,
    );
    try {
      const handle = openSync(temporary, 'wx', 0o666);
      try {
        writeFileSync(handle, bytes);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      if (old !== undefined) chmodSync(temporary, old.mode);
      renameSync(temporary, target);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}
