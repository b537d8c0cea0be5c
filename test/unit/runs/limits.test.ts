import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RunMerge } from '../../../src/core/evaluation/runs/run-merge.ts';
import { readPlanned } from '../../../src/core/evaluation/runs/run-plan.ts';
import type { RunHeader } from '../../../src/core/evaluation/runs/run-schema.ts';
import { dearerPrices, type Reserved, Spending } from '../../../src/core/evaluation/runs/spending.ts';
import { RUN_HEADER, runSample } from '../../support/run-lines.ts';

const reasonOf = (reserved: Reserved): string => (reserved.kind === 'refused' ? reserved.reason : reserved.kind);

function settled(spending: Spending, input: number, output: number): void {
  const reserved = spending.reserve({ input, output });
  assert.ok(reserved.kind === 'granted', reasonOf(reserved));
  reserved.reservation.settle(true, { inputTokens: input, outputTokens: output });
}

describe('a limit of tokens', () => {
  it('is met by requests that use it up exactly, and no more', () => {
    const spending = new Spending({ maxTokensTotal: 100 }, undefined);
    settled(spending, 40, 20);
    assert.equal(
      reasonOf(spending.reserve({ input: 30, output: 11 })),
      'the limit of 100 tokens is reached (60 tokens used; the next request may take up to 41 tokens)',
    );
    settled(spending, 30, 10);
    assert.equal(
      reasonOf(spending.reserve({ input: 0, output: 0 })),
      'the limit of 100 tokens is reached (100 tokens used)',
    );
  });

  it('expects of a request without a bound as much as of the largest one so far', () => {
    const spending = new Spending({ maxTokensTotal: 100 }, undefined);
    settled(spending, 30, 21);
    assert.match(reasonOf(spending.reserve(undefined)), /; the next request may take up to 51 tokens/);
    const wide = new Spending({ maxTokensTotal: 102 }, undefined);
    settled(wide, 30, 21);
    assert.equal(wide.reserve(undefined).kind, 'granted');
  });

  it('expects of each request as much as of one that exceeded its bound', () => {
    const spending = new Spending({ maxTokensTotal: 100 }, undefined);
    const first = spending.reserve({ input: 10, output: 10 });
    assert.ok(first.kind === 'granted');
    first.reservation.settle(true, { inputTokens: 10, outputTokens: 50 });
    assert.match(reasonOf(spending.reserve({ input: 10, output: 10 })), /may take up to 60 tokens/);
  });

  it('lets a request wait while pending ones decide, until one of them is settled', async () => {
    const spending = new Spending({ maxTokensTotal: 100 }, undefined);
    const first = spending.reserve({ input: 50, output: 50 });
    assert.ok(first.kind === 'granted');
    assert.equal(spending.reserve({ input: 1, output: 0 }).kind, 'later');
    const waiting = [spending.settled(), spending.settled()];
    first.reservation.settle(true, { inputTokens: 10, outputTokens: 10 });
    first.reservation.settle(true, { inputTokens: 10, outputTokens: 10 });
    await Promise.all(waiting);
    assert.deepEqual(spending.tokens, { input: 10, output: 10 });
    assert.equal(spending.reserve({ input: 80, output: 0 }).kind, 'granted');
  });

  it('holds what requests of unknown usage may have used', () => {
    const spending = new Spending({ maxTokensTotal: 100 }, undefined);
    const first = spending.reserve({ input: 30, output: 30 });
    assert.ok(first.kind === 'granted');
    first.reservation.settle(false, undefined);
    assert.equal(spending.unknown, 1);
    assert.equal(
      reasonOf(spending.reserve({ input: 41, output: 0 })),
      'the limit of 100 tokens is reached (0 tokens used, up to 60 tokens for 1 request of unknown usage; the next request may take up to 41 tokens)',
    );
    assert.equal(spending.reserve({ input: 40, output: 0 }).kind, 'granted');
  });

  it('counts other runs of the experiment', () => {
    const [spending, other] = [
      new Spending({ maxTokensTotal: 100, maxRequests: 3 }, undefined),
      new Spending({}, undefined),
    ];
    settled(other, 50, 30);
    spending.addOther(other);
    assert.match(reasonOf(spending.reserve({ input: 21, output: 0 })), /80 tokens used/);
    settled(spending, 1, 0);
    settled(spending, 1, 0);
    assert.equal(reasonOf(spending.reserve({ input: 1, output: 0 })), 'the limit of 3 requests is reached');
  });
});

