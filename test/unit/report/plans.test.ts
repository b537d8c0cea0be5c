import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { reportHtml } from '../../../src/core/evaluation/report/html/page.ts';
import { reportMarkdown } from '../../../src/core/evaluation/report/markdown.ts';
import type { ReportRun, ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import { reportJunit } from '../../../src/core/evaluation/report/report-text.ts';
import type { Planned } from '../../../src/core/evaluation/runs/run-plan.ts';
import { madeRun, madeSample } from '../../support/report-samples.ts';

const build = (...runs: readonly ReportRun[]) => buildReport(runs, { tool: { name: 'statelens', version: '0' }, m: 2 });

const PLIES = 10;
/** The first so many tasks of ten games of ten half-moves each, every one asked about. */
const tasks = (count: number, label = 'a', inShard: (task: number) => boolean = () => true): ReportSample[] =>
  Array.from({ length: count }, (_, task) => task)
    .filter(inShard)
    .map((task) => {
      const [game, ply] = [Math.floor(task / PLIES), 1 + (task % PLIES)];
      return madeSample({ model: label, game, ply, task, trueFen: `${game} ${ply}`, variant: 'world:s5' });
    });

const PLAN: Planned = { key: 'k', tasks: 100, each: 1 };
const runOf = (
  samples: readonly ReportSample[],
  planned: Planned | undefined = PLAN,
  file = 'a.run.jsonl',
): ReportRun => ({
  ...madeRun(samples, file),
  planned,
});

describe('a report on an incomplete run', () => {
  const report = build(runOf(tasks(34)));
  const [series] = report.series;

  it('says how many of its samples are there, and covers only those', () => {
    assert.deepEqual(report.asked, { samples: 34, positions: 34, clusters: 4, planned: 100 });
    assert.deepEqual(report.runs, [{ file: 'a.run.jsonl', samples: 34, planned: 100, problems: 0 }]);
    assert.equal(series?.all.coverage, 0.34);
    for (const text of [reportMarkdown(report), reportHtml(report)]) {
      assert.match(text, /34 of 100 samples/);
      assert.match(text, /a\.run\.jsonl lacks 66 of 100 samples, which need not be like the others/);
    }
    assert.match(reportJunit(report, []), /lacks 66 of 100 samples/);
  });

  it('calls no walk whole that was not asked to its end', () => {
    assert.deepEqual([series?.trajectories?.walks, series?.trajectories?.incomplete], [3, 1]);
    const first = build(runOf(tasks(7))).series[0]?.trajectories;
    assert.deepEqual([first?.walks, first?.incomplete], [0, 1]);
    // Requests end in any order: a gap in a walk is one, too.
    const gap = build(runOf(tasks(100).filter(({ task }) => task !== 45))).series[0]?.trajectories;
    assert.deepEqual([gap?.walks, gap?.incomplete], [9, 1]);
    const last = build(runOf(tasks(99))).series[0]?.trajectories;
    assert.deepEqual([last?.walks, last?.incomplete], [9, 1]);
  });

  it('knows nothing of the lengths of what is missing', () => {
    assert.deepEqual([...new Set(series?.groups.map(({ coverage }) => coverage))], [null]);
  });

  it('measures what another run asked by that one', () => {
    const both = build(runOf(tasks(34)), runOf(tasks(100, 'b'), PLAN, 'b.run.jsonl'));
    assert.deepEqual(
      both.series.map(({ name, all }) => [name, all.coverage]),
      [
        ['b', 1],
        ['a', 0.34],
      ],
    );
    assert.equal(both.asked.planned, 200);
  });
});

describe('a report on a run that is complete', () => {
  it('says nothing of a plan, and nothing is missing where a run has none', () => {
    for (const planned of [PLAN, undefined]) {
      const report = build({ ...runOf(tasks(100)), planned });
      assert.deepEqual([report.gaps, report.asked.planned, report.series[0]?.all.coverage], [[], undefined, 1]);
      assert.deepEqual(report.series[0]?.trajectories?.incomplete, 0);
    }
  });

  it('says which shard it is, whose plan is its share, until all are there', () => {
    const shard = (index: number) => {
      const samples = tasks(100, 'a', (task) => task % 3 === index - 1);
      return runOf(samples, { ...PLAN, shard: { index, of: 3 } }, `${index}.run.jsonl`);
    };
    const one = build(shard(1));
    assert.deepEqual(one.gaps, ['1.run.jsonl is shard 1 of 3, and the report has not all of its run.']);
    assert.deepEqual(one.runs[0], {
      file: '1.run.jsonl',
      samples: 34,
      planned: 34,
      shard: { index: 1, of: 3 },
      problems: 0,
    });
    assert.deepEqual([one.asked.planned, one.series[0]?.all.coverage], [undefined, 1]);
    assert.equal(one.series[0]?.trajectories?.everyPly, false);
    const all = build(shard(1), shard(2), shard(3));
    assert.deepEqual([all.gaps, all.series[0]?.all.coverage], [[], 1]);
    assert.deepEqual([all.series[0]?.trajectories?.walks, all.series[0]?.trajectories?.everyPly], [10, true]);
  });
});
