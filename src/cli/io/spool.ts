import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../models/node-temporary.ts';
import { attempt } from '../command.ts';
import { readBytes } from './files.ts';
import type { Terminal } from './terminal.ts';

/** Bytes that are kept in memory; what is longer waits on the disk. */
const KEPT_BYTES = 1 << 24;
/** Bytes to gather before they are written. */
const GATHERED = 1 << 20;

/** Bytes that are kept to be read again, those of a pipe: in memory, and on the disk where they are many. */
export class Spool {
  #kept: Buffer[] = [];
  #length = 0;
  /** Bytes of them in memory. */
  #waiting = 0;
  #folder: string | undefined;
  #handle: number | undefined;

  /** The same bytes, kept while they pass. */
  async *filled(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of bytes) {
      this.keep(piece);
      yield piece;
    }
  }

  /** Keeps bytes behind those that are kept. */
  keep(piece: Buffer): void {
    this.#kept.push(piece);
    this.#length += piece.length;
    this.#waiting += piece.length;
    if (this.#length <= KEPT_BYTES || this.#waiting < GATHERED) return;
    attempt('cannot keep a temporary file on the disk', () => {
      this.#folder ??= temporaryFolder();
      this.#handle ??= openSync(this.#file, 'wx', 0o600);
      const all = Buffer.concat(this.#kept);
      for (let done = 0; done < all.length; ) done += writeSync(this.#handle, all, done);
    });
    this.#kept = [];
    this.#waiting = 0;
  }

  get #file(): string {
    return path.join(this.#folder ?? '', 'input');
  }

  /** What is kept, from its start on. */
  async *bytes(terminal: Terminal): AsyncGenerator<Buffer, void, undefined> {
    if (this.#folder !== undefined) yield* readBytes(terminal, this.#file);
    yield* this.#kept;
  }

  remove(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
