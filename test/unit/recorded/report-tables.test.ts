import { describe, it } from 'node:test';
import type { Interval } from '../../../src/core/base/stats/confidence-interval.ts';
import { blocks, section, svg, table, tenths } from '../../../src/core/evaluation/report/html/markup.ts';
import { plainPage } from '../../../src/core/evaluation/report/html/plain-page.ts';
import { latexTable } from '../../../src/core/evaluation/report/latex.ts';
import { markdownBlocks } from '../../../src/core/evaluation/report/markdown.ts';
import { type ReportTable, tauText, withoutEmpty } from '../../../src/core/evaluation/report/tables.ts';
import {
  countInterval,
  depthName,
  differenceText,
  groupName,
  percent,
  percentInterval,
  pValue,
  samplesText,
  scoreInterval,
  smallInterval,
} from '../../../src/core/evaluation/report/words.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const intervalOf = (at: number, low: number | null, high: number | null): Interval => ({
  value: at,
  low,
  high,
  method: 'none',
});

const POINTS = [
  0, 1e-7, 0.00004, 0.0001, 0.000123, 0.0049, 0.005, 0.0099, 0.01, 0.3333, 0.5, 0.949, 0.994, 0.995, 0.9999, 1,
];

function* numbers(): Iterable<RecordedValue> {
  for (const digits of [undefined, 2, 3, 4, 12])
    for (const at of [...POINTS, -0.2, 1.2]) {
      const intervals = [
        intervalOf(at, null, null),
        intervalOf(at, null, at),
        intervalOf(at, at, null),
        intervalOf(at, at, at),
        intervalOf(at, at - 0.2, at + 0.3),
        intervalOf(at, at / 2, (1 + at) / 2),
      ];
      yield value(`${at} with ${digits}`, [
        percent(at, digits),
        intervals.map((one) => [
          percentInterval(one, digits),
          scoreInterval(one, digits),
          smallInterval(one, digits),
          countInterval({ ...one, value: 10 * at }, digits),
          differenceText(one, digits === undefined ? {} : { digits }),
          differenceText({ ...one, value: -at }, { digits, isShare: true }),
        ]),
      ]);
    }
  yield value('none', [
    percentInterval(null),
    scoreInterval(null),
    scoreInterval(undefined),
    smallInterval(null),
    smallInterval(undefined),
    countInterval(null),
    pValue(null),
    tauText(null),
  ]);
  yield value('p-values', [0, 0.00099, 0.001, 0.0499, 0.05, 0.0999, 0.1, 0.5, 0.999, 0.9991, 1].map(pValue));
  for (const [samples, planned] of [
    [1, null],
    [2, undefined],
    [3, 3],
    [3, 4],
    [1200, 5000],
    [3, 1],
  ] as const)
    yield value(`${samples} of ${planned}`, samplesText(samples, planned));
  yield value('names', [
    groupName({ from: 1, to: 20 }),
    groupName({ from: 3, to: 3 }),
    groupName({ from: 101, to: null }),
    depthName('p', 4),
    depthName('r', 12),
    depthName('f', 1),
  ]);
  yield value('tenths', [0.04, 0.05, 0.25, 3, -1.26].map(tenths));
}

const rowsOf = (count: number, floors: boolean): ReportTable['rows'] =>
  Array.from({ length: count }, (_, i) => ({
    head: `row | ${i}`,
    cells: [i % 2 === 0 ? '0' : '–', String(i), i === 3 ? '[option]' : '*', 'ab some words', ''],
    ...(floors && i % 3 === 0 && { floor: true }),
    ...(i % 4 === 1 && { brush: { series: '<a>', length: '1-2' } }),
  }));

function* tables(): Iterable<RecordedValue> {
  for (const count of [0, 1, 4, 40, 41, 80, 81])
    for (const texts of [undefined, 1, 2, 3]) {
      const one: ReportTable = {
        caption: 'Scores & "others" of p₄',
        head: ['model', 'a', 'b', 'c_d', 'words', 'empty'],
        rows: rowsOf(count, count < 50),
        ...(texts !== undefined && { texts }),
      };
      yield value(`table of ${count} ${texts}`, [
        table(one),
        withoutEmpty(one),
        latexTable(one),
        latexTable(one, 'tab:x'),
        markdownBlocks([one, 'A sentence *here*.']),
        blocks(['<p>', one]),
      ]);
    }
  yield value('section', [
    section('id', 'A <title>', '<p>a</p>', '<p>b</p>'),
    svg('a', { x: 1.26, y: '"' }),
    svg('a', {}, 'b'),
  ]);
  yield value(
    'page',
    plainPage({
      name: '<n>',
      heading: '<h>',
      lead: '<l>',
      end: '<e>',
      sections: [{ id: 'a', title: '<t>', body: ['<p>1</p>', '<p>2</p>'] }],
    }),
  );
}

describe('numbers and tables of reports, as recorded', () => {
  it('have numbers with their intervals', () => {
    assertRecorded('figure-numbers', numbers());
  });

  it('have tables of every length', () => {
    assertRecorded('figure-tables', tables());
  });
});
