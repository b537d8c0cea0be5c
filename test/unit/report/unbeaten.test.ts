import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { reportHtml } from '../../../src/core/evaluation/report/html/page.ts';
import { reportMarkdown } from '../../../src/core/evaluation/report/markdown.ts';
import { reportJunit } from '../../../src/core/evaluation/report/report-text.ts';
import { unbeatenNote } from '../../../src/core/evaluation/report/words.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

/** The right position with castling rights that have gone, as a tracker that never drops them writes it. */
const SAME = madeScores({
  verdict: 'notation',
  sentence: 'right position, written differently',
  cause: { id: 'notation', ply: null, move: null },
  exact: false,
  editDistance: 2,
});
const WRONG = wrongScores(4, 0.25);
const POSITIONS = 20;

/** Answers to the same positions, of which the first `right` have the right position. */
const answers = (label: string, right: number, scores = SAME) =>
  Array.from({ length: POSITIONS }, (_, game) =>
    madeSample({ model: label, game, scores: game < right ? scores : WRONG, predicted: 'x' }),
  );

/** A model that is exact in `exact` answers, beside a tracker that is in none and knows 19 of 20 positions. */
function reportOf(exact: number) {
  const baseline = madeRun(answers('baseline:naive-tracker', 19), 'baselines');
  const run = madeRun(answers('model', exact, madeScores()));
  return buildReport([run], { tool: { name: 'statelens', version: '0' }, m: 2, baselines: [baseline] });
}

const SENTENCE =
  'No model beats the baseline naive-tracker: it has the right position in 95 % of its answers, model in 70 %; its mean p₂ is 0.96, that of model 0.78.';

describe('a baseline that no model beats', () => {
  it('is named in the first sentence, whatever share of the texts is exact', () => {
    const report = reportOf(14);
    assert.equal(unbeatenNote(report), SENTENCE);
    const [, first = ''] = reportMarkdown(report).split('\n\n');
    assert.equal(first.replaceAll('\\', ''), SENTENCE);
    assert.match(
      reportHtml(report),
      new RegExp(`<main>\\s*<section[^>]*><h2[^>]*>[^<]*</h2>\\s*<p>${SENTENCE.slice(0, 60)}`),
    );
    assert.ok(reportJunit(report, []).includes(SENTENCE));
    assert.deepEqual(report.unbeaten, {
      baseline: 'baseline:naive-tracker',
      in: [
        { metric: 'position', model: 'model', value: 0.7, baseline: 0.95 },
        { metric: 'p', model: 'model', value: (14 + 6 / 4) / 20, baseline: (19 + 1 / 4) / 20 },
      ],
    });
  });

  it('is none where a model is better, or there is no baseline', () => {
    assert.equal(reportOf(20).unbeaten, null);
    assert.equal(unbeatenNote(reportOf(20)), '');
    const alone = buildReport([madeRun(answers('model', 3))], { tool: { name: 'statelens', version: '0' }, m: 2 });
    assert.equal(alone.unbeaten, null);
  });

  it('is not beaten by an equal one', () => {
    assert.deepEqual(
      reportOf(19).unbeaten?.in.map(({ metric }) => metric),
      ['position', 'p'],
    );
  });

  it('is compared on the positions that both answered', () => {
    // The model answered the first ten alone, all of them right, as the baseline has them.
    const baseline = madeRun(answers('baseline:naive-tracker', 9), 'baselines');
    const run = madeRun(answers('model', 20, madeScores()).slice(0, 10));
    const report = buildReport([run], { tool: { name: 'statelens', version: '0' }, m: 2, baselines: [baseline] });
    assert.equal(report.unbeaten, null);
  });
});

describe('differences between a model and a tracker', () => {
  it('are those of positions, not of texts', () => {
    const report = reportOf(14);
    const found = report.pairs.map(({ metric, difference }) => [metric, Math.round(1000 * difference.value) / 1000]);
    // By exact texts the model would be 70 points ahead.
    assert.deepEqual(found, [
      ['p', -0.187],
      ['position', -0.25],
    ]);
    const markdown = reportMarkdown(report);
    assert.match(markdown, /Differences in answers with the same position, in percentage points/);
    assert.match(markdown, /\| model − baseline:naive-tracker \| 20 \| 20 \| −25 \(/);
    assert.match(markdown, /\| model \| rank \| mean p₂ \| same position \|/);
    assert.doesNotMatch(markdown, /Differences in exact/);
    const tracker = report.series.find(({ floor }) => floor);
    assert.deepEqual([tracker?.all.exact?.value, tracker?.all.position?.value], [0, 0.95]);
  });
});
