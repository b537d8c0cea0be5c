import { getColumns, getRows, type OutputGame, type Rows } from '../../core/datasets/game-output.ts';
import { ParquetTable } from '../io/parquet-table.ts';

/** Rows of a row group: a few megabytes. */
const GROUP: Readonly<Record<Rows, number>> = { games: 5000, positions: 50_000 };

/** Returns a writer of games as rows of a Parquet file; memory holds one row group. */
export function parquetWriter(
  rows: Rows,
  write: (bytes: Buffer) => void,
): { readonly add: (game: OutputGame) => void; readonly end: () => void } {
  const table = new ParquetTable(getColumns(rows), GROUP[rows], write);
  return {
    add: (game) => {
      for (const row of getRows(rows, game)) table.add(row);
      table.flushFull();
    },
    end: () => table.end(),
  };
}
