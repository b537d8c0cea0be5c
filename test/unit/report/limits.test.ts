import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawTimelineRow } from '../../../src/core/evaluation/game-trace/timeline-picture.ts';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { drawingPdf } from '../../../src/core/evaluation/report/figures/drawing-pdf.ts';
import { chartAxis } from '../../../src/core/evaluation/report/html/line-chart.ts';
import { lossPart } from '../../../src/core/evaluation/report/html/parts.ts';
import { methodsLines } from '../../../src/core/evaluation/report/methods-words.ts';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import type { ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import { reportText } from '../../../src/core/evaluation/report/report-text.ts';
import { runMethods } from '../../../src/core/evaluation/report/run-methods.ts';
import { conditionalTable } from '../../../src/core/evaluation/report/tables.ts';
import { judgeThresholds, readThresholds } from '../../../src/core/evaluation/report/thresholds.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';
import { RUN_HEADER } from '../../support/run-lines.ts';

const OPTIONS = { tool: { name: 'statelens', version: '0' }, m: 2 } as const;
const reportOf = (...samples: readonly ReportSample[]): Report => buildReport([madeRun(samples)], OPTIONS);

/** Samples of a model about each of some plies. */
const atPlies = (count: number): ReportSample[] =>
  Array.from({ length: count }, (_, i) => madeSample({ model: 'a', game: 0, ply: 3 * i, trueFen: `${i}` }));

describe('lengths of games in a report', () => {
  it('are the plies themselves up to eight of them, and groups beyond', () => {
    assert.deepEqual(
      reportOf(...atPlies(8)).groups,
      [0, 3, 6, 9, 12, 15, 18, 21].map((ply) => ({ from: ply, to: ply })),
    );
    assert.deepEqual(reportOf(...atPlies(9)).groups, [
      { from: 0, to: 0 },
      { from: 1, to: 10 },
      { from: 11, to: 20 },
      { from: 21, to: 40 },
    ]);
  });
});

describe('the worst answers', () => {
  it('are those with the lowest p, then the lowest r, then the most edits', () => {
    const facts = [
      [0.5, 0.2, 9],
      [0.2, 0.9, 1],
      [0.2, 0.3, 4],
      [0.2, 0.3, 7],
      [0.2, 0.3, 5],
    ] as const;
    const samples = facts.map(([p, r, editDistance], game) =>
      madeSample({ model: 'a', game, scores: wrongScores(2, p, { r: [1, r], editDistance }) }),
    );
    const { worst } = buildReport([madeRun(samples)], { ...OPTIONS, worst: 4 });
    assert.deepEqual(
      worst.map(({ game }) => game),
      [3, 4, 2, 1],
    );
  });
});

describe('baselines that no model beats', () => {
  const answers = (model: string, p: number): ReportSample[] =>
    Array.from({ length: 3 }, (_, game) => madeSample({ model, game, scores: wrongScores(2, p) }));

  it('are the first of equal ones, and the better of others', () => {
    const equal = reportOf(...answers('m', 0.2), ...answers('baseline:a', 0.5), ...answers('baseline:b', 0.5));
    assert.equal(equal.unbeaten?.baseline, 'baseline:a');
    const right = Array.from({ length: 3 }, (_, game) =>
      madeSample({ model: 'baseline:b', game, scores: madeScores() }),
    );
    const better = reportOf(...answers('m', 0.2), ...answers('baseline:a', 0.5), ...right);
    assert.equal(better.unbeaten?.baseline, 'baseline:b');
  });

  it('are none where the values are equal in neither metric', () => {
    const right = Array.from({ length: 3 }, (_, game) => madeSample({ model: 'm', game, scores: madeScores() }));
    assert.equal(reportOf(...right, ...answers('baseline:a', 0.5)).unbeaten, null);
  });
});

describe('missing samples', () => {
  const planned = { key: 'k', tasks: 5, each: 1 };
  const of = (model: string, file: string) => ({
    ...madeRun(
      [0, 1, 2].map((game) => madeSample({ model, game })),
      file,
    ),
    planned,
  });

  it('of a run of baselines do not count beside models, and count alone', () => {
    assert.equal(buildReport([of('m', 'a'), of('baseline:b', 'b')], OPTIONS).asked.planned, 5);
    assert.equal(buildReport([of('baseline:b', 'b')], OPTIONS).asked.planned, 5);
  });
});

describe('thresholds', () => {
  it('are numbers from 0 to 1, both included', () => {
    assert.deepEqual(readThresholds('p=0, r=1'), {
      ok: true,
      value: [
        { metric: 'p', least: 0 },
        { metric: 'r', least: 1 },
      ],
    });
    for (const text of ['p=-0.001', 'p=1.001', 'p=', 'p=x'])
      assert.deepEqual(readThresholds(text), { ok: false, error: 'the threshold of p must be a number from 0 to 1' });
  });

  it('are met by the value itself', () => {
    const report = reportOf(madeSample({ model: 'a', game: 0, scores: wrongScores(2, 0.25) }));
    const met = [0.25, 0.2500001].map((least) => judgeThresholds(report, [{ metric: 'p', least }])[0]?.met);
    assert.deepEqual(met, [true, false]);
  });
});

describe('tables of figures', () => {
  it('have the names of the metrics of groups', () => {
    const report = buildReport([madeRun([madeSample({ model: 'a', game: 0 })])], { ...OPTIONS, groupBy: ['cause'] });
    const grouped = reportText(report, 'csv')
      .split('\r\n')
      .filter((line) => line.endsWith(',cause,exact'));
    const metrics = grouped.map((line) => line.split(',')[4]);
    assert.deepEqual(metrics, ['answers', 'share of answers', 'independent games', 'exact', 'position', 'p', 'r']);
  });

  it('have the share of stale squares by chance', () => {
    const scores = wrongScores(4, 0.25, { control: { stale: 1, wrong: 4 } });
    const csv = reportText(reportOf(madeSample({ model: 'a', game: 0, scores })), 'csv');
    assert.match(csv, /,stale squares,,1,,,4,share\r\n[^\r]*,stale squares by chance,,0\.25,,,4,share\r\n/);
  });

  it('have p and r of the last depth, as answered and under conditions', () => {
    const scores = wrongScores(2, 0.25, {
      p: [0.9, 0.85, 0.8],
      r: [0.7, 0.65, 0.6],
      trueSide: { p: 0.5, r: 0.4 },
      boardOnly: { p: 0.3, r: 0.2 },
    });
    const { head, rows } = conditionalTable(reportOf(madeSample({ model: 'a', game: 0, scores })));
    assert.deepEqual(head, ['model', 'p₂', 'p₂, true side', 'p₂, board', 'r₂', 'r₂, true side', 'r₂, board']);
    assert.deepEqual(rows[0]?.cells, ['0.80', '0.50', '0.30', '0.60', '0.40', '0.20']);
  });
});

describe('served models in the methods of a report', () => {
  it('are named by what is known of them', () => {
    const from = { number: 1, id: 'x', game: 0, ply: 1 };
    const known = [
      [null, null, 'served model not stated'],
      ['gpt-1', null, 'served as gpt-1'],
      [null, 'fp_1', 'served as the same name, fingerprint fp_1'],
      ['gpt-1', 'fp_1', 'served as gpt-1, fingerprint fp_1'],
    ] as const;
    for (const [model, fingerprint, words] of known) {
      const served = [{ label: 'm', as: [{ model, fingerprint, samples: 1, from }], changes: 0, more: 0 }];
      const methods = runMethods('a', RUN_HEADER, { first: null, last: null, served }, null);
      const report = buildReport([{ ...madeRun([]), methods }], OPTIONS);
      const models = methodsLines(report).find(({ name }) => name === 'Models');
      assert.equal(models?.text, `m = openai:gpt at https://api.example/v1, chat, ${words}`);
    }
  });
});

describe('cases of losses on a page', () => {
  const samples = Array.from({ length: 12 }, (_, game) =>
    madeSample({ model: 'a', game, gameName: `g${game}`, scores: wrongScores(2, 0.25) }),
  );
  const report = buildReport([madeRun(samples)], OPTIONS);

  it('are links with their sentence where there is a target, else parts that filter the list', () => {
    const [, linked] = lossPart(report, () => 'a.pgn?"1"');
    const link =
      '<a href="a.pgn?&#34;1&#34;" title="thinks the knight is still on g1: missed 2.Nf3">game 1, ply 10</a>';
    assert.ok(linked?.includes(link), linked);
    const [, plain] = lossPart(report);
    assert.match(
      plain ?? '',
      /<span class="case" data-brush="\{&#34;series&#34;:&#34;a&#34;,&#34;cause&#34;:&#34;missed-move&#34;,&#34;length&#34;:&#34;10-10&#34;\}" title="thinks/,
    );
  });
});

describe('markers of a timeline', () => {
  it('are first lost once, and lost again for each further loss', () => {
    const steps = [0, 1, 2, 3].map((ply) => ({ ply, name: '', fen: '', lastMove: null }));
    const events = (['lost', 'lost', 'recovered', 'lost'] as const).map((kind, to) => ({ kind, from: 0, to }));
    const row = { label: 'm', isBaseline: false, cells: [], asked: 0, events, says: '' };
    const markers = drawTimelineRow(row, steps, 10).markers.map(({ marker }) => marker);
    assert.deepEqual(markers, ['first lost', 'lost again', 'recovered', 'lost again']);
  });
});

describe('figures', () => {
  it('have typographic characters of Windows 1252 in PDF, and a question mark for others', () => {
    const title = (text: string) =>
      /\/Title \((.*?)\) \/Producer/s.exec(drawingPdf({ width: 1, height: 1, title: text, shapes: [] }))?.[1];
    assert.equal(title('–—…‘’“”•€−'), '\u0096\u0097\u0085\u0091\u0092\u0093\u0094\u0095\u0080-');
    assert.equal(title('aé(ÿ)♞中'), 'aé\\(ÿ\\)??');
  });

  it('have 0 on the lower edge of a logarithmic axis, and 1 on the upper', () => {
    const { share, ticks } = chartAxis({ scale: 'log', lines: [{ points: [{ value: 0.01, low: null, high: null }] }] });
    assert.deepEqual([-1, 0, 0.001, 0.01, 0.1, 1].map(share), [0, 0, 0, 0, 0.5, 1]);
    assert.deepEqual(
      ticks.map(({ label }) => label),
      ['0.01', '0.1', '1'],
    );
  });
});
