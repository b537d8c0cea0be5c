import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wilsonInterval } from '../../../src/core/base/stats/confidence-interval.ts';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { reportCsv } from '../../../src/core/evaluation/report/csv.ts';
import { reportHtml } from '../../../src/core/evaluation/report/html/page.ts';
import { listSamples } from '../../../src/core/evaluation/report/list/list-samples.ts';
import { reportMarkdown } from '../../../src/core/evaluation/report/markdown.ts';
import type { Report, SeriesFigures } from '../../../src/core/evaluation/report/report.ts';
import type { ReportRun } from '../../../src/core/evaluation/report/report-sample.ts';
import { reportJunit } from '../../../src/core/evaluation/report/report-text.ts';
import { judgeThresholds, readThresholds } from '../../../src/core/evaluation/report/thresholds.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

const TOOL = { name: 'statelens', version: '0' };
const build = (runs: readonly ReportRun[], baselines: readonly ReportRun[] = []): Report =>
  buildReport(runs, { tool: TOOL, m: 2, baselines });

function series(report: Report, name: string): SeriesFigures {
  const found = report.series.find((one) => one.name === name);
  assert.ok(found !== undefined, `no ${name} among ${report.series.map((one) => one.name).join(', ')}`);
  return found;
}

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Twenty games: `good` is right in all, `bad` in every second. */
const two = madeRun([
  ...numbers(20).map((game) => madeSample({ model: 'good', game })),
  ...numbers(20).map((game) =>
    madeSample({ model: 'bad', game, ...(game % 2 === 0 && { scores: wrongScores(4, 0.25), predicted: 'wrong' }) }),
  ),
]);

describe('figures of a model', () => {
  it("are counts and means, with Wilson's interval for rates of independent samples", () => {
    const { all } = series(build([two]), 'bad');
    assert.equal(all.n, 20);
    assert.equal(all.independent, true);
    assert.deepEqual([all.verdicts.exact, all.verdicts.squares], [10, 10]);
    const { rate: value, low, high } = wilsonInterval(10, 20) ?? { rate: 0, low: 0, high: 0 };
    assert.deepEqual(all.exact, { value, low, high, method: 'wilson' });
    assert.equal(all.p.length, 2);
    assert.equal(all.p[1]?.value, 0.625);
    assert.equal(all.editDistance?.value, 4);
    assert.equal(all.errors.misplaced, 10);
    assert.equal(all.tau?.tauB, 1);
  });

  it('are as sure as the games, not the samples, where a game gives several', () => {
    const samples = (repeats: number) =>
      numbers(20).flatMap((game) =>
        numbers(repeats).map((index) =>
          madeSample({ model: 'a', game, index, scores: game < 8 ? wrongScores(2, 0.5) : madeScores() }),
        ),
      );
    const once = series(build([madeRun(samples(1))]), 'a').all;
    const often = series(build([madeRun(samples(5))]), 'a').all;
    assert.equal(often.independent, false);
    assert.equal(often.exact?.method, 'beta');
    assert.equal(often.n, 100);
    assert.deepEqual(often.p.at(-1), once.p.at(-1));
  });

  it('count a failed request apart and in no other figure', () => {
    const samples = two.samples.filter(({ model: label }) => label === 'good').slice(1);
    const failed = madeSample({ model: 'good', game: 0, error: 'timeout', predicted: null, scores: null });
    const { all } = series(build([madeRun([failed, ...samples])]), 'good');
    assert.deepEqual([all.n, all.scored, all.failed, all.unscored], [20, 19, 1, 0]);
    assert.deepEqual(all.faults, { timeout: 1 });
    assert.deepEqual([all.exact?.value, all.coverage], [1, 0.95]);
  });

  it('say how many wrong squares are stale, beside the share by chance', () => {
    const { blame } = series(build([two]), 'bad').all;
    assert.deepEqual([blame.wrong, blame.stale, blame.control], [40, 1, 0]);
    assert.deepEqual(blame.ages.bins[0], { from: 1, to: 1, count: 40 });
    assert.equal(blame.ages.median, 1);
  });

  it('are grouped by length: each ply for itself when they are few, else as in score', () => {
    const at = (plies: readonly number[]) =>
      build([madeRun(plies.map((ply, game) => madeSample({ model: 'a', game, ply })))]).groups;
    assert.deepEqual(at([10, 100, 10, 40]), [
      { from: 10, to: 10 },
      { from: 40, to: 40 },
      { from: 100, to: 100 },
    ]);
    assert.deepEqual(at([0, 1, 5, 12, 13, 14, 15, 16, 17, 140]), [
      { from: 0, to: 0 },
      { from: 1, to: 10 },
      { from: 11, to: 20 },
      { from: 101, to: null },
    ]);
  });

  it('are the same whatever the order of the samples', () => {
    const turned = madeRun([...two.samples].reverse());
    assert.deepEqual(build([turned]).series, build([two]).series);
  });
});

