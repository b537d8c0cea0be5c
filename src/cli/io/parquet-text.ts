import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { type Compressors, type FileMetaData, parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';
import { rowGames } from '../../core/datasets/table-games.ts';
import { attempt, usageError } from '../command.ts';
import { readerTurns } from './files.ts';
import type { Terminal } from './terminal.ts';

/** Decompressors besides Snappy, which is in the library. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  ZSTD: (input) => decompress(input),
};

/** Size of the rows of a window in bytes, unpacked, as the file counts them. */
const WINDOW = 1 << 23;

/** Rows read together, from `start` to `end` in the file. */
interface RowWindow {
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

/** Rows read at a time; fewer if row groups are smaller. */
const MAX_ROWS = 50_000;

/** Length limit of a piece in characters: longer ones would be read and checked as one. */
const PIECE = 1 << 18;

/** Returns a day as PGN writes it (8.1.1.3). */
const formatDay = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 10).replaceAll('-', '.');

const PARSERS = {
  dateFromDays: (days: number) => formatDay(days * 86_400_000),
  timestampFromMilliseconds: (time: bigint) => formatDay(Number(time)),
  timestampFromMicroseconds: (time: bigint) => formatDay(Number(time / 1000n)),
  timestampFromNanoseconds: (time: bigint) => formatDay(Number(time / 1_000_000n)),
};

interface ParquetOptions {
  /** Called with the number of bytes read. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Ends the reading when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the games of a Parquet file as PGN, one piece per group of rows; memory holds these rows and their row group as stored in the
 * file.
 */
export async function* parquetText(
  terminal: Terminal,
  path: string,
  { onBytes, signal }: ParquetOptions = {},
): AsyncGenerator<string, void, undefined> {
  const file = new RandomAccess(path, onBytes);
  const isEnded = readerTurns(terminal, signal);
  try {
    const metadata = await parquetMetadataAsync(file).catch((error: unknown) => unreadable(path, error));
    const games = rowGames(parquetSchema(metadata).children.map(({ element }) => element.name));
    if (!games.ok) throw usageError(`${path} holds no games: ${games.error}`);
    const { columns, gameOf } = games.value;
    for (const { isFirst, rowStart, rowEnd } of rowWindows(metadata, MAX_ROWS)) {
      if (isFirst) file.forget();
      let rows: readonly Record<string, unknown>[] = [];
      await parquetRead({
        file,
        metadata,
        columns: [...columns],
        rowStart,
        rowEnd,
        useOffsetIndex: true,
        compressors: COMPRESSORS,
        parsers: PARSERS,
        rowFormat: 'object',
        onComplete: (found) => {
          rows = found;
        },
      }).catch((error: unknown) => unreadable(path, error));
      let text = '';
      for (const row of rows) {
        text += gameOf(columns.map((name) => row[name]));
        if (text.length < PIECE) continue;
        yield text;
        text = '';
        if (await isEnded()) return;
      }
      yield text;
      if (await isEnded()) return;
    }
  } finally {
    file.close();
  }
}

function unreadable(path: string, error: unknown): never {
  const reason = error instanceof Error ? error.message.replace(/^parquet /, '') : String(error);
  throw usageError(`cannot read ${path} as Parquet: ${reason}`);
}
