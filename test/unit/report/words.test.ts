import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { namedRuns } from '../../../src/core/evaluation/report/series.ts';
import { verdictTable, withoutEmpty } from '../../../src/core/evaluation/report/tables.ts';
import {
  countInterval,
  differenceText,
  finding,
  percent,
  percentInterval,
  pValue,
  scoreInterval,
  smallInterval,
} from '../../../src/core/evaluation/report/words.ts';
import { madeRun, madeSample, madeScores } from '../../support/report-samples.ts';

const interval = (value: number, low: number, high: number) => ({ value, low, high, method: 'wilson' }) as const;

describe('numbers of a report', () => {
  it('are bare 0 and 1 only when exactly so', () => {
    assert.deepEqual(
      [0, 0.001, 0.42, 0.999, 1].map((share) => percent(share)),
      ['0 %', '<1 %', '42 %', '>99 %', '100 %'],
    );
    assert.equal(scoreInterval(interval(0.999, 0.99, 1)), '>0.99 (0.99–1)');
    assert.deepEqual([0.00001, 0.0123, 0.5, 1].map(pValue), ['<0.001', '0.012', '0.50', '1']);
  });

  it('have their interval, unless it says no more than the value', () => {
    assert.equal(percentInterval(interval(0.42, 0.389, 0.451)), '42 % (39–45)');
    assert.equal(percentInterval(interval(0.94, 0.938, 0.942)), '94 %');
    assert.equal(scoreInterval(interval(1, 1, 1)), '1');
    assert.equal(scoreInterval(null), '–');
  });

  it('have as many decimals as are asked for, in one unit a quantity', () => {
    const near = interval(0.9931, 0.95, 0.99987);
    assert.equal(scoreInterval(near), '>0.99 (0.95–>0.99)');
    assert.equal(scoreInterval(near, 4), '0.9931 (0.9500–0.9999)');
    assert.equal(scoreInterval(near, 3), '0.993 (0.950–>0.999)');
    assert.equal(percentInterval(near, 4), '99.31 % (95.00–99.99)');
    assert.deepEqual(
      [0, 0.00001, 0.42, 0.99999, 1].map((share) => percent(share, 4)),
      ['0 %', '<0.01 %', '42.00 %', '>99.99 %', '100 %'],
    );
    assert.equal(countInterval(interval(6.2345, 5.9, 6.6), 4), '6.234 (5.900–6.600)');
    assert.equal(smallInterval(interval(0.000431234, 0.00021, 0.0011), 4), '0.0004312 (0.00021–0.0011)');
    const of = (metric: 'p' | 'position', digits?: number, value = 0.25): string =>
      differenceText({ value, low: 0.1, high: 0.4, method: 'none' }, { digits, isShare: metric === 'position' });
    assert.deepEqual([of('p'), of('p', 3)], ['+0.25 (+0.10 to +0.40)', '+0.250 (+0.100 to +0.400)']);
    // Shares are percentages, so their differences are points of those.
    assert.deepEqual([of('position'), of('position', 3)], ['+25 (+10 to +40)', '+25.0 (+10.0 to +40.0)']);
    assert.deepEqual([of('p', 2, 0.0041), of('position', 2, -0.003)], ['+0.004 (+0.10 to +0.40)', '−0.3 (+10 to +40)']);
  });

  it('are written with digits however small where a logarithmic scale shows them', () => {
    assert.equal(smallInterval(interval(0.00043, 0.00021, 0.0011)), '0.00043 (0.0002–0.001)');
    assert.equal(smallInterval(interval(0.000047, 0.000031, 0.00008)), '4.7e−5 (3e−5–8e−5)');
  });
});

describe('words of a report', () => {
  const report = (...predicted: readonly string[]) =>
    buildReport([madeRun(predicted.map((text, game) => madeSample({ model: 'a', game, predicted: text })))], {
      tool: { name: 'statelens', version: '0' },
      m: 2,
    });
  it('say how many answers were given where repeats count once', () => {
    const all = report('x').series[0]?.all;
    assert.ok(all !== undefined);
    assert.match(
      finding({ ...all, scored: 253, answers: 246 }, {}),
      /^246 of 246 distinct answers have the right position \(253 answers, 7 repeats counted once\); 1 is exact/,
    );
    assert.equal(finding(all, {}), '1 of 1 answer has the right position; 1 is exact');
    // In worlds there is one right state, and one text of it.
    assert.equal(finding(all, { worlds: true }), '1 of 1 answer has the right state');
  });

  it('call the same position what it is', () => {
    const one = madeSample({ model: 'a', game: 0, scores: madeScores({ verdict: 'notation', exact: false }) });
    const made = buildReport([madeRun([one])], { tool: { name: 'statelens', version: '0' }, m: 2 });
    const all = made.series[0]?.all;
    assert.equal(all && finding(all, made), '1 of 1 answer has the right position; 1 writes the position differently');
    assert.deepEqual(verdictTable(made).head, ['model', 'answers', 'written differently']);
  });

  it('name runs by their models where these tell them apart', () => {
    const run = (file: string, ...labels: readonly string[]) =>
      madeRun(
        labels.map((label, game) => madeSample({ model: label, game })),
        file,
      );
    const names = (...runs: ReturnType<typeof run>[]) => namedRuns(runs).map(({ name }) => name);
    assert.deepEqual(names(run('a~3Ab.run.jsonl', 'a:b')), ['a~3Ab.run.jsonl']);
    assert.deepEqual(names(run('1.run.jsonl', 'a', 'a'), run('2.run.jsonl', 'b')), ['a', 'b']);
    assert.deepEqual(names(run('1.run.jsonl', 'a', 'c'), run('2.run.jsonl', 'b')), ['1.run.jsonl', 'b']);
    assert.deepEqual(names(run('1.run.jsonl', 'a'), run('2.run.jsonl', 'a')), ['a (1.run.jsonl)', 'a (2.run.jsonl)']);
  });

  it('are in no column that says nothing in any row', () => {
    const table = withoutEmpty({
      caption: '',
      head: ['model', 'n', 'none', 'zero', 'some'],
      rows: [
        { head: 'a', cells: ['1', '–', '0', '0'] },
        { head: 'b', cells: ['0', '', '–', '2'] },
      ],
    });
    assert.deepEqual(
      [table.head, table.rows.map(({ cells }) => cells)],
      [
        ['model', 'n', 'some'],
        [
          ['1', '0'],
          ['0', '2'],
        ],
      ],
    );
  });
});