describe('models against each other', () => {
  it('are ranked on what all answered, and with nothing for what is missing', () => {
    const half = numbers(10).map((game) => madeSample({ model: 'half', game }));
    const { ranking } = build([madeRun([...two.samples, ...half])]);
    assert.deepEqual([ranking.positions, ranking.common], [20, 10]);
    assert.deepEqual(
      ranking.onCommon.map(({ name, rank, p }) => [name, rank, p]),
      [
        ['good', 1.5, 1],
        ['half', 1.5, 1],
        ['bad', 3, 0.625],
      ],
    );
    assert.deepEqual(
      ranking.missingAsZero.map(({ name, p }) => [name, p]),
      [
        ['good', 1],
        ['bad', 0.625],
        ['half', 0.5],
      ],
    );
  });

  it('are ranked on positions that none of them answered, too', () => {
    const samples = ['a', 'b'].flatMap((label) =>
      numbers(16).map((game) =>
        madeSample({ model: label, game, ...(game >= 7 && { error: 'timeout', predicted: null, scores: null }) }),
      ),
    );
    const { ranking, asked } = build([madeRun(samples)]);
    assert.deepEqual([ranking.positions, ranking.common, asked.clusters], [16, 7, 16]);
    assert.deepEqual(
      ranking.missingAsZero.map(({ p }) => p),
      [7 / 16, 7 / 16],
    );
  });

  it('are tested in pairs, corrected for the number of tests', () => {
    const floor = madeRun(numbers(20).map((game) => madeSample({ model: 'baseline:lag-2', game })));
    const { pairs } = build([two], [floor]);
    const couples = pairs.filter(({ metric }) => metric === 'p').map(({ a, b }) => `${a} - ${b}`);
    assert.deepEqual(couples, ['good - bad', 'good - baseline:lag-2', 'bad - baseline:lag-2']);
    const first = pairs[0];
    assert.ok(first !== undefined);
    assert.equal(first.difference.value, 0.375);
    // All ten differences have one sign: 2 of 2^10 flips are as far from 0, drawn.
    assert.ok((first.difference.p ?? 1) < 0.01 && (first.holm ?? 0) >= (first.difference.p ?? 1));
    assert.equal(pairs[1]?.difference.p, 1);
  });

  it('do not mix two runs of the same samples, nor games of two files', () => {
    const again = { ...two, file: 'b.run.jsonl' };
    assert.deepEqual(
      build([two, again])
        .series.map(({ name }) => name)
        .sort(),
      ['bad (a.run.jsonl)', 'bad (b.run.jsonl)', 'good (a.run.jsonl)', 'good (b.run.jsonl)'],
    );
    const elsewhere = madeRun([madeSample({ model: 'good', game: 0 })], 'c.run.jsonl', 'others.pgn');
    const names = build([two, elsewhere]).series.map(({ name }) => name);
    assert.ok(names.includes('good (games.pgn)') && names.includes('good (others.pgn)'));
    const shards = [two.samples.slice(0, 7), two.samples.slice(7)].map((samples, i) => madeRun(samples, `${i}`));
    assert.equal(series(build(shards), 'good').all.n, 20);
  });

  it('show where they are worst, with the place', () => {
    const { worst } = buildReport([two], { tool: TOOL, m: 2, worst: 2 });
    assert.deepEqual(
      worst.map(({ series: name, game, ply, file }) => [name, game, ply, file]),
      [
        ['bad', 0, 10, 'a.run.jsonl'],
        ['bad', 2, 10, 'a.run.jsonl'],
      ],
    );
  });
});

describe('the list of samples', () => {
  it('has no number of wrong squares for answers without a whole placement', () => {
    const samples = (['none', 'unparsable', 'squares', 'exact'] as const).map((verdict, game) =>
      madeSample({ model: 'a', game, scores: wrongScores(verdict === 'squares' ? 3 : 0, 0, { verdict }) }),
    );
    const report = buildReport([madeRun(samples)], { tool: TOOL, m: 2, samples: true });
    const wrong = [null, null, 3, 0];
    assert.deepEqual(
      report.samples?.map(({ wrongSquares: squaresWrong }) => squaresWrong),
      wrong,
    );
    assert.deepEqual(
      listSamples([madeRun(samples)]).map((sample) => sample.wrongSquares),
      wrong,
    );
  });
});

