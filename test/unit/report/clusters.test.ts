import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { reportCsv } from '../../../src/core/evaluation/report/csv.ts';
import { reportHtml } from '../../../src/core/evaluation/report/html/page.ts';
import { reportMarkdown } from '../../../src/core/evaluation/report/markdown.ts';
import type { ReportRun } from '../../../src/core/evaluation/report/report-sample.ts';
import { reportJunit } from '../../../src/core/evaluation/report/report-text.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { renamedWorld } from '../../../src/core/worlds/renamed-world.ts';
import { tableWorld } from '../../../src/core/worlds/table-world.ts';
import type { WorldSpec } from '../../../src/core/worlds/world-spec.ts';
import { madeRun, madeSample, wrongScores } from '../../support/report-samples.ts';

const TWO = 'state,action,next\na,stay,a\na,go,b\nb,go,a\nb,stay,b\n';
const TOOL = { name: 'statelens', version: '0' };
const ODD = 'a3 h6 b3 g6 c3 f6 d3 e6 e3 d6 f3 c6 g3 b6 h3 a6'.split(' ');
const OTHER = 'h4 a5 g4 b5 f4 c5 e4 d5 d4 e5 c4 f5 b4 g5 a4 h5'.split(' ');

/** A run over games of so many half-moves each, every one asked at its end. */
function runOf(lines: readonly (readonly string[])[], label: string, wrongIn: (game: number) => boolean): ReportRun {
  const samples = lines.map((moves, game) =>
    madeSample({
      model: label,
      game,
      ply: moves.length,
      trueFen: `${moves.join('')} true`,
      ...(wrongIn(game) && { scores: wrongScores(4, 0.25), predicted: `${moves.length} wrong` }),
    }),
  );
  const known = new Map(lines.map((moves, game) => [game, { startFen: INITIAL_FEN, moves: moves.join(' ') }]));
  return { ...madeRun(samples, `${label}.run.jsonl`), lines: known };
}

/** Prefixes of two games, two of each length. */
const PREFIXES = ODD.flatMap((_, i) => [ODD.slice(0, i + 1), OTHER.slice(0, i + 1)]);

