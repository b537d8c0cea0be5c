import { parquetMetadataAsync, parquetRead } from 'hyparquet';
import type { BrokenPiece } from '../../models/importers/logs/import-log.ts';
import type { LogPiece } from '../../models/importers/logs/log-format.ts';
import { COMPRESSORS, rowWindows } from '../io/parquet-windows.ts';
import { RandomAccess } from '../io/random-access.ts';
import { readerTurns } from '../io/reader-turns.ts';
import type { Terminal } from '../io/terminal.ts';

/** Rows to read at a time. */
const MAX_ROWS = 5000;

/** The rows of a Parquet file, each as an object of its columns. A part that is damaged is reported, and the next ones still come. */
export async function* parquetPieces(
  terminal: Terminal,
  file: string,
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const bytes = new RandomAccess(file);
  const isEnded = readerTurns(terminal);
  try {
    const metadata = await parquetMetadataAsync(bytes).catch(() => undefined);
    if (metadata === undefined) {
      yield { place: 'the end', fault: 'the file is cut off, or no Parquet' };
      return;
    }
    for (const { isFirst, rowStart, rowEnd } of rowWindows(metadata, MAX_ROWS)) {
      if (isFirst) bytes.forget();
      let found: readonly Record<string, unknown>[] | undefined;
      await parquetRead({
        file: bytes,
        metadata,
        rowStart,
        rowEnd,
        useOffsetIndex: true,
        compressors: COMPRESSORS,
        rowFormat: 'object',
        onComplete: (rows) => {
          found = rows;
        },
      }).catch(() => undefined);
      if (found === undefined) yield { place: `rows ${rowStart + 1} to ${rowEnd}`, fault: 'damaged' };
      else
        for (const [i, row] of found.entries()) yield { path: '', value: plain(row), place: `row ${rowStart + i + 1}` };
      if (await isEnded()) return;
    }
  } finally {
    bytes.close();
  }
}

/** A row as JSON has it: 64-bit integers as numbers, times as texts. */
const plain = (row: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