describe('thresholds', () => {
  it('are met or not by every model, baselines left out', () => {
    const thresholds = readThresholds('exact=0.6, p=0.5');
    assert.ok(thresholds.ok);
    const floor = madeRun([madeSample({ model: 'baseline:lag-2', game: 0 })]);
    const results = judgeThresholds(build([two], [floor]), thresholds.value);
    assert.deepEqual(
      results.map(({ series: name, metric, met }) => [name, metric, met]),
      [
        ['good', 'exact', true],
        ['good', 'p', true],
        ['bad', 'exact', false],
        ['bad', 'p', true],
      ],
    );
  });

  it('are for the baselines where a report has nothing else', () => {
    const thresholds = readThresholds('exact=0.5');
    assert.ok(thresholds.ok);
    const report = build([madeRun([madeSample({ model: 'baseline:lag-2', game: 0, scores: wrongScores(3, 0.1) })])]);
    assert.deepEqual(
      judgeThresholds(report, thresholds.value).map(({ series: name, met }) => [name, met]),
      [['baseline:lag-2', false]],
    );
  });

  it('are not met where nothing is held against them: no samples, or none with scores', () => {
    const thresholds = readThresholds('exact=0,coverage=0.5');
    assert.ok(thresholds.ok);
    const failed = madeSample({ model: 'a', game: 0, error: 'timeout', predicted: null, scores: null });
    for (const samples of [[], [failed]]) {
      const report = build([madeRun(samples)]);
      const results = judgeThresholds(report, thresholds.value);
      assert.deepEqual(
        results.map(({ met }) => met),
        [false, false],
      );
      assert.match(reportJunit(report, results), /tests="2" failures="2"/);
      assert.match(reportJunit(report, []), /tests="1" failures="1"/);
    }
  });

  it('say what is wrong with them', () => {
    for (const text of ['exat=0.5', 'exact', 'exact=2', 'exact=', '=', 'p=x'])
      assert.equal(readThresholds(text).ok, false, text);
  });
});

describe('formats', () => {
  const report = build([two]);

  it('CSV has a line per model, length and figure, and quotes cells where needed', () => {
    const strange = build([madeRun([madeSample({ model: '=1,"2"', game: 0 })])]);
    const lines = reportCsv(report).trimEnd().split('\r\n');
    assert.equal(lines[0], 'model,floor,from,to,metric,depth,value,low,high,n,method');
    assert.ok(lines.includes('bad,false,,,verdict squares,,10,,,20,count'));
    assert.ok(lines.some((line) => line.startsWith('bad,false,,,p,2,0.625,')));
    assert.ok(lines.some((line) => line.startsWith('bad,false,10,10,exact,,0.5,')));
    for (const line of lines) assert.equal(line.split(',').length, 11, line);
    assert.ok(reportCsv(strange).includes('" =1,""2""",false'));
  });

  it('Markdown says the verdict before the numbers, and names cannot break a table', () => {
    const text = reportMarkdown(build([madeRun([madeSample({ model: 'a|b*c', game: 0 })])]));
    const at = text.indexOf('1 of 1 answer has the right position');
    assert.ok(at > 0 && at < text.indexOf('## Models'));
    assert.ok(text.includes(String.raw`a\|b\*c`));
    const widths = text
      .split('\n')
      .filter((line) => line.startsWith('| ') || line.startsWith('| ---'))
      .map((line) => line.replaceAll(String.raw`\|`, '').split('|').length);
    assert.ok(widths.length > 10 && widths.every((width) => width > 3));
  });

  it('Markdown has the tables of the page: the same captions, columns, names and cells', () => {
    const both = build([
      madeRun(
        numbers(12).flatMap((game) => ['a', 'b'].map((label) => madeSample({ model: label, game, ply: 8 * game }))),
      ),
    ]);
    const inside = (text: string, pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].map(([, found]) => found ?? '');
    const tables = inside(reportHtml(both), /<table>(.*?)<\/table>/gs);
    const markdown = reportMarkdown(both).replaceAll(/\\(.)/g, '$1');
    assert.ok(tables.length > 10);
    for (const table of tables) {
      const [caption = ''] = inside(table, /<caption>(.*?)<\/caption>/g);
      assert.ok(markdown.includes(`**${caption}**`), caption);
      for (const row of inside(table, /<tr[^>]*>(.*?)<\/tr>/gs)) {
        const cells = inside(row, /<t[hd][^>]*>(.*?)<\/t[hd]>/g);
        assert.ok(markdown.includes(`| ${cells.join(' | ')} |`), `${caption}: ${cells.join(' | ')}`);
      }
    }
  });

  it('JUnit has a failure for each threshold that is not met, and is XML whatever the names', () => {
    const thresholds = readThresholds('exact=0.6');
    assert.ok(thresholds.ok);
    const results = judgeThresholds(report, thresholds.value);
    const xml = reportJunit(report, results);
    assert.match(xml, /<testsuites name="statelens report" tests="2" failures="1"/);
    assert.match(xml, /<failure message="exact must be at least 0\.6, but is 0\.5000">/);
    const strange = reportJunit(build([madeRun([madeSample({ model: '<&"\u0001>', game: 0 })])]), []);
    assert.match(strange, /<testsuite name="&#60;&#38;&#34;\uFFFD&#62;" tests="1" failures="0"/);
  });
});

