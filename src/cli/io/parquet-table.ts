import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { CellType, CellValue, GameRow } from '../../core/datasets/game-output.ts';
import { packageVersion } from '../command.ts';

const TYPES = { text: 'STRING', integer: 'INT32', number: 'DOUBLE', flag: 'BOOLEAN' } as const satisfies Record<
  CellType,
  string
>;

/** Writes rows as a Parquet file, compressed with Snappy; memory holds one row group. */
export class ParquetTable {
  readonly #columns: { readonly name: string; readonly type: (typeof TYPES)[CellType]; readonly data: CellValue[] }[];
  readonly #writer = new ByteWriter();
  readonly #parquet: ParquetWriter;
  readonly #group: number;
  readonly #write: (bytes: Buffer) => void;

  /**
   * @param columns types of the columns by name, in order
   * @param group rows of a row group
   */
  constructor(columns: Readonly<Record<string, CellType>>, group: number, write: (bytes: Buffer) => void) {
    this.#columns = Object.entries(columns).map(([name, type]) => ({ name, type: TYPES[type], data: [] }));
    const schema = schemaFromColumnData({ columnData: this.#columns });
    this.#parquet = new ParquetWriter({ writer: this.#writer, schema, createdBy: `statelens ${packageVersion()}` });
    this.#group = group;
    this.#write = write;
  }

  get #rows(): number {
    return this.#columns[0]?.data.length ?? 0;
  }

  /** Adds a row, whose fields are in the order of the columns. */
  add(row: GameRow): void {
    const cells = Object.values(row);
    for (const [i, { data }] of this.#columns.entries()) data.push(cells[i] ?? null);
  }

  /** Writes a full row group; call it from time to time. */
  flushFull(): void {
    if (this.#rows >= this.#group) this.#flush();
  }

  /** Writes the rest and the end of the file. */
  end(): void {
    if (this.#rows > 0) this.#flush();
    void this.#parquet.finish();
    this.#give();
  }

  #flush(): void {
    void this.#parquet.write({ columnData: this.#columns, rowGroupSize: this.#group });
    for (const { data } of this.#columns) data.length = 0;
    this.#give();
  }

  #give(): void {
    // A copy: the writer reuses its buffer.
    this.#write(Buffer.from(new Uint8Array(this.#writer.buffer, 0, this.#writer.index)));
    this.#writer.index = 0;
  }
}
