import { deviation, meanOf, quantile } from '../harness/spread.ts';
import type { Row } from './csv.ts';

/** The runs of one series at one place on the x axis. */
export interface RunGroup {
  readonly x: number;
  readonly values: readonly number[];
  readonly mean: number;
  readonly deviation: number;
  /** 10 % and 90 % quantiles. */
  readonly low: number;
  readonly high: number;
  /** Runs that gave exactly 0. */
  readonly zeros: number;
}

/** Groups the rows of a series by a column, in ascending order. */
export function runGroups(rows: readonly Row[], series: string, xColumn: string, valueColumn = 'p'): RunGroup[] {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    if (row.series !== series) continue;
    const x = Number(row[xColumn]);
    const values = groups.get(x) ?? [];
    values.push(Number(row[valueColumn]));
    groups.set(x, values);
  }
  return Array.from(groups, ([x, values]) => ({
    x,
    values,
    mean: meanOf(values),
    deviation: deviation(values),
    low: quantile(values, 0.1),
    high: quantile(values, 0.9),
    zeros: values.filter((v) => v === 0).length,
  })).sort((a, b) => a.x - b.x);
}

/** The points of a series that has one value at each place. */
export const points = (rows: readonly Row[], series: string, xColumn: string): { x: number; y: number }[] =>
  rows.filter((row) => row.series === series).map((row) => ({ x: Number(row[xColumn]), y: Number(row.p) }));
