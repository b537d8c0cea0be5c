import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { type Compressors, parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';
import { rowGames } from '../../core/datasets/row-game.ts';
import { usageError } from '../command.ts';
import { RandomAccess } from './random-access.ts';

/** Rows to read at a time; fewer where row groups are smaller. */
const MAX_ROWS = 50_000;

/** Snappy is in the library. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  ZSTD: (input) => decompress(input),
};

/** A day as PGN writes it (8.1.1.3). */
const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10).replaceAll('-', '.');

const PARSERS = {
  dateFromDays: (days: number) => dayOf(days * 86_400_000),
  timestampFromMilliseconds: (time: bigint) => dayOf(Number(time)),
  timestampFromMicroseconds: (time: bigint) => dayOf(Number(time / 1000n)),
  timestampFromNanoseconds: (time: bigint) => dayOf(Number(time / 1_000_000n)),
};

/**
 * The games of a Parquet file as PGN, a piece for some rows; memory holds these rows and their row group as it is in the file.
 *
 * @param onBytes called with the number of bytes read
 */
export async function* parquetText(
  path: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<string, void, undefined> {
  const file = new RandomAccess(path, onBytes);
  try {
    const metadata = await parquetMetadataAsync(file).catch((error: unknown) => unreadable(path, error));
    const games = rowGames(parquetSchema(metadata).children.map(({ element }) => element.name));
    if (!games.ok) throw usageError(`${path} holds no games: ${games.error}`);
    const { columns, gameOf } = games.value;
    let groupStart = 0;
    for (const group of metadata.row_groups) {
      const rows = Number(group.num_rows);
      for (let from = 0; from < rows; from += MAX_ROWS) {
        const rowStart = groupStart + from;
        const rowEnd = groupStart + Math.min(rows, from + MAX_ROWS);
        const text: string[] = [];
        await parquetRead({
          file,
          metadata,
          columns: [...columns],
          rowStart,
          rowEnd,
          compressors: COMPRESSORS,
          parsers: PARSERS,
          rowFormat: 'object',
          onComplete: (found) => {
            for (const row of found) text.push(gameOf(columns.map((name) => row[name])));
          },
        }).catch((error: unknown) => unreadable(path, error));
        yield text.join('');
      }
      groupStart += rows;
    }
  } finally {
    file.close();
  }
}

function unreadable(path: string, error: unknown): never {
  const why = error instanceof Error ? error.message.replace(/^parquet /, '') : String(error);
  throw usageError(`cannot read ${path} as Parquet: ${why}`);
}
