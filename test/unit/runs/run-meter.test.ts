import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Spending } from '../../../src/core/evaluation/runs/spending.ts';
import { AdaptiveLimit } from '../../../src/models/runs/adaptive-limit.ts';
import { RunMeter } from '../../../src/models/runs/run-meter.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { failsWith } from './run-support.ts';

const SECOND = 1000;

function meterAt(clock: ManualClock) {
  const known = { answered: new Set<string>(), failed: new Set<string>() };
  const meter = new RunMeter(known, 600, 500, new Spending({}, undefined), new AdaptiveLimit(4, clock), clock);
  return { known, meter };
}

describe('the progress of a run', () => {
  it('tells of the whole file and of this call', () => {
    const clock = new ManualClock();
    const { known, meter } = meterAt(clock);
    for (let i = 0; i < 100; i++) known.answered.add(`${i}`);
    known.failed.add('x');
    meter.step(false);
    meter.step(true);
    const { total, answered, failed, wanted, asked, faults } = meter.progress;
    assert.deepEqual([total, answered, failed], [600, 100, 1]);
    assert.deepEqual([wanted, asked, faults], [500, 2, 1]);
  });

  it('has the rate of the last seconds, which follows what changes', () => {
    const clock = new ManualClock();
    const { meter } = meterAt(clock);
    assert.equal(meter.progress.rate, undefined);
    const go = (seconds: number, each: number): void => {
      for (let i = 0; i < seconds; i++) {
        for (let k = 0; k < each; k++) meter.step(false);
        clock.pass(SECOND);
      }
    };
    go(1, 8);
    assert.equal(meter.progress.rate, 8);
    go(20, 8);
    assert.equal(meter.progress.rate, 8);
    go(10, 2);
    assert.equal(meter.progress.rate, 2);
    clock.pass(11 * SECOND);
    assert.equal(meter.progress.rate, 0, 'a run that waits has no rate of earlier times');
  });

  it('estimates the rest by the last seconds, and of slow runs by all of them', () => {
    const clock = new ManualClock();
    const { meter } = meterAt(clock);
    assert.equal(meter.progress.left, undefined);
    for (let i = 0; i < 100; i++) {
      clock.pass(SECOND / 5);
      meter.step(false);
    }
    assert.equal(Math.round(meter.progress.left ?? 0), 80, '400 more at 5 a second');
    assert.equal(meter.progress.since, 20 * SECOND);
    const slow = meterAt(clock).meter;
    for (let i = 0; i < 5; i++) {
      clock.pass(40 * SECOND);
      slow.step(false);
    }
    assert.equal(slow.progress.left, 495 * 40);
    clock.pass(30 * SECOND);
    assert.equal(slow.progress.left, 495 * 40, 'what passes since the last answer is not an answer');
  });

  it('tells the waits that go on, and when they are over', () => {
    const clock = new ManualClock();
    const { meter } = meterAt(clock);
    clock.pass(500);
    const failed = failsWith('rate-limited');
    assert.ok(!failed.ok);
    meter.retry({ fault: failed.error, attempt: 2, attempts: 7, wait: 4000 });
    meter.retry({ fault: failed.error, attempt: 5, attempts: 7, wait: 9000 });
    const [{ reason, ...first } = { reason: '' }, second] = meter.progress.waits;
    assert.match(reason, /rate-limited/);
    assert.deepEqual(first, { what: 'rate limited', attempt: 2, attempts: 7, until: 4500 });
    assert.equal(second?.until, 9500);
    clock.pass(4000);
    assert.deepEqual(
      meter.progress.waits.map(({ attempt }) => attempt),
      [5],
    );
  });
});
