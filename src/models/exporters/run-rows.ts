import type { Cell, CellType } from '../../core/datasets/game-rows.ts';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import type { ColumnType, SampleColumn, SampleColumns } from '../../core/evaluation/sample/column.ts';
import { columnsIn, SAMPLE_COLUMNS } from '../../core/evaluation/sample/columns.ts';
import { valueInLine } from '../../core/evaluation/sample/run-line.ts';
import { scoreColumns } from '../../core/evaluation/sample/score-values.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { OWN_KEY } from '../importers/logs/own-sample.ts';
import { type ExportedSample, ownFields } from './exported-sample.ts';

/** Types of Parquet by types of columns: texts are joined, objects are JSON. */
const CELL_TYPES: Readonly<Record<ColumnType, CellType>> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  flag: 'flag',
  texts: 'text',
  object: 'text',
};

/** Returns the columns of a table of samples with their scores, in order. */
export const tableColumns = (columns: SampleColumns = SAMPLE_COLUMNS): Readonly<Record<string, CellType>> =>
  Object.fromEntries(
    columnsIn('parquet', columns).map((name) => [name, CELL_TYPES[(columns[name] as SampleColumn).type]]),
  );

/**
 * Returns a sample as a row; unknown values are null.
 *
 * @param header of the run, in its first row
 */
export function sampleRow(
  exported: ExportedSample,
  header?: RunHeader,
  columns: SampleColumns = SAMPLE_COLUMNS,
): Record<string, Cell> {
  const { sample, scores } = exported;
  const { extraction, error } = sample;
  const isWithoutState = extraction === null && error === undefined;
  const values: Readonly<Record<string, unknown>> = {
    ...scoreColumns(scores, extraction?.outcome === 'unread'),
    startFen: sample.startFen ?? INITIAL_FEN,
    ...(isWithoutState && { outcome: 'none' }),
    [OWN_KEY]: JSON.stringify(ownFields(exported, header)),
  };
  return Object.fromEntries(
    columnsIn('parquet', columns).map((name) => {
      const value = values[name] ?? valueInLine(sample, columns[name] as SampleColumn) ?? null;
      return [name, Array.isArray(value) ? value.join(' ') : (value as Cell)];
    }),
  );
}
