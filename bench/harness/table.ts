import { quantile } from './spread.ts';

/** A table of results. Cells are text already; columns are right-aligned but the first. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What a reader has to know about the figures. */
  readonly notes: readonly string[];
}

/** The table for a terminal. */
export function tableText({ title, columns, rows, notes }: Table): string {
  const widths = columns.map((column, i) => Math.max(...[column, ...rows.map((row) => row[i] ?? '')].map(width)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell + ' '.repeat(gap(cell, i)) : ' '.repeat(gap(cell, i)) + cell))
      .join('  ')
      .trimEnd();
  const gap = (cell: string, i: number): number => widths[i] - width(cell);
  const rule = widths.map((w) => '-'.repeat(w)).join('  ');
  return [title, '', line(columns), rule, ...rows.map(line), '', ...notes].join('\n');
}

/** The table as Markdown, under a heading of the third level. */
export const tableMarkdown = (table: Table): string =>
  [`### ${table.title}`, tableLines(table), ...table.notes].join('\n\n');

/** The table alone as Markdown. */
export function tableLines({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map((_, i) => (i === 0 ? '---' : '--:'));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}

const width = (text: string): number => Array.from(text).length;

/** A number with about three significant digits, for times and rates. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

export const percent = (share: number): string => (Number.isFinite(share) ? `${figure(100 * share)} %` : '-');

/** A row of a table with the columns name, median, p95, most, target. */
export const spreadRow = (name: string, values: readonly number[], target: string): string[] => [
  name,
  ...[0.5, 0.95, 1].map((q) => figure(quantile(values, q))),
  target,
];
