import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Cell, CellType, PlacedGame } from '../../core/datasets/game-rows.ts';
import { columnsOf, type Rows, rowsOf } from '../../core/datasets/game-text.ts';
import { packageVersion } from '../version.ts';

/** Rows of a row group: a few megabytes. */
const GROUP: Readonly<Record<Rows, number>> = { games: 5000, positions: 50_000 };

const TYPES = { text: 'STRING', integer: 'INT32', number: 'DOUBLE', flag: 'BOOLEAN' } as const satisfies Record<
  CellType,
  string
>;

/** Writes games as rows of a Parquet file, compressed with Snappy; memory holds one row group. */
export function parquetWriter(
  rows: Rows,
  write: (bytes: Buffer) => void,
): { readonly add: (game: PlacedGame) => void; readonly end: () => void } {
  const columns = Object.entries(columnsOf(rows)).map(([name, type]) => ({
    name,
    type: TYPES[type],
    data: [] as Cell[],
  }));
  const schema = schemaFromColumnData({ columnData: columns });
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema, createdBy: `statelens ${packageVersion()}` });
  const give = (): void => {
    // a copy: the writer uses its bytes again
    write(Buffer.from(new Uint8Array(writer.buffer, 0, writer.index)));
    writer.index = 0;
  };
  const flush = (): void => {
    void parquet.write({ columnData: columns, rowGroupSize: GROUP[rows] });
    for (const { data } of columns) data.length = 0;
    give();
  };
  return {
    add: (game) => {
      for (const row of rowsOf(rows, game)) {
        const cells = Object.values(row);
        for (const [i, { data }] of columns.entries()) data.push(cells[i] ?? null);
      }
      if ((columns[0]?.data.length ?? 0) >= GROUP[rows]) flush();
    },
    end: () => {
      if ((columns[0]?.data.length ?? 0) > 0) flush();
      void parquet.finish();
      give();
    },
  };
}
