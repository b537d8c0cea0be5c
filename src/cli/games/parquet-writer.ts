import type { PlacedGame } from '../../core/datasets/game-rows.ts';
import { columnsOf, type Rows, rowsOf } from '../../core/datasets/game-text.ts';
import { ParquetTable } from '../io/parquet-table.ts';

/** Rows of a row group: a few megabytes. */
const GROUP: Readonly<Record<Rows, number>> = { games: 5000, positions: 50_000 };

/** Writes games as rows of a Parquet file; memory holds one row group. */
export function parquetWriter(
  rows: Rows,
  write: (bytes: Buffer) => void,
): { readonly add: (game: PlacedGame) => void; readonly end: () => void } {
  const table = new ParquetTable(columnsOf(rows), GROUP[rows], write);
  return {
    add: (game) => {
      for (const row of rowsOf(rows, game)) table.add(row);
      table.flushFull();
    },
    end: () => table.end(),
  };
}
