import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { GROUPINGS } from '../../../src/core/evaluation/report/list/groupings.ts';
import { listSamples } from '../../../src/core/evaluation/report/list/list-samples.ts';
import { PositionTable } from '../../../src/core/evaluation/report/list/position-table.ts';
import {
  ALL_SAMPLES,
  FAILURES,
  LIST_COLUMNS,
  queryText,
  readQueryText,
  type SampleQuery,
  SCOPES,
} from '../../../src/core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../../src/core/evaluation/report/list/sample-table.ts';
import type { ReportRun, ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

const LENGTHS = [
  { from: 0, to: 10 },
  { from: 11, to: 30 },
  { from: 31, to: null },
];
const tableOf = (...runs: readonly ReportRun[]): SampleTable => new SampleTable(listSamples(runs), LENGTHS);

const samples: readonly ReportSample[] = [
  madeSample({
    model: 'a',
    game: 0,
    ply: 4,
    san: 'Nf3',
    scores: wrongScores(2, 0.25),
    predicted: '8/8/8/8/8/8/8/K1k5 w',
  }),
  madeSample({ model: 'a', game: 1, ply: 40, gameName: 'Kasparov – Topalov', scores: madeScores() }),
  madeSample({ model: 'a', game: 2, ply: 12, error: 'timeout', predicted: null, scores: null }),
  madeSample({ model: 'b', game: 0, ply: 4, scores: wrongScores(9, 0.01), predicted: 'x' }),
];
const table = tableOf(madeRun(samples));
const found = (query: Partial<SampleQuery>): number[] =>
  table.page({ ...ALL_SAMPLES, ...query }, 0, 100).rows.flatMap((row) => ('sample' in row ? row.sample : []));

describe('the table of samples', () => {
  it('sorts by any column both ways, and has what has no value at the end', () => {
    assert.deepEqual(found({ sort: 'p' }), [3, 0, 1, 2]);
    assert.deepEqual(found({ sort: 'p', descending: true }), [1, 0, 3, 2]);
    assert.deepEqual(found({ sort: 'ply' }), [0, 3, 2, 1]);
    assert.deepEqual(found({ sort: 'series', descending: true }), [3, 0, 1, 2]);
    for (const sort of LIST_COLUMNS) assert.equal(new Set(found({ sort })).size, samples.length, sort);
  });

  it('narrows by model, verdict, length, cause and text', () => {
    assert.deepEqual(found({ only: { series: 'b' } }), [3]);
    assert.deepEqual(found({ only: { verdict: 'failed' } }), [2]);
    assert.deepEqual(found({ only: { verdict: 'squares' } }), [3, 0]);
    assert.deepEqual(found({ only: { length: '31-' } }), [1]);
    assert.deepEqual(found({ only: { length: '0-10', series: 'a' } }), [0]);
    assert.deepEqual(found({ only: { cause: 'missed-move' } }), [3, 0]);
    assert.deepEqual(found({ only: { cause: 'nothing known' } }), []);
    assert.deepEqual(found({ search: 'still on g1' }), [3, 0]);
    assert.deepEqual(found({ search: 'topalov' }), [1]);
    assert.deepEqual(found({ search: ' K1K5 ' }), [0]);
    assert.deepEqual(found({ search: 'nobody' }), []);
  });

  it('counts no other notation of the right position among the failures', () => {
    const verdicts = ['notation', 'clocks', 'exact'] as const;
    const table = tableOf(
      madeRun(verdicts.map((verdict, game) => madeSample({ model: 'a', game, scores: madeScores({ verdict }) }))),
    );
    assert.deepEqual([...table.numbers(FAILURES)], [1]);
    assert.equal(table.numbers({ ...FAILURES, scope: 'answers' }).length, 3);
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
        madeSample({ model: 'a', game, scores: game < 2 ? wrongScores(2, 0.5) : madeScores() }),
      ),
      'before.run.jsonl',
    );
    const after = madeRun(
      [0, 1, 2, 4].map((game) =>
        madeSample({ model: 'a', game, scores: game > 1 ? wrongScores(2, 0.5) : madeScores() }),
      ),
      'after.run.jsonl',
    );
    const two = tableOf(before, after);
    assert.deepEqual(two.changes(), { better: 2, worse: 1, same: 0 });
    const worse = two.page({ ...ALL_SAMPLES, change: 'worse' }, 0, 10);
    assert.deepEqual(
      worse.rows.map((row) => ('sample' in row ? [row.sample, row.cells[0], row.cells.at(-1)] : [])),
      [[6, 'a (after.run.jsonl)', '−0.50']],
    );
    assert.equal(table.changes(), undefined);
    assert.equal(tableOf(before, after, madeRun([], 'c.run.jsonl')).changes(), undefined);
  });

  it('shows what models got wrong without baselines and exact answers, unless they are asked for', () => {
    const floor = madeSample({ model: 'baseline:lag-2', game: 0, scores: wrongScores(3, 0) });
    const withFloor = tableOf(madeRun([...samples, floor]));
    const numbers = (query: Partial<SampleQuery>): number[] =>
      [...withFloor.numbers({ ...FAILURES, ...query })].sort((a, b) => a - b);
    assert.deepEqual(numbers({}), [0, 2, 3]);
    assert.deepEqual(numbers({ scope: 'answers' }), [0, 1, 2, 3]);
    assert.deepEqual(numbers({ scope: 'all' }), [0, 1, 2, 3, 4]);
    assert.deepEqual(numbers({ only: { series: 'baseline:lag-2' } }), [4]);
    // A report of nothing but baselines is about them.
    assert.deepEqual([...tableOf(madeRun([floor])).numbers(FAILURES)], [0]);
  });

  it('puts groups together, the largest first, lengths in their order, each behind its heading', () => {
    const rows = table.page({ ...FAILURES, by: 'cause' }, 0, 100).rows;
    assert.deepEqual(
      rows.map((row) => ('group' in row ? `${row.group.name} ×${row.group.count}` : row.sample)),
      ['missed a move ×2', 3, 0, 'request failed ×1', 2],
    );
    const lengths = table.page({ ...ALL_SAMPLES, by: 'length' }, 0, 100).rows;
    assert.deepEqual(
      lengths.map((row) => ('group' in row ? `${row.group.name} ×${row.group.count}` : row.sample)),
      ['ply 0–10 ×2', 3, 0, 'ply 11–30 ×1', 2, 'ply over 30 ×1', 1],
    );
    const { groups, row } = table.facts({ ...FAILURES, only: { cause: 'failed' } }, 2);
    assert.deepEqual(
      groups.map(({ key, count }) => [key, count]),
      [
        ['missed-move', 2],
        ['failed', 1],
      ],
    );
    assert.equal(row, 1);
    assert.equal(table.facts({ ...FAILURES, only: { cause: 'failed' } }, 0).row, null);
  });

  it('has the same samples in any grouping, each once, and says where each stands', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...GROUPINGS, null),
        fc.constantFrom(...LIST_COLUMNS),
        fc.constantFrom(...SCOPES),
        fc.boolean(),
        (by, sort, scope, descending) => {
          const query = { ...ALL_SAMPLES, by, sort, scope, descending };
          const { rows, total, samples: count } = table.page(query, 0, 100);
          const numbers = rows.flatMap((row) => ('sample' in row ? row.sample : []));
          assert.equal(rows.length, total);
          assert.deepEqual(
            [...numbers].sort((a, b) => a - b),
            [...table.numbers({ ...query, by: null })].sort((a, b) => a - b),
          );
          assert.equal(numbers.length, count);
          for (const sample of numbers) {
            const row = rows[table.facts(query, sample).row ?? -1];
            assert.ok(row !== undefined && 'sample' in row && row.sample === sample);
          }
          for (const [i, row] of rows.entries()) {
            if (!('group' in row)) continue;
            const members = rows.slice(i + 1, i + 1 + row.group.count);
            assert.ok(members.length === row.group.count && members.every((one) => 'sample' in one));
          }
        },
      ),
      { seed: 1 },
    ));

  it('knows the opening of a game by its moves, and groups by its family', () => {
    const lines = new Map([
      [0, { startFen: START, moves: 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6' }],
      [1, { startFen: START, moves: 'e4 e5 Nf3 Nc6 Bb5' }],
    ]);
    const named = tableOf({ ...madeRun(samples), lines });
    assert.deepEqual(
      named.samples.map(({ opening }) => opening),
      ['Sicilian Defense: Najdorf Variation', 'Ruy Lopez', null, 'Sicilian Defense: Najdorf Variation'],
    );
    assert.deepEqual(
      named.groups('opening').map(({ name, count }) => `${name} ${count}`),
      ['Sicilian Defense 2', 'Ruy Lopez 1', 'no named opening 1'],
    );
  });
});

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('a query as the text of a link', () => {
  // Whole characters: half of a pair has no place in an address.
  const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((one) => !/\p{Cs}/u.test(one));
  const queries = fc.record(
    {
      sort: fc.constantFrom(...LIST_COLUMNS),
      descending: fc.boolean(),
      by: fc.constantFrom(...GROUPINGS, null),
      scope: fc.constantFrom(...SCOPES),
      only: fc.dictionary(fc.constantFrom(...GROUPINGS), text).map((only) => ({ ...only })),
      change: fc.constantFrom('better' as const, 'worse' as const, 'same' as const, null),
      search: text.map((one) => one.trim()),
    },
    { noNullPrototype: true },
  );

  it('is read as it was written', () => {
    assert.equal(queryText(FAILURES), '');
    assert.deepEqual(readQueryText(''), FAILURES);
    fc.assert(
      fc.property(queries, (query) => {
        assert.deepEqual(readQueryText(queryText(query)), query);
      }),
      { seed: 1 },
    );
  });

  it('is never a fault, whatever the text', () => {
    assert.deepEqual(readQueryText('sort=nothing&show=%&by=none&cause=%E0%A4%A&x'), {
      ...FAILURES,
      by: null,
      only: { cause: '' },
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        readQueryText(any);
      }),
      { seed: 1 },
    );
  });
});

