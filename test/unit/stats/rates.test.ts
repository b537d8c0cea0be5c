import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wilsonInterval } from '../../../src/core/base/stats/confidence-interval.ts';
import { mean, meanEstimate } from '../../../src/core/base/stats/descriptive.ts';

describe('Wilson interval', () => {
  it('gives the published values of Newcombe (1998), table I, method 3', () => {
    // R. G. Newcombe, 1998, "Two-sided confidence intervals for the single proportion: comparison of seven methods".
    for (const [successes, trials, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = wilsonInterval(successes, trials);
      assert.ok(interval !== undefined);
      assert.equal(interval.low.toFixed(4), low.toFixed(4));
      assert.equal(interval.high.toFixed(4), high.toFixed(4));
    }
  });

  it('stays within 0 and 1 and reaches them exactly', () => {
    assert.equal(wilsonInterval(0, 5)?.low, 0);
    assert.equal(wilsonInterval(5, 5)?.high, 1);
    assert.equal(wilsonInterval(0, 0), undefined);
  });
});

describe('means', () => {
  it('gives mean, sample deviation and standard error', () => {
    assert.deepEqual(meanEstimate([2, 4, 4, 4, 5, 5, 7, 9]), {
      n: 8,
      mean: 5,
      standardDeviation: Math.sqrt(32 / 7),
      standardError: Math.sqrt(32 / 7) / Math.sqrt(8),
    });
  });

  it('has no mean of nothing, and no spread of one value', () => {
    assert.equal(mean([]), undefined);
    assert.equal(meanEstimate([]), undefined);
    assert.equal(meanEstimate([3])?.standardError, 0);
  });
});
