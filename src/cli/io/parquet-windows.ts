import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import type { Compressors, FileMetaData } from 'hyparquet';
import { attempt } from '../command.ts';

/** Decompressors besides Snappy, which is in the library. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  ZSTD: (input) => decompress(input),
};

/** Size of the rows of a window in bytes, unpacked, as the file counts them. */
const WINDOW = 1 << 23;

/** Rows read together, from `start` to `end` in the file. */
export interface RowWindow {
  readonly rowStart: number;
  readonly rowEnd: number;
  /** True for the first window of a row group. */
  readonly isFirst: boolean;
}

/**
 * Yields the rows of a Parquet file in windows of about 8 MB, each within a row group: row groups of other writers may hold a whole file.
 *
 * @param most limit of the rows of a window
 */
export function* rowWindows({ row_groups: groups }: FileMetaData, most: number): Generator<RowWindow> {
  let groupStart = 0;
  for (const group of groups) {
    const rows = Number(group.num_rows);
    const step = Math.max(1, Math.min(most, Math.floor((WINDOW * rows) / Math.max(1, Number(group.total_byte_size)))));
    for (let from = 0; from < rows; from += step)
      yield { rowStart: groupStart + from, rowEnd: groupStart + Math.min(rows, from + step), isFirst: from === 0 };
    groupStart += rows;
  }
}

/** Minimum size of a cached part, in bytes. */
const LARGE = 1 << 20;

/**
 * A file with random access. Large parts are cached until they are dropped: the next rows of a row group are in the same ones.
 */
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

  /** Returns the bytes from `start` to `end`, fewer at the end of the file. */
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

  /** Drops the cached parts. */
  forget(): void {
    this.#kept.clear();
  }

  close(): void {
    closeSync(this.#handle);
  }
}