describe('the page', () => {
  it('says how many of the worst boards it draws', () => {
    const samples = numbers(50).map((game) =>
      madeSample({ model: 'a', game, scores: wrongScores(3, 0.1), predicted: '8/8/8/8/8/8/8/K1k5 w - - 0 1' }),
    );
    const page = (worst: number): string => reportHtml(buildReport([madeRun(samples)], { tool: TOOL, m: 2, worst }));
    assert.match(page(50), /36 of 50 boards are shown; --worst N sets the number per model/);
    assert.equal(page(50).match(/<img /g)?.length, 36);
    assert.doesNotMatch(page(20), /boards are shown/);
  });
});

describe('cost', () => {
  const prices = { input: 2, output: 10, currency: 'EUR', date: '2026-01-31' };
  const used = { input: 500_000, output: 100_000, reasoning: 0 };
  const runOf = (samples: ReportRun['samples'], own: ReportRun['prices']): ReportRun => ({
    ...madeRun(samples),
    ...(own !== undefined && { prices: own }),
  });
  const samples = [
    madeSample({ model: 'a', game: 0, ply: 4, tokens: used }),
    madeSample({ model: 'a', game: 1, ply: 8, tokens: used }),
    madeSample({ model: 'a', game: 2, ply: 8, tokens: used, cached: true }),
    madeSample({ model: 'a', game: 3, ply: 8, tokens: used, error: 'cut-off', predicted: null, scores: null }),
    madeSample({ model: 'a', game: 4, ply: 8, error: 'timeout', predicted: null, scores: null }),
  ];

  it('is that of the tokens of requests by the prices of the run, over all and by length; what a cache gave is free', () => {
    const report = build([runOf(samples, { a: prices })]);
    const { all, groups } = series(report, 'a');
    assert.deepEqual(all.cost, { amount: 6, currency: 'EUR', dates: ['2026-01-31'], uncounted: 1 });
    assert.deepEqual(
      groups.map(({ from, cost }) => [from, cost?.amount, cost?.uncounted]),
      [
        [4, 2, 0],
        [8, 4, 1],
      ],
    );
    assert.equal(all.cached, 1);
    for (const text of [reportMarkdown(report), reportHtml(report), reportJunit(report, [])]) {
      assert.match(text, /at least 6\.00 EUR/);
      assert.match(text, /prices (?:recorded in the runs \(|of )2026-01-31\)/);
    }
    assert.match(reportCsv(report), /^a,false,8,8,cost in EUR,,4,,,4,prices of 2026-01-31\r$/m);
  });

  it('is not guessed: without prices, with those of one model of two, or in two currencies there is none', () => {
    assert.equal(series(build([runOf(samples, undefined)]), 'a').all.cost, null);
    assert.equal(series(build([runOf(samples, { b: prices })]), 'a').all.cost, null);
    const others = samples.map((sample) => ({ ...sample, id: `${sample.id}/2`, index: 1 }));
    const both = build([runOf(samples, { a: prices }), runOf(others, { a: { ...prices, currency: 'USD' } })]);
    assert.equal(series(both, 'a').all.cost, null);
    assert.doesNotMatch(reportMarkdown(both) + reportCsv(both), /EUR|USD/);
  });

  it('holds what is known of requests whose server counted one side alone, and counts them as not all known', () => {
    const half = samples.slice(0, 2).map((sample) => ({ ...sample, partialTokens: true }));
    assert.deepEqual(series(build([runOf(half, { a: prices })]), 'a').all.cost, {
      amount: 4,
      currency: 'EUR',
      dates: ['2026-01-31'],
      uncounted: 2,
    });
  });
});
