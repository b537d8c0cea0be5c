import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  calibrationRows,
  exampleCountsText,
  figureRows,
  mavStatsPage,
  mavStatsParts,
  statsLead,
} from '../../../src/core/evaluation/mav-stats-page.ts';
import type { StatsGroup } from '../../../src/core/mav/stats/collected-stats.ts';
import type { MeanSummary, RateSummary, SideSummary, ValueSummary } from '../../../src/core/mav/stats/summary.ts';

const rate = (right: number, n: number, low: number | null = null, high: number | null = null): RateSummary => ({
  right,
  n,
  rate: n === 0 ? null : right / n,
  low,
  high,
});
const mean = (value: number | null, low: number | null = null, high: number | null = null): MeanSummary => ({
  mean: value,
  low,
  high,
});
const none = rate(0, 0);

const side = (over: Partial<SideSummary> = {}): SideSummary => ({
  best: none,
  final: none,
  all: {
    n: 0,
    exact: none,
    precision: mean(null),
    recall: mean(null),
    f1: mean(null),
    micro: { precision: null, recall: null, f1: null },
  },
  top: none,
  topActions: { right: 0, n: 0, rate: null },
  terminal: none,
  ...over,
});

const group = (over: Partial<StatsGroup> = {}): StatsGroup => ({
  split: 'all',
  game: 'chess',
  examples: 0,
  clusters: 0,
  unknownGames: 0,
  notJudged: { prompts: 0, unknown: 0, missing: 0, elided: 0 },
  updated: none,
  rights: none,
  truth: side(),
  printed: side(),
  traces: { shape: none, clean: none },
  values: null,
  ...over,
});

const VALUES: ValueSummary = {
  n: 1500,
  signed: mean(0.5, 0.25, 0.75),
  absolute: mean(2),
  tau: mean(0.5),
  best: rate(3, 4),
  regret: mean(0.0125),
  recall: mean(null),
  proved: { n: 0, contradicted: 0 },
  habit: null,
  calibration: [
    { from: 1, to: 8, n: 1000, said: 0.1, source: 0.05 },
    { from: 17, to: 24, n: 500, said: 0.3, source: 0.5 },
  ],
} as never;

