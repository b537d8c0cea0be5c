import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import type { Compressors, FileMetaData } from 'hyparquet';

/** Snappy is in the library. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  ZSTD: (input) => decompress(input),
};

/** Bytes of the rows of a window, unpacked, as the file counts them. */
const WINDOW = 1 << 23;

/** Rows to read together, from `start` to `end` in the file. */
export interface RowWindow {
  readonly rowStart: number;
  readonly rowEnd: number;
  /** True for the first of a row group. */
  readonly isFirst: boolean;
}

/**
 * The rows of a Parquet file in windows of about 8 MB, each within a row group: row groups of other writers may hold all of a file.
 *
 * @param most rows of a window
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
