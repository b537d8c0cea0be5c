import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  conditionalAcceptance,
  fittedDecay,
  independentSamplesNeeded,
  intermediateSamplesNeeded,
} from '../../../src/core/metrics/compare.ts';
import {
  byLabel,
  expectedScores,
  type SummaryInput,
  summarizeByLength,
  summarizePredictions,
} from '../../../src/core/metrics/summary.ts';

describe('what p_1..p_m say about sampling', () => {
  it('gives v_i = p_i / p_(i-1), and nothing after a depth that nothing reaches', () => {
    assert.deepEqual(conditionalAcceptance([0.5, 0.25, 0, 0]), [0.5, 0.5, 0, null]);
  });

  it('finds the decay of a homogeneous tree', () => {
    const lambda = 0.3;
    const fitted = fittedDecay([1, 2, 3, 4].map((i) => Math.exp(-lambda * i)));
    assert.ok(fitted !== null && Math.abs(fitted - lambda) < 1e-12);
    assert.equal(fittedDecay([1, 1]), 0);
    assert.equal(fittedDecay([0.5, 0]), null);
  });

  it('needs 1 / p samples for a standard error of the order of p (section 4), and m^2 (1-p)^2 p for the intermediate one', () => {
    assert.equal(independentSamplesNeeded(0.01, 1), 99);
    assert.equal(independentSamplesNeeded(1, 0.1), 0);
    assert.equal(independentSamplesNeeded(0, 0.1), Infinity);
    const p = 0.5;
    const homogeneous = [1, 2, 3, 4].map((i) => p ** i);
    assert.ok(Math.abs(intermediateSamplesNeeded(homogeneous, 0.1) - (16 * (1 - p) ** 2 * p) / 0.01) <= 1);
    assert.equal(intermediateSamplesNeeded([0.5, 0], 0.1), Infinity);
  });
});

describe('summaries', () => {
  const item = (p: number, editDistance: number, part: Partial<SummaryInput> = {}): SummaryInput => ({
    verdict: 'squares',
    valid: true,
    exactMatch: false,
    editDistance,
    boardAccuracy: 0.5,
    wrongSquares: ['a8', 'b8'],
    stale: { stale: 1, neverTrue: 1, oldestMissed: null },
    p: [1, p],
    r: [1, p / 2],
    ...part,
  });
  const invalid = item(0, 60, { verdict: 'none', valid: false, wrongSquares: [], stale: null, boardAccuracy: 0 });

  it('count invalid answers as 0 with their distance', () => {
    const summary = summarizePredictions([item(0.8, 2), item(0.4, 4), invalid]);
    assert.equal(summary.n, 3);
    assert.equal(summary.invalid, 1);
    assert.equal(summary.verdicts.squares, 2);
    assert.equal(summary.verdicts.none, 1);
    assert.ok(Math.abs((summary.meanP ?? 0) - 0.4) < 1e-12);
    assert.ok(Math.abs((summary.meanR ?? 0) - 0.2) < 1e-12);
    assert.equal(summary.meanEditDistance, 22);
    assert.equal(summary.tauB, 1);
    assert.equal(summary.staleShare, 0.5);
  });

  it('count vacuous scores and take the mean of the joint ones', () => {
    const mate = item(1, 40, { f: [0], vacuous: { p: true, r: false } });
    const other = item(0.5, 4, { f: [0.6], vacuous: { p: false, r: false } });
    const { meanF, vacuous } = summarizePredictions([mate, other, mate]);
    assert.deepEqual([meanF, vacuous], [0.6 / 3, { p: 2, r: 0 }]);
    assert.deepEqual(summarizePredictions([]).meanF, null);
  });

  it('have no figures for nothing', () => {
    const { n, meanP, tauB, staleShare } = summarizePredictions([]);
    assert.deepEqual([n, meanP, tauB, staleShare], [0, null, null, null]);
  });

  it('go by length, with a group for longer games', () => {
    const groups = summarizeByLength([1, 10, 11, 100, 101, 250].map((ply) => ({ ply, comparison: item(1, 0) })));
    assert.deepEqual(
      groups.map(({ from, to, n }) => [from, to, n]),
      [
        [1, 10, 2],
        [11, 20, 1],
        [81, 100, 1],
        [101, null, 2],
      ],
    );
  });

  it('go by label, never across models', () => {
    assert.deepEqual(
      [...byLabel(['a1', 'b1', 'a2'], (s) => s.charAt(0))],
      [
        ['a', ['a1', 'a2']],
        ['b', ['b1']],
      ],
    );
  });

  it('give the expected score over samples of one model', () => {
    const expected = expectedScores([item(0.2, 1), item(0.6, 1)]);
    assert.ok(expected !== undefined && Math.abs(expected.p.mean - 0.4) < 1e-12);
    assert.ok(Math.abs(expected.p.standardError - 0.2) < 1e-12);
    assert.equal(expectedScores([]), undefined);
  });
});