describe('the figures of answers in MAV', () => {
  it('are rows of what was judged, on the true and on the printed state', () => {
    const all = {
      n: 4,
      exact: rate(3, 4),
      precision: mean(0.99996, 0.9, 1),
      recall: mean(1),
      f1: mean(0),
      micro: { precision: 0.5, recall: 0.25, f1: 1 / 3 },
    };
    const truth = side({ best: rate(1, 2, 0.1, 0.9), all, topActions: { right: 7, n: 8, rate: 7 / 8 } });
    const printed = side({ final: rate(1234, 1234), top: rate(1, 4), terminal: rate(0, 3) });
    const { head, rows } = figureRows(
      group({
        truth,
        printed,
        split: 'out',
        updated: rate(1, 1),
        rights: rate(1, 4),
        traces: { shape: rate(1, 8), clean: rate(3, 8) },
      }),
      3,
    );
    assert.deepEqual(head, ['chess, out of distribution', 'on the true state', 'on the printed state']);
    assert.deepEqual(rows, [
      ['%best_action legal', '0.500 [0.100, 0.900] of 2', '-'],
      // a share below 1 is never written as 1
      ['%top_all precision', '0.999 [0.900, 1.000]', '-'],
      ['%top_all recall', '1.000', '-'],
      ['%top_all F1 score', '0.000', '-'],
      ['  over all actions: precision', '0.500', '-'],
      ['  recall', '0.250', '-'],
      ['  F1 score', '0.333', '-'],
      ['%top_all exact', '0.750 of 4', '-'],
      ['%top_k correct', '-', '0.250 of 4'],
      ['  actions legal', '0.875', '-'],
      ['updated state correct', '1.000 of 1', '-'],
      ['castling rights, en passant correct', '0.250 of 4', '-'],
      ['final state correct', '-', '1.000 of 1,234'],
      ['end of game correct', '-', '0.000 of 3'],
      ['shape of traces correct', '0.125 of 8', '-'],
      ['traces without an error', '0.375 of 8', '-'],
    ]);
    assert.deepEqual(figureRows(group({ split: 'in' }), 3), {
      head: ['chess, in distribution', 'on the true state', 'on the printed state'],
      rows: [],
    });
  });

  it('have values in buckets, with their sign', () => {
    const { rows } = figureRows(group({ values: VALUES }), 3);
    assert.deepEqual(rows, [
      ['value error in buckets, signed', '-', '+0.50 [+0.25, +0.75] of 1,500'],
      ['  absolute', '-', '2.00'],
      ["  order: Kendall's tau", '-', '0.500'],
      ['best action has the highest value', '-', '0.750 of 4'],
      ['  win probability lost by it', '-', '0.013'],
    ]);
    const more = { ...VALUES, signed: mean(-1), proved: { n: 5, contradicted: 2 }, habit: 'all are mirrored' } as never;
    const [signed] = figureRows(group({ values: more }), 2).rows;
    assert.deepEqual(signed, ['value error in buckets, signed', '-', '-1.0 of 1,500']);
    assert.deepEqual(figureRows(group({ values: more }), 2).rows.slice(-2), [
      ['proved results contradicted', '-', '2 of 5'],
      ['all values wrong in one way', '-', 'all are mirrored'],
    ]);
    assert.deepEqual(calibrationRows(null, 2), []);
    assert.deepEqual(calibrationRows(VALUES, 2), [
      ['calibration by bucket', 'win probability', 'by the source'],
      ['  buckets 1 to 8: 1,000', 'say 0.10', 'are 0.05'],
      ['  buckets 17 to 24: 500', 'say 0.30', 'are 0.50'],
    ]);
  });

  it('say how many examples there are, of how many games, and what is not evaluated', () => {
    const text = (over: Partial<StatsGroup>): string => exampleCountsText(group(over));
    assert.equal(text({ examples: 1, clusters: 1 }), '1 example of 1 independent game (fewer than ten: no intervals)');
    assert.equal(text({ examples: 20, clusters: 10 }), '20 examples of 10 independent games');
    assert.equal(
      text({ examples: 20, clusters: 9 }),
      '20 examples of 9 independent games (fewer than ten: no intervals)',
    );
    assert.equal(text({ examples: 4, clusters: null, unknownGames: 4 }), '4 examples, games unknown: no intervals');
    assert.equal(
      text({ examples: 4000, clusters: null, unknownGames: 1200 }),
      '4,000 examples, games of 1,200 unknown: no intervals',
    );
    assert.equal(
      text({ examples: 20, clusters: 12, notJudged: { prompts: 1000, unknown: 2, missing: 3, elided: 4 } }),
      '20 examples of 12 independent games; not evaluated: 1,000 without an answer, 2 with an unknown position, 3 missing outputs, 4 lists with an ellipsis',
    );
  });
});

describe('the page of statistics', () => {
  const groups = [
    group({ examples: 3, truth: side({ best: rate(1, 2, 0.1, 0.9) }) }),
    group({ game: 'all', examples: 9 }),
  ];

  it('counts the examples of each game once', () => {
    assert.equal(statsLead(groups), '3 examples');
    const page = mavStatsPage(groups, 'statelens 0');
    for (const part of ['<h1>Answers in MAV</h1>', '3 examples', 'statelens 0.', 'StateLens MAV'])
      assert.ok(page.includes(part), part);
  });

  it('has a section a group, which explains its intervals if it has some', () => {
    const parts = mavStatsParts(groups);
    assert.deepEqual(
      parts.map(({ id, title }) => [id, title]),
      [
        ['group-0', 'chess'],
        ['group-1', 'all'],
      ],
    );
    const texts = parts.map(({ body }) => body.join(''));
    assert.match(texts[0] ?? '', /Figures of chess; brackets are 95 % intervals/);
    assert.match(texts[0] ?? '', /0\.500 \[0\.100, 0\.900\] of 2/);
    assert.doesNotMatch(texts[1] ?? '', /brackets/);
    for (const text of texts) assert.doesNotMatch(text, /<svg/);
  });

  it('plots the calibration of values, with a table of the eighths that have some', () => {
    const [part] = mavStatsParts([group({ values: VALUES })], 2);
    const text = part?.body.join('') ?? '';
    assert.match(text, /they are 0\.10 apart, most in buckets 17–24, which say 0\.30 and are 0\.50\./);
    assert.match(text, /buckets 1–8 say 0\.10, are 0\.05, 1,000 values/);
    for (const name of ['1–8', '9–16', '57–64']) assert.ok(text.includes(name), name);
    assert.ok(!text.includes('65–72'));
    assert.match(text, /Calibration by bucket, chess/);
    for (const cell of ['1,000', '+0.05', '−0.20']) assert.ok(text.includes(cell), cell);
  });
});
