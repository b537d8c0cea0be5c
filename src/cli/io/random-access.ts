import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { attempt } from '../command.ts';

/** Bytes of a part that is worth keeping. */
const LARGE = 1 << 20;

/** A file that is read at any place. Large parts are kept until they are forgotten: the next rows of a row group are in the same ones. */
export class RandomAccess {
  readonly byteLength: number;
  readonly #path: string;
  readonly #handle: number;
  readonly #onBytes: ((bytes: number) => void) | undefined;

  readonly #kept = new Map<string, ArrayBuffer>();

  constructor(path: string, onBytes?: (bytes: number) => void) {
    this.#path = path;
    this.#onBytes = onBytes;
    this.#handle = attempt(`cannot read ${path}`, () => openSync(path, 'r'));
    this.byteLength = fstatSync(this.#handle).size;
  }

  /** The bytes from `start` to `end`, fewer at the end of the file. */
  slice(start: number, end = this.byteLength): ArrayBuffer {
    const length = Math.max(0, Math.min(end, this.byteLength) - start);
    const key = `${start} ${length}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const bytes = new ArrayBuffer(length);
    const view = new Uint8Array(bytes);
    attempt(`cannot read ${this.#path}`, () => {
      for (let done = 0; done < view.length; ) {
        const read = readSync(this.#handle, view, done, view.length - done, start + done);
        if (read === 0) break;
        done += read;
      }
    });
    this.#onBytes?.(bytes.byteLength);
    if (length >= LARGE) this.#kept.set(key, bytes);
    return bytes;
  }

  /** Frees the parts that are kept. */
  forget(): void {
    this.#kept.clear();
  }

  close(): void {
    closeSync(this.#handle);
  }
}
