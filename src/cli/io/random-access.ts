import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { attempt } from '../command.ts';

/** A file that is read at any place. */
export class RandomAccess {
  readonly byteLength: number;
  readonly #path: string;
  readonly #handle: number;
  readonly #onBytes: ((bytes: number) => void) | undefined;

  constructor(path: string, onBytes?: (bytes: number) => void) {
    this.#path = path;
    this.#onBytes = onBytes;
    this.#handle = attempt(`cannot read ${path}`, () => openSync(path, 'r'));
    this.byteLength = fstatSync(this.#handle).size;
  }

  /** The bytes from `start` to `end`, fewer at the end of the file. */
  slice(start: number, end = this.byteLength): ArrayBuffer {
    const bytes = new ArrayBuffer(Math.max(0, Math.min(end, this.byteLength) - start));
    const view = new Uint8Array(bytes);
    attempt(`cannot read ${this.#path}`, () => {
      for (let done = 0; done < view.length; ) {
        const read = readSync(this.#handle, view, done, view.length - done, start + done);
        if (read === 0) break;
        done += read;
      }
    });
    this.#onBytes?.(bytes.byteLength);
    return bytes;
  }

  close(): void {
    closeSync(this.#handle);
  }
}
