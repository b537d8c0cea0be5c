import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { removeAbandoned, temporaryFor } from '../../models/node-files.ts';
import { describeError } from '../../models/system-errors.ts';
import { attempt, CliError, EXIT, usageError } from '../command.ts';

/** Number of bytes collected before writing. */
const BUFFERED = 1 << 20;

/**
 * A file that is written piece by piece and replaces an existing one in one step at the end; until then, and after a failure, the old one
 * stays. Keeps its mode and follows symbolic links. A file with several names (hard links) keeps them: it is overwritten, while its
 * complete new text exists beside it as `FILE.new`. Pipes and devices are written directly.
 */
export class ReplacedFile {
  readonly #path: string;
  readonly #target: string;
  readonly #temporary: string | undefined;
  readonly #mode: number | undefined;
  readonly #hasOtherNames: boolean;
  readonly #handle: number;
  #isOpen = true;
  #pieces: Buffer[] = [];
  #length = 0;
  /** Number of bytes on disk. */
  #written = 0;

  constructor(file: string) {
    this.#path = file;
    const old = this.#attempt(() => statSync(file, { throwIfNoEntry: false }));
    const isDirect = old !== undefined && !old.isFile();
    this.#mode = isDirect ? undefined : old?.mode;
    this.#target = old === undefined || isDirect ? file : realpathSync(file);
    this.#hasOtherNames = !isDirect && (old?.nlink ?? 1) > 1;
    if (this.#hasOtherNames && existsSync(newFilePath(this.#target)))
      throw usageError(
        `${newFilePath(this.#target)} exists: it may hold the whole text of ${file}, if writing that was cut off; compare them, and move it away`,
      );
    if (!isDirect) removeAbandoned(path.dirname(this.#target), path.basename(this.#target));
    this.#temporary = isDirect ? undefined : temporaryFor(this.#target);
    this.#handle = this.#attempt(() =>
      openSync(this.#temporary ?? file, this.#temporary === undefined ? 'w' : 'wx', 0o666),
    );
  }

  #attempt<T>(call: () => T): T {
    return attempt(`cannot write ${this.#path}`, call);
  }

  write(bytes: Buffer | string): void {
    const piece = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length >= BUFFERED) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    this.#attempt(() => {
      for (let done = 0; done < bytes.length; ) {
        const count = writeSync(this.#handle, bytes, done);
        done += count;
        this.#written += count;
      }
    });
  }

  /** Writes the rest and moves the file to its final name. */
  commit(): void {
    this.#flush();
    this.#attempt(() => {
      if (this.#temporary !== undefined) fsyncSync(this.#handle);
      this.#close();
      if (this.#temporary === undefined) return;
      if (this.#mode !== undefined) chmodSync(this.#temporary, this.#mode);
      if (this.#hasOtherNames) overwrite(this.#temporary, this.#target);
      else renameSync(this.#temporary, this.#target);
    });
  }

  /** Number of bytes on disk, all or a part of those written. */
  get written(): number {
    return this.#written;
  }

  /** Saves the first bytes as a file beside the unchanged one; false if that is impossible. */
  keep(length: number, file: string): boolean {
    if (this.#temporary === undefined || !this.#isOpen) return false;
    try {
      ftruncateSync(this.#handle, length);
      this.#close();
      renameSync(this.#temporary, file);
      return true;
    } catch {
      this.discard();
      return false;
    }
  }

  /** Discards the new text and leaves everything unchanged. */
  discard(): void {
    this.#close();
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }
}

const newFilePath = (file: string): string => `${file}.new`;

/**
 * Copies the text of a file on disk into another one, which keeps its identity and all of its names. The text exists beside it until it is
 * written completely; if nothing was overwritten yet, a failure leaves everything unchanged.
 */
function overwrite(source: string, target: string): void {
  const kept = newFilePath(target);
  const to = openSync(target, 'r+');
  let isKept = false;
  let isWhole = true;
  try {
    renameSync(source, kept);
    isKept = true;
    const from = openSync(kept, 'r');
    try {
      const length = fstatSync(from).size;
      const before = fstatSync(to).size;
      const shared = Math.min(before, length);
      // The part that needs more room comes first: a full disk then costs nothing.
      try {
        copyBytes(from, to, shared, length);
        fsyncSync(to);
      } catch (error) {
        ftruncateSync(to, before);
        throw error;
      }
      isWhole = false;
      copyBytes(from, to, 0, shared);
      ftruncateSync(to, length);
      fsyncSync(to);
      isWhole = true;
    } finally {
      closeSync(from);
    }
  } catch (error) {
    if (isWhole) throw error;
    throw new CliError(
      `cannot write ${target}: ${describeError(error)}; its whole new text is in ${kept}`,
      EXIT.incomplete,
    );
  } finally {
    closeSync(to);
    if (isKept && isWhole) rmSync(kept, { force: true });
  }
}

/** Copies the bytes of a range to the same range of another file. */
function copyBytes(from: number, to: number, start: number, end: number): void {
  const piece = Buffer.alloc(Math.min(BUFFERED, end - start));
  for (let at = start; at < end; ) {
    const count = readSync(from, piece, 0, Math.min(piece.length, end - at), at);
    if (count === 0) throw new Error('the new text ended early');
    for (let done = 0; done < count; ) done += writeSync(to, piece, done, count - done, at + done);
    at += count;
  }
}
