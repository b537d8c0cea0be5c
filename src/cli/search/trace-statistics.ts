import path from 'node:path';
import { MIN_CLUSTERS } from '../../core/base/stats/confidence-interval.ts';
import { plural } from '../../core/base/text/counts.ts';
import { csvRow } from '../../core/base/text/escape.ts';
import type { CellType, GameRow } from '../../core/datasets/game-output.ts';
import { fieldValue } from '../../core/mav/record-fields.ts';
import type { TraceFigures } from '../../core/traces/figures.ts';
import {
  FIGURE_COLUMNS,
  type FigureColumn,
  type FigureSummary,
  figureValues,
  GROUP_CRITERIA,
  lengthGroup,
  summarizeTraces,
  type TraceCase,
  type TraceGroup,
} from '../../core/traces/trace-stats.ts';
import { usageError } from '../command.ts';
import { checkOutput } from '../io/output.ts';
import { ParquetTable } from '../io/parquet-table.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import { columns, type Style } from '../io/terminal.ts';
import type { LocatedTrace } from './trace-files.ts';

/** Version of the JSON object. New fields do not change it. */
const SCHEMA = 1;
/** Number of traces that the table lists one by one. */
const MAX_LISTED = 40;
/** Decimals of shares and of counts. */
const DIGITS = { rate: 2, share: 2, count: 1 } as const;
const NONE = '-';

/** A trace with its place and its figures: a row of the output. */
export interface TraceRow extends TraceCase {
  readonly figures: TraceFigures;
  readonly file: string;
  readonly trace: number;
  readonly line: number;
}

/** Returns the row of a trace. Its model is the field `model` of its record. */
export function traceRow({ file, number, line, record, text, view }: LocatedTrace): TraceRow {
  const { task, world, nodes } = view.tree;
  const model = fieldValue(record, 'model');
  const groups = {
    model: typeof model === 'string' ? model : undefined,
    world: world?.name,
    dialect: view.dialect.id,
    algorithm: task?.algorithm,
    length: lengthGroup(nodes.length),
  };
  const known = GROUP_CRITERIA.flatMap((by) => (groups[by] === undefined ? [] : [[by, groups[by]] as const]));
  return {
    file,
    trace: number,
    line,
    task: taskKey(text, view),
    groups: Object.fromEntries(known),
    figures: view.figures,
    values: figureValues(view.figures),
  };
}

/** Returns a text that is equal for equal tasks: world, start and goal. A trace without a task is a separate one. */
function taskKey(text: string, { tree: { task } }: LocatedTrace['view']): string {
  return task === undefined ? text : JSON.stringify([task.world, task.start?.text, task.goal?.text]);
}

/** Returns rows and groups as JSON (docs/traces.md). */
export const statisticsJson = (rows: readonly TraceRow[]): object => ({
  schema: SCHEMA,
  traces: rows.map(({ file, trace, line, groups, figures }) => ({ file, trace, line, ...groups, figures })),
  groups: summarizeTraces(rows, FIGURE_COLUMNS).map(({ figures, ...group }) => ({
    ...group,
    figures: Object.fromEntries(
      Object.entries(figures).map(([name, { n, mean }]) => [
        name,
        { n, mean: mean?.value ?? null, low: mean?.low ?? null, high: mean?.high ?? null },
      ]),
    ),
  })),
});

/**
 * Formats rows and groups as tables: each trace, all together, and the groups by each criterion.
 *
 * @param isStored true if the rows are in a file: no trace is listed
 */
export function statisticsTable(rows: readonly TraceRow[], style: Style, isStored: boolean): string {
  const [all, ...groups] = summarizeTraces(rows, FIGURE_COLUMNS);
  const parts = [
    ...(isStored ? [] : [traceTable(rows, style)]),
    ...(all === undefined ? [] : [wholeTable(all, style)]),
  ];
  for (const by of GROUP_CRITERIA) {
    const own = groups.filter((group) => group.by === by);
    if (own.length > 0) parts.push(groupTable(by, own, style));
  }
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const SHORT = FIGURE_COLUMNS.filter(({ isShort }) => isShort === true);
/** Columns of the tables of groups, whose cells have intervals. */
const COMPARED = SHORT.filter(({ kind }) => kind !== 'count');

function traceTable(rows: readonly TraceRow[], style: Style): string[] {
  const head = ['trace', ...SHORT.map(({ title }) => title)];
  const body = rows
    .slice(0, MAX_LISTED)
    .map(({ file, line, values }) => [`${file}:${line}`, ...SHORT.map((column) => cell(values[column.name], column))]);
  const left = rows.length - body.length;
  const more = left === 0 ? [] : [style.dim(`${plural(left, 'more trace')}: --out has all`)];
  return [...headed([head, ...body], style), ...more];
}

function wholeTable(group: TraceGroup, style: Style): string[] {
  const rows = FIGURE_COLUMNS.flatMap((column): string[][] => {
    const figure = group.figures[column.name];
    return figure === undefined || figure.n === 0
      ? []
      : [[column.title, meanCell(figure, column), figure.n === group.traces ? '' : `of ${figure.n}`]];
  });
  return [...headed([['all traces', 'mean [95 %]', ''], ...rows], style), style.dim(countsText(group))];
}

function groupTable(by: string, groups: readonly TraceGroup[], style: Style): string[] {
  const head = [`by ${by}`, 'traces', 'tasks', ...COMPARED.map(({ title }) => title)];
  const rows = groups.map(({ value, traces, tasks, figures }) => [
    value,
    String(traces),
    String(tasks),
    ...COMPARED.map((column) => meanCell(figures[column.name], column)),
  ]);
  return headed([head, ...rows], style);
}

function headed(rows: readonly (readonly string[])[], style: Style): string[] {
  const [first = '', ...lines] = columns(rows, rows[0]?.map((_, i) => (i === 0 ? 'left' : 'right')) ?? []);
  return [style.bold(first), ...lines];
}

const countsText = ({ traces, tasks }: TraceGroup): string =>
  `${plural(traces, 'trace')} of ${plural(tasks, 'task')}${tasks < MIN_CLUSTERS ? ' (fewer than ten: no intervals)' : ''}`;

function cell(value: number | null | undefined, { kind }: FigureColumn): string {
  if (value === null || value === undefined) return NONE;
  if (kind === 'rate') return value === 1 ? 'yes' : 'no';
  return kind === 'count' ? String(value) : value.toFixed(DIGITS.share);
}

function meanCell(figure: FigureSummary | undefined, { kind }: FigureColumn): string {
  const mean = figure?.mean;
  if (mean === undefined || mean === null) return NONE;
  const text = (value: number): string => value.toFixed(DIGITS[kind]);
  return mean.low === null || mean.high === null
    ? text(mean.value)
    : `${text(mean.value)} [${text(mean.low)}, ${text(mean.high)}]`;
}

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