describe('positions with the answers of all models', () => {
  const made = (label: string, game: number, predicted: string, p: number, ply = 4): ReportSample =>
    madeSample({ model: label, game, ply, predicted, scores: wrongScores(1, p) });
  const list = listSamples([
    madeRun([
      made('b', 0, 'x', 0.5),
      made('a', 0, 'x', 0.5),
      made('a', 1, 'x', 0.9),
      made('b', 1, 'y', 0.1),
      made('baseline:lag-2', 0, 'z', 0),
      made('b', 2, 'x', 0.2),
    ]),
  ]);
  const page = (order: 'disagreement' | 'p' | 'game', wanted = list.map((_, i) => i)) =>
    new PositionTable(list).page(Int32Array.from(wanted), '', order, 0, 10);

  it('have a column for each model, baselines last, and nothing where a model was not asked', () => {
    const { series, rows, total } = page('game');
    assert.deepEqual(series, ['a', 'b', 'baseline:lag-2']);
    assert.equal(total, 3);
    assert.deepEqual(
      rows.map(({ cells }) => cells.map((cell) => cell?.sample ?? null)),
      [
        [1, 0, 4],
        [2, 3, null],
        [null, 5, null],
      ],
    );
  });

  it('stand in the order of disagreement among models, which baselines take no part in, or of p', () => {
    const games = (order: 'disagreement' | 'p'): string[] => page(order).rows.map(({ game }) => game);
    assert.deepEqual(games('disagreement'), ['game 2', 'game 1', 'game 3']);
    assert.deepEqual(games('p'), ['game 3', 'game 1', 'game 2']);
  });

  it('are those of the wanted samples', () => {
    assert.deepEqual(
      page('game', [5, 3]).rows.map(({ game }) => game),
      ['game 2', 'game 3'],
    );
  });
});
