import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { GROUP_BY } from '../../../src/core/evaluation/report/report-lists.ts';
import { compareReports } from '../../../src/core/evaluation/report/stored-report.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { reportVariant, withPlaces } from '../../support/report-variants.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const OPTIONS = { tool: { name: 'statelens', version: '0' }, m: 2, groupBy: GROUP_BY } as const;

/** Returns a value with all numbers, texts and truths in it changed, but the names of the items of lists. */
function altered(of: unknown, number: (n: number) => number, key = ''): unknown {
  if (typeof of === 'number') return number(of);
  if (typeof of === 'boolean') return !of;
  if (typeof of === 'string') return /^(?:name|series|by|file|label|id|a|b)$/.test(key) ? of : `${of}x`;
  if (Array.isArray(of)) return of.map((item) => altered(item, number, key));
  if (typeof of !== 'object' || of === null) return 0;
  return Object.fromEntries(Object.entries(of).map(([name, inner]) => [name, altered(inner, number, name)]));
}

/** Returns a value whose lists lack their last item and whose records lack their last member. */
function shortened(of: unknown): unknown {
  if (Array.isArray(of)) return of.slice(0, -1).map(shortened);
  if (typeof of !== 'object' || of === null) return of;
  const entries = Object.entries(of);
  return Object.fromEntries(
    (entries.length > 4 ? entries.slice(0, -1) : entries).map(([name, inner]) => [name, shortened(inner)]),
  );
}

function* differences(): Iterable<RecordedValue> {
  const { runs } = reportVariant('whole');
  const report: unknown = withPlaces(buildReport(runs, { ...OPTIONS, positions: true, samples: true }));
  const others = {
    same: report,
    'by one': altered(report, (n) => n + 1),
    'by little': altered(report, (n) => n * (1 + 1e-10) + 1e-10),
    'by more': altered(report, (n) => n * (1 + 1e-8) + 1e-8),
    shortened: shortened(report),
    nothing: null,
    list: [report],
  };
  for (const [name, other] of Object.entries(others)) {
    const found = [compareReports(report, other), compareReports(other, report)];
    yield value(name, found, found.map(({ compared, differences: all }) => `${all.length} of ${compared}`).join(', '));
  }
  const items: readonly unknown[] = [
    1,
    null,
    'x',
    [1],
    {},
    { a: 'A', b: 'B' },
    { a: 'A' },
    { b: 'B', ply: 4 },
    ...['name', 'series', 'by', 'file', 'label', 'id', 'from', 'ply'].flatMap((field) => [
      { [field]: 'text' },
      { [field]: 7 },
      { [field]: 'text', id: 'id', from: 3 },
    ]),
    { name: 'n', series: 's', by: 'b', file: 'f', label: 'l' },
    { series: 's', by: 'b', file: 'f', label: 'l', ply: 3 },
    { from: 1, ply: 2 },
  ];
  for (const [i, item] of items.entries()) {
    const found = compareReports(
      { list: [item, item] },
      { list: [typeof item === 'object' && !Array.isArray(item) ? { ...item, more: 1 } : 'other'] },
    );
    yield value(`item ${i}`, found, found.differences.map(({ path }) => path).join(' '));
  }
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [0, 1e-9],
    [0, 1.1e-9],
    [1e9, 1e9 + 1],
    [1e9, 1e9 + 1.5],
    [-5, -5.000000004],
    [-5, -5.000000006],
    [Number.NaN, Number.NaN],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [1, '1'],
    ['a'.repeat(78), 'b'],
    ['a'.repeat(79), {}],
    [[1, 2], { a: 1 }],
    [undefined, [1]],
    [true, false],
  ];
  for (const [i, [a, b]] of pairs.entries())
    yield value(`pair ${i}`, [compareReports(a, b), compareReports({ a }, { a: b }), compareReports({ a }, {})]);
  const ignored = {
    tool: 1,
    methods: 1,
    thresholds: 1,
    worst: [{ place: 1, p: 1 }],
    series: [{ name: 'a', losses: { cases: [{ place: 1, ply: 1 }] }, tool: 1 }],
    xtool: 1,
    place: 1,
  };
  yield value(
    'ignored',
    compareReports(
      ignored,
      altered(ignored, (n) => n + 1),
    ),
  );
}

describe('differences of reports, as recorded', () => {
  it('are found value by value', () => {
    assertRecorded('report-differences', differences());
  });
});
