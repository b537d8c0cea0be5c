import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { reportCsv } from '../../../src/core/evaluation/report/csv.ts';
import { reportMarkdown } from '../../../src/core/evaluation/report/markdown.ts';
import type { ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import { madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

const TOOL = { name: 'statelens', version: '0' };

/** Samples of games of a model: of each game whether the answer is right by half-move from the first; null for a failed request. */
const samplesOf = (games: readonly (readonly (boolean | null)[])[], step = 1): ReportSample[] =>
  games.flatMap((rights, game) =>
    rights.map((right, i) => {
      const sample = madeSample({
        model: 'm',
        game,
        ply: (i + 1) * step,
        variant: 'world:s5',
        trueFen: `${game} ${i}`,
        scores: right === true ? madeScores() : right === null ? null : wrongScores(3, 0.2),
      });
      return right === null ? { ...sample, error: 'timeout' } : sample;
    }),
  );

const reportOf = (samples: readonly ReportSample[]) =>
  buildReport([{ file: 'm.run.jsonl', games: 'walks', samples }], { tool: TOOL, m: 2 });

const trajectoriesOf = (samples: readonly ReportSample[]) => reportOf(samples).series[0]?.trajectories;

describe('whole walks in a report', () => {
  it('are what counting by hand gives', () => {
    const rights = fc.array(fc.boolean(), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(fc.array(rights, { minLength: 1, maxLength: 30 }), (games) => {
        const found = trajectoriesOf(samplesOf(games));
        assert.ok(found);
        assert.equal(found.walks, games.length);
        assert.equal(found.everyPly, true);
        const share = (all: readonly unknown[], some: readonly unknown[]) => some.length / all.length;
        const whole = games.filter((game) => game.every((right) => right));
        assert.ok(Math.abs((found.allRight?.value ?? -1) - share(games, whole)) < 1e-12);
        const wrong = games.map((game) => game.indexOf(false) + 1).filter((ply) => ply > 0);
        const sorted = [...wrong].sort((a, b) => a - b);
        assert.equal(
          found.firstWrong?.median,
          wrong.length === 0 ? undefined : sorted[Math.ceil(sorted.length / 2) - 1],
        );
        for (const { ply, walks, allRight, right } of found.lengths) {
          const long = games.filter((game) => game.length >= ply);
          assert.equal(walks, long.length);
          const upTo = long.filter((game) => game.slice(0, ply).every((one) => one));
          assert.ok(Math.abs((allRight?.value ?? -1) - share(long, upTo)) < 1e-12);
          const here = long.filter((game) => game[ply - 1]);
          assert.ok(Math.abs((right?.value ?? -1) - share(long, here)) < 1e-12);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('have intervals over walks: Wilson’s for ten or more, none for fewer', () => {
    const game = [true, true, false];
    const few = trajectoriesOf(samplesOf(Array.from({ length: 9 }, () => game)));
    assert.equal(few?.allRight?.low, null);
    const enough = trajectoriesOf(samplesOf([[true, true], ...Array.from({ length: 19 }, () => game)]));
    assert.equal(enough?.allRight?.method, 'wilson');
    assert.ok(Math.abs((enough.allRight.low ?? 0) - 0.00888) < 1e-3);
    assert.ok(Math.abs((enough.allRight.high ?? 0) - 0.2361) < 1e-3);
  });

  it('leave out walks with a failed request, and say how many', () => {
    const found = trajectoriesOf(
      samplesOf([
        [true, null],
        [true, true],
        [false, false],
      ]),
    );
    assert.deepEqual([found?.walks, found?.incomplete], [2, 1]);
    assert.equal(found?.allRight?.value, 0.5);
  });

  it('say that half-moves between are not known where not all were asked', () => {
    const every = reportMarkdown(reportOf(samplesOf([[true, false]])));
    assert.match(every, /## Whole walks/);
    assert.match(every, /m is right at every half-move in 0 % of 1 walk; half of the others go wrong by half-move 2/);
    const tenth = reportOf(samplesOf([[true, false]], 10));
    assert.equal(tenth.series[0]?.trajectories?.everyPly, false);
    assert.match(reportMarkdown(tenth), /right at every asked half-move/);
  });

  it('are left out where each game is asked about once', () => {
    const report = reportOf(samplesOf([[true], [false]]));
    assert.equal(report.series[0]?.trajectories, undefined);
    assert.doesNotMatch(reportMarkdown(report), /Whole walks/);
  });

  it('are lines of the CSV, up to each half-move', () => {
    const csv = reportCsv(
      reportOf(
        samplesOf([
          [true, false],
          [true, true],
        ]),
      ),
    );
    assert.match(csv, /^m,false,,,walks,,2,,,2,count\r?$/m);
    assert.match(csv, /^m,false,,,walks all right,,0\.5,,,2,/m);
    assert.match(csv, /^m,false,0,1,walks right so far,,1,,,2,/m);
    assert.match(csv, /^m,false,0,2,walks right so far,,0\.5,,,2,/m);
    assert.match(csv, /^m,false,2,2,walks right here,,0\.5,,,2,/m);
  });
});
