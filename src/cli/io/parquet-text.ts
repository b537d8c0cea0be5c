import { parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';
import { rowGames } from '../../core/datasets/table-games.ts';
import { usageError } from '../command.ts';
import { readerTurns } from './files.ts';
import { COMPRESSORS, RandomAccess, rowWindows } from './parquet-windows.ts';
import type { Terminal } from './terminal.ts';

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
