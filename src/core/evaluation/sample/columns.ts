import * as v from 'valibot';
import { ANSWERED_COLUMNS } from './answered-columns.ts';
import { ASKED_COLUMNS } from './asked-columns.ts';
import type { SampleColumn, SampleColumns, SampleOutput, SampleStage } from './column.ts';
import { LISTED_COLUMNS } from './listed-columns.ts';
import { SCORED_COLUMNS } from './scored-columns.ts';

/** Table of the columns of samples, in the order of outputs. All shapes of samples and all outputs derive from it. */
export const SAMPLE_COLUMNS = {
  ...ASKED_COLUMNS,
  ...ANSWERED_COLUMNS,
  ...SCORED_COLUMNS,
  ...LISTED_COLUMNS,
} as const satisfies SampleColumns;

type Columns = typeof SAMPLE_COLUMNS;
export type ColumnName = keyof Columns;

/** Names of the columns of an output. */
export type ColumnsIn<Output extends SampleOutput> = {
  [Name in ColumnName]: Output extends Columns[Name]['in'][number] ? Name : never;
}[ColumnName];

/** Names of the columns of a stage. */
export type ColumnsFrom<Stage extends SampleStage> = {
  [Name in ColumnName]: Columns[Name]['from'] extends Stage ? Name : never;
}[ColumnName];

/** Value in a column, as far as it is known. */
type Known<Column extends SampleColumn> = v.InferOutput<Column['value']>;

/** True for columns with a value in each sample. */
type IsAlways<Column extends SampleColumn> = Column extends { isAlways: true }
  ? Column extends { run: `${string}.${string}` }
    ? false
    : true
  : false;

/** Value in a column of a table: null where it is unknown. */
export type ColumnValue<Name extends ColumnName> =
  IsAlways<Columns[Name]> extends true ? Known<Columns[Name]> : Known<Columns[Name]> | null;

/** Values of columns by name. */
export type ColumnValues<Name extends ColumnName> = { readonly [Key in Name]: ColumnValue<Key> };

/** Returns the names of the columns of an output, in order. */
export const columnsIn = <Output extends SampleOutput>(
  output: Output,
  columns: SampleColumns = SAMPLE_COLUMNS,
): ColumnsIn<Output>[] =>
  Object.entries(columns).flatMap(([name, column]) => (column.in.includes(output) ? [name as ColumnsIn<Output>] : []));

/** Returns the schemas of the columns of an output, in which unknown values are null. */
export const columnSchemas = (output: SampleOutput): Record<string, v.GenericSchema> =>
  Object.fromEntries(
    columnsIn(output).map((name) => {
      const column: SampleColumn = SAMPLE_COLUMNS[name];
      return [name, isKnownInTables(column) ? column.value : v.nullable(column.value)];
    }),
  );

const isKnownInTables = ({ isAlways, run = '' }: SampleColumn): boolean => isAlways === true && !run.includes('.');

/** Returns the values of the columns of an output, without other fields of the record. */
export const pickColumns = <Name extends ColumnName>(
  record: ColumnValues<Name>,
  names: readonly Name[],
): ColumnValues<Name> => Object.fromEntries(names.map((name) => [name, record[name]])) as unknown as ColumnValues<Name>;