describe('prices of a run that is resumed at others', () => {
  const first = { input: 2, output: 8, currency: 'USD', date: '2026-01-31' };

  it('are the higher ones of both, each by itself', () => {
    assert.deepEqual(dearerPrices(first, { input: 3, output: 6, date: '2026-02-28' }), {
      input: 3,
      output: 8,
      currency: 'USD',
      date: '2026-02-28',
    });
    assert.deepEqual(dearerPrices(first, { ...first, date: '2026-02-28' }), first);
    const batch = { input: 0.5, output: 5 };
    assert.deepEqual(dearerPrices(first, { ...first, batch })?.batch, { input: 1, output: 5 });
    assert.deepEqual(dearerPrices({ ...first, batch }, first)?.batch, { input: 1, output: 5 });
  });

  it('are those that there are', () => {
    assert.equal(dearerPrices(undefined, undefined), undefined);
    assert.equal(dearerPrices(first, undefined), first);
    assert.equal(dearerPrices(undefined, first), first);
  });
});

describe('the plan of a run', () => {
  it('has samples for each template, and the same key in each shard', () => {
    const two: RunHeader = {
      ...RUN_HEADER,
      plan: { ...RUN_HEADER.plan, templates: [...RUN_HEADER.plan.templates, { id: 'other', messages: [] }] },
    };
    const [whole, more] = [readPlanned(RUN_HEADER), readPlanned(two)];
    assert.deepEqual([whole?.tasks, whole?.each, more?.each], [40, 2, 4]);
    assert.notEqual(whole?.key, more?.key);
    const shard = { index: 2, of: 3 };
    const part: RunHeader = { ...RUN_HEADER, plan: { ...RUN_HEADER.plan, shard } };
    assert.deepEqual(readPlanned(part), { ...whole, shard });
    assert.notEqual(readPlanned({ ...RUN_HEADER, seed: 8 })?.key, whole?.key);
    assert.equal(readPlanned(undefined), undefined);
  });
});

describe('samples of several files of a run', () => {
  const answer = (task: number) => runSample({ id: `m#${task}.1.0`, task }, false);
  const failure = (task: number) => runSample({ id: `m#${task}.1.0`, task }, true);

  it('are the first answer, wherever a failed request is', () => {
    const orders = {
      first: [failure(0), answer(0), answer(0)],
      between: [answer(0), failure(0), answer(0)],
      last: [answer(0), answer(0), failure(0)],
    };
    for (const [name, samples] of Object.entries(orders)) {
      const merge = new RunMerge();
      assert.equal(merge.addPart('a', RUN_HEADER), undefined);
      for (const [line, sample] of samples.entries()) assert.equal(merge.addSample(sample, line), undefined);
      assert.deepEqual([merge.samples, merge.failed, merge.doubles], [1, 0, 1], name);
      assert.deepEqual([...merge.linesOf(0)], [name === 'first' ? 1 : 0], name);
    }
  });

  it('are the last of failed requests where no answer came', () => {
    const merge = new RunMerge();
    merge.addPart('a', RUN_HEADER);
    merge.addSample(failure(3), 2);
    merge.addPart('b', RUN_HEADER);
    merge.addSample(failure(3), 5);
    assert.deepEqual([merge.samples, merge.failed, merge.doubles], [1, 1, 0]);
    assert.deepEqual([[...merge.linesOf(0)], [...merge.linesOf(1)]], [[], [5]]);
  });

  it('have tasks of the plan', () => {
    const merge = new RunMerge();
    merge.addPart('a', RUN_HEADER);
    assert.equal(merge.addSample(answer(39), 2), undefined);
    assert.equal(merge.addSample(answer(40), 3), "sample m#40.1.0 is not in the run's plan");
    assert.equal(merge.samples, 1);
  });
});
