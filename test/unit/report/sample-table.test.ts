import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import {
  ALL_SAMPLES,
  SAMPLE_COLUMNS,
  type SampleQuery,
  SampleTable,
} from '../../../src/core/evaluation/report/sample-table.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

const samples: readonly ReportSample[] = [
  madeSample({
    label: 'a',
    game: 0,
    ply: 4,
    san: 'Nf3',
    scores: wrongScores(2, 0.25),
    predicted: '8/8/8/8/8/8/8/K1k5 w',
  }),
  madeSample({ label: 'a', game: 1, ply: 40, gameName: 'Kasparov – Topalov', scores: madeScores() }),
  madeSample({ label: 'a', game: 2, ply: 12, error: 'timeout', predicted: null, scores: null }),
  madeSample({ label: 'b', game: 0, ply: 4, scores: wrongScores(9, 0.01), predicted: 'x' }),
];
const table = new SampleTable([madeRun(samples)]);
const found = (query: Partial<SampleQuery>): number[] =>
  table.page({ ...ALL_SAMPLES, ...query }, 0, 100).rows.map(({ sample }) => sample);

describe('the table of samples', () => {
  it('sorts by any column both ways, and has what has no value at the end', () => {
    assert.deepEqual(found({ sort: 'p' }), [3, 0, 1, 2]);
    assert.deepEqual(found({ sort: 'p', descending: true }), [1, 0, 3, 2]);
    assert.deepEqual(found({ sort: 'ply' }), [0, 3, 2, 1]);
    assert.deepEqual(found({ sort: 'series', descending: true }), [3, 0, 1, 2]);
    for (const sort of SAMPLE_COLUMNS) assert.equal(new Set(found({ sort })).size, samples.length, sort);
  });

  it('narrows by model, verdict, length and text', () => {
    assert.deepEqual(found({ series: 'b' }), [3]);
    assert.deepEqual(found({ verdict: 'failed' }), [2]);
    assert.deepEqual(found({ verdict: 'squares' }), [3, 0]);
    assert.deepEqual(found({ group: { from: 5, to: null } }), [1, 2]);
    assert.deepEqual(found({ group: { from: 4, to: 12 }, series: 'a' }), [0, 2]);
    assert.deepEqual(found({ search: 'topalov' }), [1]);
    assert.deepEqual(found({ search: ' K1K5 ' }), [0]);
    assert.deepEqual(found({ search: 'nobody' }), []);
  });

  it('gives the same rows piece by piece as at once', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 5 }), (from, count) => {
        const whole = table.page(ALL_SAMPLES, 0, 100);
        const part = table.page(ALL_SAMPLES, from, count);
        assert.equal(part.total, samples.length);
        assert.deepEqual(part.rows, whole.rows.slice(from, from + count));
      }),
      { seed: 1 },
    ));

  it('holds the second of two runs against the first, position by position', () => {
    const before = madeRun(
      [0, 1, 2, 3].map((game) =>
        madeSample({ label: 'a', game, scores: game < 2 ? wrongScores(2, 0.5) : madeScores() }),
      ),
      'before.run.jsonl',
    );
    const after = madeRun(
      [0, 1, 2, 4].map((game) =>
        madeSample({ label: 'a', game, scores: game > 1 ? wrongScores(2, 0.5) : madeScores() }),
      ),
      'after.run.jsonl',
    );
    const two = new SampleTable([before, after]);
    assert.deepEqual(two.changes(), { better: 2, worse: 1, same: 0 });
    const worse = two.page({ ...ALL_SAMPLES, change: 'worse' }, 0, 10);
    assert.deepEqual(
      worse.rows.map(({ sample, cells }) => [sample, cells[0], cells.at(-1)]),
      [[6, 'a (after.run.jsonl)', '−0.50']],
    );
    assert.equal(table.changes(), undefined);
    assert.equal(new SampleTable([before, after, madeRun([], 'c.run.jsonl')]).changes(), undefined);
  });
});
