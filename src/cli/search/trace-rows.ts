import path from 'node:path';
import { csvRow } from '../../core/base/text/escape.ts';
import type { CellType, GameRow } from '../../core/datasets/game-output.ts';
import { FIGURE_COLUMNS, GROUP_CRITERIA } from '../../core/traces/trace-stats.ts';
import { usageError } from '../command.ts';
import { checkOutput } from '../io/output.ts';
import { ParquetTable } from '../io/parquet-table.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import type { TraceRow } from './trace-statistics.ts';

/** Format of rows of traces. */
type RowFormat = 'parquet' | 'csv' | 'jsonl';
const FORMATS: Readonly<Record<string, RowFormat>> = { '.parquet': 'parquet', '.csv': 'csv', '.jsonl': 'jsonl' };
/** Rows of a row group of Parquet. */
const ROW_GROUP = 5000;

/** Columns of a row, in order: where the trace is, what it is, and its figures (docs/traces.md). */
const COLUMNS: Readonly<Record<string, CellType>> = {
  file: 'text',
  trace: 'integer',
  line: 'integer',
  ...Object.fromEntries(GROUP_CRITERIA.map((by) => [by, 'text'] as const)),
  ...Object.fromEntries(FIGURE_COLUMNS.map(({ name, kind }) => [name, kind === 'rate' ? 'flag' : 'number'] as const)),
};

/** Refuses a file for rows of traces that cannot be written, before any work. */
export function checkRowFile(file: string, inputs: readonly string[], overwrite: boolean | undefined): void {
  const format = rowFormat(file);
  checkOutput(file, { kind: format === 'parquet' ? 'parquet' : 'trace-rows', inputs, isNamed: true, overwrite });
}

function rowFormat(file: string): RowFormat {
  const format = FORMATS[path.extname(file).toLowerCase()];
  if (format === undefined)
    throw usageError(`${file} cannot be written: its ending must be ${Object.keys(FORMATS).join(', ')}`);
  return format;
}

/** Writes a row for each trace, in the format that the ending of the file names. */
export function writeRows(file: string, rows: readonly TraceRow[]): void {
  const output = new ReplacedFile(file);
  try {
    const format = rowFormat(file);
    if (format === 'parquet') {
      const table = new ParquetTable(COLUMNS, ROW_GROUP, (bytes) => output.write(bytes));
      for (const row of rows) {
        table.add(cellsOf(row));
        table.flushFull();
      }
      table.end();
    } else if (format === 'csv') {
      output.write(Buffer.from(csvRow(Object.keys(COLUMNS))));
      for (const row of rows) output.write(Buffer.from(csvRow(Object.values(cellsOf(row)).map((cell) => cell ?? ''))));
    } else for (const row of rows) output.write(Buffer.from(`${JSON.stringify(cellsOf(row))}\n`));
    output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
}

const cellsOf = ({ file, trace, line, groups, values }: TraceRow): GameRow => ({
  file,
  trace,
  line,
  ...Object.fromEntries(GROUP_CRITERIA.map((by) => [by, groups[by] ?? null])),
  ...Object.fromEntries(
    FIGURE_COLUMNS.map(({ name, kind }) => {
      const value = values[name] ?? null;
      return [name, kind === 'rate' && value !== null ? value === 1 : value];
    }),
  ),
});