describe('samples that hang together', () => {
  const build = (...runs: readonly ReportRun[]) => buildReport(runs, { tool: TOOL, m: 2 });

  it('of prefixes of two games are two independent games: no interval, no test, and words', () => {
    const report = build(
      runOf(PREFIXES, 'a', (game) => game % 3 === 0),
      runOf(PREFIXES, 'b', () => false),
    );
    const [series] = report.series;
    assert.deepEqual(report.asked, { samples: 64, positions: 32, clusters: 2 });
    assert.deepEqual([series?.all.games, series?.all.clusters, series?.all.independent], [32, 2, false]);
    assert.deepEqual(series?.all.exact, { value: 1, low: null, high: null, method: 'none' });
    for (const { difference, holm, clusters } of report.pairs)
      assert.deepEqual([difference.low, difference.high, difference.p, holm, clusters], [null, null, null, null, 2]);
    const words = '64 samples · 32 distinct positions · 2 independent games';
    for (const text of [reportMarkdown(report), reportHtml(report)]) {
      assert.ok(text.includes(words), text.slice(0, 2000));
      assert.match(text, /2 independent games are too few for intervals and tests/);
      assert.doesNotMatch(text, /\d \(\d+[.–]/);
    }
    const csv = reportCsv(report).split('\r\n');
    assert.ok(csv.includes('b,false,,,exact,,1,,,32,none'));
    assert.ok(csv.includes('b,false,,,independent games,,2,,,32,count'));
    assert.ok(!csv.some((line) => line.includes('p-value')));
  });

  it('of one prompt in several games count once, and the worst of them is listed once', () => {
    const copied = Array.from({ length: 12 }, (_, game) => (game < 6 ? ODD : OTHER));
    const report = build(runOf(copied, 'a', (game) => game < 6));
    const all = report.series[0]?.all;
    assert.deepEqual([all?.n, all?.scored, all?.answers, all?.positions, all?.clusters], [12, 12, 2, 2, 2]);
    assert.deepEqual([all?.verdicts.squares, all?.verdicts.exact], [1, 1]);
    assert.deepEqual([all?.exact?.value, all?.p.at(-1)?.value], [0.5, 0.625]);
    assert.deepEqual(
      report.worst.map(({ game, copies }) => [game, copies]),
      [[0, 6]],
    );
    assert.match(reportHtml(report), /the answer of 6 samples/);
  });

  it('of one prompt share its weight where their answers differ', () => {
    const twice = [ODD, ODD, OTHER];
    const report = build(runOf(twice, 'a', (game) => game === 0));
    const all = report.series[0]?.all;
    assert.deepEqual([all?.answers, all?.exact?.value], [2, 0.75]);
    assert.equal(report.ranking.positions, 2);
  });

  it('of one prompt are counted as its rates are, however many answers are wrong in ways of their own', () => {
    const samples = Array.from({ length: 30 }, (_, game) => game).map((game) =>
      madeSample({
        model: 'a',
        game,
        ply: ODD.length,
        trueFen: 'true',
        ...(game >= 20 && { scores: wrongScores(4, 0.25, { vacuous: { p: true, r: false } }), predicted: `${game}` }),
      }),
    );
    const lines = new Map(samples.map(({ game }) => [game, { startFen: INITIAL_FEN, moves: ODD.join(' ') }]));
    const report = buildReport([{ ...madeRun(samples), lines }], { tool: TOOL, m: 2, groupBy: ['cause'] });
    const all = report.series[0]?.all;
    assert.ok(Math.abs((all?.exact?.value ?? 0) - 2 / 3) < 1e-12);
    const [right, wrong] = [0.666667, 0.333333];
    assert.deepEqual([all?.answers, all?.verdicts.exact, all?.verdicts.squares], [1, right, wrong]);
    assert.deepEqual(all?.causes, { 'missed-move': wrong, exact: right });
    assert.deepEqual([all?.errors.misplaced, all?.vacuous.p, all?.blame.wrong], [wrong, wrong, 1.333333]);
    assert.deepEqual(
      report.groupings[0]?.rows.map(({ group, answers, share }) => [group, answers, Math.round(100 * share)]),
      [
        ['missed-move', wrong, 33],
        ['exact', right, 67],
      ],
    );
    for (const text of [reportMarkdown(report), reportHtml(report), reportJunit(report, [])])
      assert.match(
        text,
        /67 % of 30 answers have the right position \(those to one prompt share its weight\); 67 % are exact; 33 % have wrong squares/i,
      );
  });

  it('are the same prompt in every run, whichever file of games names it', () => {
    const one = runOf([ODD, OTHER], 'a', () => false);
    const other = { ...runOf([OTHER, ODD], 'b', () => true), games: 'elsewhere.pgn' };
    const { ranking, pairs } = build(one, other);
    assert.deepEqual([ranking.positions, ranking.common], [2, 2]);
    assert.deepEqual([pairs[0]?.positions, pairs[0]?.difference.value], [2, 0.75]);
  });

  it('do not make two models different that answer alike', () => {
    const games = Array.from({ length: 15 }, (_, game) => [...ODD.slice(0, 4), ...OTHER.slice(0, 2 + 2 * (game % 7))]);
    const report = build(
      runOf([...games, ...PREFIXES], 'a', (game) => game % 2 === 0),
      runOf([...games, ...PREFIXES], 'b', (game) => game % 2 === 1),
    );
    for (const { difference } of report.pairs) assert.ok(difference.p === null || difference.p > 0.05);
  });

  it('are one prompt and one game where walks of a world are equal, whatever their actions are called', () => {
    const walks = ['go', 'go', 'go stay', 'stay', 'stay go', 'go'];
    const runOfWalks = (label: string, world: WorldSpec, nameOf = (action: string) => action): ReportRun => {
      const lines = walks.map((walk) => walk.split(' ').map(nameOf));
      const samples = lines.map(({ length: ply }, game) =>
        madeSample({ model: label, game, ply, variant: 'world:two', ...(game === 0 && { scores: wrongScores(1, 0) }) }),
      );
      const known = new Map(lines.map((line, game) => [game, { startFen: 'a', moves: line.join(' ') }]));
      return { ...madeRun(samples, `${label}.run.jsonl`, `${label}.walk`), world, lines: known };
    };
    const two: WorldSpec = { kind: 'table', name: 'two', text: TWO };
    const built = tableWorld('two', TWO);
    assert.ok(built.ok);
    const { codeOf } = renamedWorld(built.value, 7);
    const plain = runOfWalks('a', two);
    const renamed = runOfWalks('b', { kind: 'renamed', seed: 7, world: two }, codeOf);
    const { asked, series, ranking } = build(plain, renamed);
    assert.deepEqual(asked, { samples: 12, positions: 1, clusters: 2 });
    assert.deepEqual([ranking.positions, ranking.common], [4, 4]);
    for (const { all } of series) {
      assert.deepEqual([all.clusters, all.independent], [2, false]);
      assert.ok(Math.abs((all.exact?.value ?? 0) - (4 - 1 / 3) / 4) < 1e-12);
    }
    const other = runOfWalks('c', { ...two, name: 'other', text: TWO.replace('stay,b', 'stay,a') });
    assert.equal(build(plain, other).asked.clusters, 4);
  });

  it('whose rate is 1 in all of many games still have an interval', () => {
    const games = Array.from({ length: 24 }, (_, i) => madeSample({ model: 'a', game: i >> 1, ply: 10 + (i & 1) }));
    const all = build(madeRun(games)).series[0]?.all;
    assert.deepEqual([all?.clusters, all?.independent, all?.exact?.method], [12, false, 'beta']);
    assert.ok((all?.exact?.low ?? 1) < 0.8 && all?.exact?.high === 1);
  });
});
