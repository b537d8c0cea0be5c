import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  percent,
  percentInterval,
  pValue,
  scoreInterval,
  smallInterval,
} from '../../../src/core/evaluation/report/words.ts';

const interval = (value: number, low: number, high: number) => ({ value, low, high, method: 'wilson' }) as const;

describe('numbers of a report', () => {
  it('are bare 0 and 1 only when exactly so', () => {
    assert.deepEqual([0, 0.001, 0.42, 0.999, 1].map(percent), ['0 %', '<1 %', '42 %', '>99 %', '100 %']);
    assert.equal(scoreInterval(interval(0.999, 0.99, 1)), '>0.99 (0.99–1)');
    assert.deepEqual([0.00001, 0.0123, 0.5, 1].map(pValue), ['<0.001', '0.012', '0.50', '1']);
  });

  it('have their interval, unless it says no more than the value', () => {
    assert.equal(percentInterval(interval(0.42, 0.389, 0.451)), '42 % (39–45)');
    assert.equal(percentInterval(interval(0.94, 0.938, 0.942)), '94 %');
    assert.equal(scoreInterval(interval(1, 1, 1)), '1');
    assert.equal(scoreInterval(null), '–');
  });

  it('are written with digits however small where a logarithmic scale shows them', () => {
    assert.equal(smallInterval(interval(0.00043, 0.00021, 0.0011)), '0.00043 (0.0002–0.001)');
    assert.equal(smallInterval(interval(0.000047, 0.000031, 0.00008)), '4.7e−5 (3e−5–8e−5)');
  });
});
