import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Spending } from '../../../src/core/evaluation/runs/spending.ts';
import type { Completion, CompletionRequest, Model } from '../../../src/models/model.ts';
import { predictState } from '../../../src/models/predict/predict-state.ts';
import { SampleAttempts } from '../../../src/models/runs/sample-attempts.ts';
import { tasksOf } from './run-support.ts';

const ANSWER: Completion = { text: 'none', finishReason: 'stop' };

/** A clock that stands still until it is told. */
class HandClock {
  time = 1000;
  now = (): number => this.time;
  after = (): (() => void) => () => {};
}

describe('the time of an answer', () => {
  it('begins when the request goes out, and holds neither queues nor waits', async () => {
    const clock = new HandClock();
    const attempts = new SampleAttempts('id', {
      spending: new Spending({}, undefined),
      clock,
      instant: () => '2026-01-31T00:00:00.000Z',
    });
    await attempts.begin(undefined);
    clock.time += 500;
    attempts.sent();
    clock.time += 40;
    await attempts.end({ ok: false, error: { code: 'unavailable', message: 'busy', retryable: true } });
    attempts.wait(700);
    clock.time += 700;
    await attempts.begin(undefined);
    clock.time += 300;
    attempts.sent();
    clock.time += 25;
    await attempts.end({ ok: true, value: ANSWER });
    assert.deepEqual(attempts.timing, { started: '2026-01-31T00:00:00.000Z', elapsed: 25, waited: 700 });
    await attempts.begin(undefined);
    clock.time += 900;
    await attempts.end({ ok: true, value: { ...ANSWER, elapsed: 11 } });
    assert.equal(attempts.timing?.elapsed, 11, 'a model with a queue of its own says it');
  });

  it('is the same where no run file is written', async () => {
    const clock = new HandClock();
    const model: Model = {
      label: 'm',
      capabilities: () => Promise.reject(new Error('not asked')),
      complete: ({ onSent, onWait }: CompletionRequest) => {
        clock.time += 300;
        onSent?.();
        clock.time += 50;
        onWait?.(900);
        clock.time += 900;
        onSent?.();
        clock.time += 20;
        return Promise.resolve({ ok: true, value: ANSWER });
      },
    };
    const { position, template } = tasksOf().at(0);
    const options = { template, settings: {}, nameTemplate: false, now: clock.now };
    const { timing } = await predictState(model, position, options, new AbortController().signal);
    assert.deepEqual(timing, { elapsed: 20, waited: 900 });
  });
});
