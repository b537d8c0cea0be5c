import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { wilsonInterval } from '../../../src/core/base/stats/confidence-interval.ts';
import { buildReport, type ReportOptions } from '../../../src/core/evaluation/report/build.ts';
import { reportCsv } from '../../../src/core/evaluation/report/csv.ts';
import { reportHtml } from '../../../src/core/evaluation/report/html/page.ts';
import { GROUPINGS, lengthKey } from '../../../src/core/evaluation/report/list/groupings.ts';
import { listSamples } from '../../../src/core/evaluation/report/list/list-samples.ts';
import { ALL_SAMPLES } from '../../../src/core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../../src/core/evaluation/report/list/sample-table.ts';
import { reportMarkdown } from '../../../src/core/evaluation/report/markdown.ts';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import type { GroupBy } from '../../../src/core/evaluation/report/report-lists.ts';
import type { GameMoves, ReportRun, ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import type { CauseId } from '../../../src/core/metrics/sentence/causes.ts';
import { madeRun, madeSample, wrongScores } from '../../support/report-samples.ts';

const build = (runs: readonly ReportRun[], options: Partial<ReportOptions> = {}): Report =>
  buildReport(runs, { tool: { name: 'statelens', version: '0' }, m: 2, ...options });
const grouped = (runs: readonly ReportRun[], by: GroupBy) => build(runs, { groupBy: [by] }).groupings[0]?.rows ?? [];

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const wrong = (id: CauseId, p = 0.25): Pick<ReportSample, 'scores' | 'predicted'> => ({
  scores: wrongScores(2, p, { cause: { id, ply: null, move: null }, sentence: `because of ${id}` }),
  predicted: `wrong by ${id}`,
});

/** Twenty games: `good` is right in all, `bad` forgets a rook in five, and the side to move in five. */
const two = madeRun([
  ...numbers(20).map((game) => madeSample({ model: 'good', game })),
  ...numbers(20).map((game) =>
    madeSample({ model: 'bad', game, ...(game < 10 && wrong(game % 2 === 0 ? 'castling-rook' : 'side')) }),
  ),
]);

describe('what figures lead to', () => {
  /** The groups that the figures of a report name, each once. */
  const brushes = (html: string): Record<string, string>[] => {
    const all = [...html.matchAll(/ data-brush="([^"]+)"/g)].map(([, text = '']) => text.replaceAll('&#34;', '"'));
    return [...new Set(all)].map((text) => JSON.parse(text) as Record<string, string>);
  };

  for (const [name, plies] of [
    ['of few plies', [2, 16, 40]],
    ['of many', numbers(60)],
  ] as const)
    it(`are the answers that the list of samples has, also by length ${name}`, () => {
      const samples = ['good', 'bad', 'baseline:lag-2'].flatMap((label) =>
        plies.flatMap((ply) =>
          numbers(2).map((game) => madeSample({ model: label, game, ply, ...(game === 0 && wrong('side')) })),
        ),
      );
      const runs = [madeRun(samples)];
      const report = build(runs, { groupBy: ['length'] });
      const table = new SampleTable(listSamples(runs), report.groups);
      const named = brushes(reportHtml(report));
      for (const only of named)
        for (const by of GROUPINGS)
          if (only[by] !== undefined)
            assert.ok(
              table.groups(by).some(({ key }) => key === only[by]),
              JSON.stringify(only),
            );
      for (const group of report.groups) {
        const length = lengthKey(group);
        assert.ok(
          named.some((only) => isDeepStrictEqual(only, { length })),
          `${length} as a whole`,
        );
        for (const series of ['good', 'bad']) {
          assert.ok(
            named.some((only) => isDeepStrictEqual(only, { length, series })),
            `${length} of ${series}`,
          );
          const own = table.numbers({ ...ALL_SAMPLES, only: { length, series } });
          assert.equal(
            own.length,
            samples.filter(({ model: label, ply }) => label === series && ply >= group.from && ply <= (group.to ?? ply))
              .length,
          );
        }
      }
      assert.ok(
        named.every(({ series }) => series !== 'baseline:lag-2'),
        'baselines of the report are in no run',
      );
    });
});

describe('causes in a report', () => {
  it('are counted for each model, the most frequent first and exact last, without those that do not occur', () => {
    const report = build([two]);
    const causes = (name: string) => Object.entries(report.series.find((one) => one.name === name)?.all.causes ?? {});
    assert.deepEqual(causes('bad'), [
      ['castling-rook', 5],
      ['side', 5],
      ['exact', 10],
    ]);
    assert.deepEqual(causes('good'), [['exact', 20]]);
    assert.match(
      reportMarkdown(report),
      /\| castling rook forgotten \| 0 \| 5 \|\n.*side to move.*\n\| exact \| 20 \| 10 \|/,
    );
    assert.match(
      reportHtml(report),
      /<tr data-brush="{&#34;cause&#34;:&#34;side&#34;}"><th scope="row">side to move<\/th>/,
    );
    assert.match(reportCsv(report), /^bad,false,,,cause castling-rook,,5,,,20,count\r$/m);
  });

  it('count a copied answer once, and a failed request not at all', () => {
    const lines = new Map([...numbers(3)].map((game) => [game, { startFen: INITIAL_FEN, moves: 'e4 e5' }] as const));
    const copies = numbers(3).map((game) => madeSample({ model: 'a', game, ply: 2, ...wrong('lost') }));
    const failed = madeSample({ model: 'a', game: 3, ply: 2, scores: null, predicted: null, error: 'timeout' });
    const run = { ...madeRun([...copies, failed]), lines };
    assert.deepEqual(build([run]).series[0]?.all.causes, { lost: 1 });
    assert.deepEqual(
      grouped([run], 'cause').map(({ group, answers, share }) => [group, answers, share]),
      [['lost', 1, 1]],
    );
  });

  it('stand beside the worst answers, with the sentence', () => {
    const report = build([two]);
    const [worst] = report.worst;
    assert.deepEqual([worst?.sentence, worst?.cause], ['because of castling-rook', 'castling-rook']);
    assert.match(reportMarkdown(report), /\| bad \| 1 \| 10 \| because of castling-rook \|/);
    assert.match(reportHtml(report), /<h3>because of castling-rook<\/h3>/);
  });
});

describe('groups of answers', () => {
  it('have counts, shares and means, and intervals where ten games are independent', () => {
    const rows = grouped([two], 'cause');
    assert.deepEqual(
      rows.map(({ words, series, answers, share, clusters }) => [words, series, answers, share, clusters]),
      [
        ['castling rook forgotten', 'bad', 5, 0.25, 5],
        ['side to move', 'bad', 5, 0.25, 5],
        ['exact', 'good', 20, 1, 20],
        ['exact', 'bad', 10, 0.5, 10],
      ],
    );
    assert.deepEqual(rows[0]?.p, { value: 0.25, low: null, high: null, method: 'none' });
    const { low, high } = wilsonInterval(10, 10) ?? { low: 0, high: 0 };
    assert.deepEqual(rows[3]?.exact, { value: 1, low, high, method: 'wilson' });
    assert.match(reportMarkdown(build([two], { groupBy: ['cause'] })), /By cause; 95 % intervals where there are 10/);
  });

  it('draw whole games again where a game gives several answers', () => {
    const samples = numbers(12).flatMap((game) =>
      numbers(4).map((index) => madeSample({ model: 'a', game, index, ...(game < 6 && wrong('side')) })),
    );
    const [row] = grouped([madeRun(samples)], 'length');
    assert.deepEqual([row?.group, row?.words, row?.clusters, row?.answers], ['10', '10 half-moves', 12, 48]);
    assert.equal(row?.exact.method, 'beta');
    assert.ok((row.exact.low ?? 1) < 0.35 && (row.exact.high ?? 0) > 0.65);
  });

  it('go by the family of the opening of the game', () => {
    const lines = new Map<number, GameMoves>([
      [0, { startFen: INITIAL_FEN, moves: 'e4 c5 Nf3 d6' }],
      [1, { startFen: INITIAL_FEN, moves: 'e4 c5 c3' }],
      [2, { startFen: INITIAL_FEN, moves: 'e4 c6 d4 d5' }],
    ]);
    const ply = { ply: 1 };
    const samples = [0, 1, 2, 3].map((game) =>
      madeSample({ model: 'a', game, ...ply, ...(game === 1 && wrong('side')) }),
    );
    const rows = grouped([{ ...madeRun(samples), lines }], 'opening');
    assert.deepEqual(
      rows.map(({ group, answers }) => [group, answers]),
      [
        ['no named opening', 1],
        ['Sicilian Defense', 0.666667],
        ['Caro-Kann Defense', 0.333333],
      ],
    );
  });

  it('of templates and models are over all series of a label', () => {
    const samples = ['x', 'y'].flatMap((template) =>
      numbers(4).map((game) => madeSample({ model: 'a', template, game, ...(template === 'y' && wrong('side')) })),
    );
    const run = madeRun([...samples, madeSample({ model: 'b', game: 0, ...wrong('lost') })]);
    const shown = (by: GroupBy) =>
      grouped([run], by).map(({ group, series, answers, exact }) => [group, series, answers, exact.value]);
    assert.deepEqual(shown('template'), [
      ['x', 'a', 4, 1],
      ['y', 'a', 4, 0],
      ['no template named', 'b', 1, 0],
    ]);
    assert.deepEqual(shown('model'), [
      ['a', 'a', 8, 0.5],
      ['b', 'b', 1, 0],
    ]);
  });

  it('of games stand with the hardest first, and the page shows no more than fifty', () => {
    const samples = numbers(60).map((game) => madeSample({ model: 'a', game, ...(game === 41 && wrong('side')) }));
    const report = build([madeRun(samples)], { groupBy: ['game'] });
    const [first] = report.groupings[0]?.rows ?? [];
    assert.deepEqual([first?.group, first?.words], ['games.pgn#42', 'games.pgn, game 42']);
    const markdown = reportMarkdown(report);
    assert.equal(markdown.match(/^\| games\.pgn, game /gm)?.length, 50);
    assert.match(markdown, /10 more rows are in the CSV and JSON of the report\./);
    assert.equal(reportCsv(report).match(/,p,,.*,game,games\.pgn\\?#/gm)?.length, 60);
  });

  it('are no part of a CSV without groups: its columns stay', () => {
    assert.match(reportCsv(build([two])), /^model,floor,from,to,metric,depth,value,low,high,n,method\r\n/);
    assert.match(reportCsv(build([two], { groupBy: ['cause'] })), /,method,by,group\r\n/);
  });
});

describe('positions side by side', () => {
  const run = madeRun([
    madeSample({ model: 'good', game: 0 }),
    madeSample({ model: 'good', game: 1 }),
    madeSample({ model: 'good', game: 2, ...wrong('side', 0.25) }),
    madeSample({ model: 'bad', game: 0 }),
    madeSample({ model: 'bad', game: 1, ...wrong('lost', 0) }),
    madeSample({ model: 'bad', game: 2, ...wrong('side', 0.25) }),
    madeSample({ model: 'bad', game: 3, index: 0 }),
    madeSample({ model: 'bad', game: 3, index: 1, ...wrong('castling-rook', 0.5) }),
  ]);
  const baseline = madeRun([madeSample({ model: 'baseline:lag-2', game: 0, ...wrong('stale', 0) })], 'baselines');
  const report = build([run], { positions: true, baselines: [baseline] });

  it('come with the greatest disagreement first, then with what fewer know', () => {
    assert.deepEqual(
      report.positions?.map(({ game, disagreement }) => [game, disagreement]),
      [
        [1, 1],
        [2, 0],
        [3, 0],
        [0, 0],
      ],
    );
    const [first, , several] = report.positions ?? [];
    assert.deepEqual(Object.keys(first?.answers ?? {}), ['good', 'bad']);
    assert.deepEqual(first?.answers['bad'], {
      p: 0,
      r: 0,
      verdict: 'squares',
      cause: 'lost',
      sentence: 'because of lost',
      samples: 1,
      exact: 0,
      position: 0,
    });
    const { p, samples, exact, cause } = several?.answers['bad'] ?? {};
    assert.deepEqual([several?.answers['good'], p, samples, exact, cause], [null, 0.75, 2, 1, 'castling-rook']);
  });

  it('have a column for each model in Markdown, HTML and CSV', () => {
    const markdown = reportMarkdown(report);
    assert.match(markdown, /\| position \| good \| bad \| spread \|\n\| --- \| --- \| --- \| ---: \|/);
    assert.match(markdown, /\| game 2, ply 10 \| exact · 1 \| squares wrong · 0 \| 1 \|/);
    assert.match(markdown, /\| game 4, ply 10 \| – \| 1 of 2 right · 0\.75 \| 0 \|/);
    assert.match(reportHtml(report), /<td class="text">squares wrong · 0<\/td>/);
    const [head, row] = reportCsv(report).split('\r\n');
    assert.match(head ?? '', /^games,game,.*,disagreement,good verdict,good cause,good p,.*,bad sentence$/);
    assert.match(row ?? '', /^games\.pgn,1,,10,.*,1,exact,exact,1,.*,squares,lost,0,0,1,0,0,because of lost$/);
  });

  it('are there only where they were asked for', () => {
    assert.equal(build([run]).positions, undefined);
    assert.doesNotMatch(reportMarkdown(build([run])), /Positions side by side/);
  });
});

describe('the list of samples', () => {
  it('has a line for each sample with its sentence and cause, failed requests included', () => {
    const failed = madeSample({ model: 'a', game: 1, scores: null, predicted: null, error: 'timeout' });
    const missed = madeSample({ model: 'a', game: 0, scores: wrongScores(2, 0.25), predicted: 'x' });
    const report = build([madeRun([missed, failed])], { samples: true });
    assert.deepEqual(
      report.samples?.map(({ sentence, cause, causePly, causeMove, error }) => [
        sentence,
        cause,
        causePly,
        causeMove,
        error,
      ]),
      [
        ['thinks the knight is still on g1: missed 2.Nf3', 'missed-move', 3, '2.Nf3', null],
        [null, null, null, null, 'timeout'],
      ],
    );
    const [head, first, second] = reportCsv(report).split('\r\n');
    const columns = head?.split(',') ?? [];
    assert.equal(first?.split(',')[columns.indexOf('sentence')], 'thinks the knight is still on g1: missed 2.Nf3');
    assert.equal(second?.split(',')[columns.indexOf('error')], 'timeout');
  });

  it('is not there unless it was asked for', () => {
    assert.equal(build([two]).samples, undefined);
  });
});
