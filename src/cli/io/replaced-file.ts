import {
  chmodSync,
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { removeAbandoned, temporaryFor } from '../../models/node-temporary.ts';
import { attempt } from '../command.ts';

/** Bytes to collect before writing. */
const BUFFERED = 1 << 20;

/**
 * A file that is written piece by piece and replaces an existing one in one step at the end: until then, and after a failure, the
 * old one stays. Keeps its mode and follows symbolic links. Pipes and devices are written directly.
 */
export class ReplacedFile {
  readonly #path: string;
  readonly #target: string;
  readonly #temporary: string | undefined;
  readonly #mode: number | undefined;
  readonly #handle: number;
  #isOpen = true;
  #pieces: Buffer[] = [];
  #length = 0;
  /** Bytes that are on disk. */
  #written = 0;

  constructor(file: string) {
    this.#path = file;
    const old = this.#attempt(() => statSync(file, { throwIfNoEntry: false }));
    const isDirect = old !== undefined && !old.isFile();
    this.#mode = isDirect ? undefined : old?.mode;
    this.#target = old === undefined || isDirect ? file : realpathSync(file);
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

  /** Writes the rest and puts the file in its place. */
  commit(): void {
    this.#flush();
    this.#attempt(() => {
      if (this.#temporary !== undefined) fsyncSync(this.#handle);
      this.#close();
      if (this.#temporary === undefined) return;
      if (this.#mode !== undefined) chmodSync(this.#temporary, this.#mode);
      renameSync(this.#temporary, this.#target);
    });
  }

  /** Bytes that are on disk, all or a part of what was written. */
  get written(): number {
    return this.#written;
  }

  /** Keeps the first bytes as a file beside the one that stays as it was; false where that is impossible. */
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

  /** Leaves everything as it was. */
  discard(): void {
    this.#close();
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }
}
