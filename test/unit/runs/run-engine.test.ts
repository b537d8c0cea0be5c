import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { Spending } from '../../../src/core/evaluation/runs/spending.ts';
import type { Completion } from '../../../src/models/model.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import type { RetryEvent } from '../../../src/models/retry.ts';
import { AdaptiveLimit } from '../../../src/models/runs/adaptive-limit.ts';
import { type RunOptions, runTasks } from '../../../src/models/runs/run-engine.ts';
import { pgnTasks } from '../../../src/models/runs/task-list.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { failsWith, HastyClock, modelThat, NEVER, optionsOf, says, tasksOf } from './run-support.ts';

const tasks = tasksOf();
const all = tasks.numbersOf(undefined);
const PATIENT = { retries: 50, delay: 1, maxDelay: 8, maxRetryAfter: 1000 };

/** Runs tasks with a model and keeps what was recorded. */
async function run(
  model: RunOptions['model'],
  over: Parameters<typeof optionsOf>[2] = {},
  signal: AbortSignal = NEVER,
  numbers: readonly number[] = all,
) {
  const samples: RunSample[] = [];
  const append = (sample: RunSample): Promise<void> => {
    samples.push(sample);
    return Promise.resolve();
  };
  const outcome = await runTasks(tasks.ofNumbers(numbers), optionsOf(model, append, over), signal);
  return { samples, outcome };
}

describe('a run', () => {
  it('asks for each task once, with numbers, hashes and times', async () => {
    let asked = 0;
    const { samples, outcome } = await run(modelThat(() => (asked++, says())));
    assert.equal(asked, all.length);
    assert.deepEqual(outcome, { answered: all.length, cached: 0, failed: 0, stop: undefined });
    assert.deepEqual(
      samples.map(({ task }) => task).sort((a = 0, b = 0) => a - b),
      all,
    );
    assert.equal(new Set(samples.map(({ id }) => id)).size, all.length);
    const [first] = samples;
    assert.match(first?.promptHash ?? '', /^[0-9a-f]{64}$/);
    assert.equal(first?.timing?.started, '2026-01-01T00:00:00.000Z');
  });

  it('never has more requests on their way than it may', async () => {
    let now = 0;
    let most = 0;
    const model = modelThat(async () => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
      return says();
    });
    await run(model, { concurrency: 5 });
    assert.ok(most <= 5 && most > 1, String(most));
  });

  it('comes through a storm of refusals without an error', async () => {
    let now = 0;
    const model = modelThat(async () => {
      now++;
      await new Promise(setImmediate);
      const answer = now > 2 ? failsWith('rate-limited', true, 100) : says();
      now--;
      return answer;
    });
    const clock = new HastyClock();
    const limit = new AdaptiveLimit(32, clock, 32);
    const { outcome } = await run(model, { concurrency: 32, clock, limit, retry: PATIENT });
    assert.deepEqual(outcome, { answered: all.length, cached: 0, failed: 0, stop: undefined });
    assert.ok(limit.limit < 32);
  });

  it('waits as long as the server asks, all of it, and says so', async () => {
    const clock = new ManualClock();
    const times: number[] = [];
    const model = modelThat((_, n) => {
      times.push(clock.now());
      return n === 1 ? failsWith('rate-limited', true, 5000) : says();
    });
    const events: RetryEvent[] = [];
    const limit = new AdaptiveLimit(1, clock);
    const running = run(
      model,
      { concurrency: 3, clock, limit, onRetry: (event) => events.push(event) },
      NEVER,
      [0, 1, 2],
    );
    for (let i = 0; i < 60; i++) {
      await new Promise(setImmediate);
      if (clock.waiting > 0) clock.pass(100);
    }
    const { outcome } = await running;
    assert.equal(outcome.answered, 3);
    assert.ok(
      times.slice(1).every((time) => time >= 5000),
      times.join(),
    );
    const { wait, ...event } = events[0] ?? { wait: 0 };
    assert.ok(wait >= 5000);
    assert.deepEqual(event, {
      fault: { code: 'rate-limited', message: 'the model says rate-limited', retryable: true, retryAfter: 5000 },
      attempt: 2,
      attempts: 4,
    });
  });

  it('ends where the server asks for more patience than it has, and records nothing', async () => {
    const { samples, outcome } = await run(modelThat(() => failsWith('rate-limited', true, 3_600_000)));
    assert.equal(outcome.stop?.why, 'hopeless');
    assert.deepEqual(samples, []);
  });

  it('records faults as errors, never as wrong answers, and goes on', async () => {
    const { samples, outcome } = await run(
      modelThat((_, n) => (n % 3 === 0 ? failsWith('refused-request') : says())),
      { concurrency: 1 },
    );
    assert.equal(outcome.failed, Math.floor(all.length / 3));
    const failed = samples.filter(({ error }) => error !== undefined);
    assert.equal(failed.length, outcome.failed);
    for (const { raw, extraction, error } of failed)
      assert.deepEqual([raw, extraction, error?.code], [null, null, 'refused-request']);
  });

  it('goes on where prompts are too long, however many', async () => {
    const { outcome } = await run(
      modelThat(() => failsWith('too-long')),
      { concurrency: 1 },
    );
    assert.deepEqual([outcome.failed, outcome.stop], [all.length, undefined]);
    const refused = await run(
      modelThat(() => failsWith('refused-request')),
      { concurrency: 1 },
    );
    assert.deepEqual([refused.outcome.failed, refused.outcome.stop?.why], [10, 'faults']);
  });

  it('tries again a bounded number of times', async () => {
    let asked = 0;
    const model = modelThat(() => (asked++, failsWith('unavailable', true)));
    const { outcome } = await run(model, { concurrency: 1 }, NEVER, [0]);
    assert.deepEqual([outcome.failed, asked], [1, 4]);
  });

  it('ends after ten failures in a row, and lets others come back', async () => {
    const { samples, outcome } = await run(
      modelThat(() => failsWith('bad-response')),
      { concurrency: 1 },
    );
    assert.equal(outcome.stop?.why, 'faults');
    assert.equal(samples.length, 10);
  });

  it('ends at once, without an error recorded, for what every request would meet', async () => {
    for (const code of ['unknown-model', 'unavailable'] as const) {
      let asked = 0;
      const { samples, outcome } = await run(
        modelThat((_, n) => (asked++, n > 4 ? failsWith(code) : says())),
        { concurrency: 1 },
      );
      assert.equal(outcome.stop?.why, 'hopeless');
      assert.equal(asked, 5);
      assert.equal(outcome.stop.message, `the model says ${code}`);
      assert.equal(samples.length, 4);
    }
  });

  it('blames the key where nothing was answered with it, and asks nothing more', async () => {
    let asked = 0;
    const model = modelThat(() => (asked++, failsWith('unauthorized')));
    const { samples, outcome } = await run(model, { concurrency: 4 });
    assert.equal(outcome.stop?.why, 'hopeless');
    assert.deepEqual([samples.length, asked], [0, 4]);
  });

  it('takes a refusal for that of one sample once the key was good, also where the good answer comes later', async () => {
    const model = modelThat(async (_, n) => {
      if (n % 4 === 1) return failsWith('unauthorized');
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      return says();
    });
    const { samples, outcome } = await run(model, { concurrency: 4 });
    assert.equal(outcome.stop, undefined);
    assert.ok(outcome.answered > 20 && outcome.answered + outcome.failed === samples.length);
  });

  it('goes on however many prompts in a row moderation refuses', async () => {
    const { samples, outcome } = await run(
      modelThat(() => failsWith('moderated')),
      { concurrency: 1 },
    );
    assert.deepEqual([outcome.stop, outcome.failed], [undefined, samples.length]);
    assert.ok(samples.length > 20);
  });

  it('can be cancelled anywhere: what was answered is recorded, nothing else', async () => {
    for (let at = 1; at < 30; at += 3) {
      const controller = new AbortController();
      let answered = 0;
      const model = modelThat((_, n) => {
        if (n === at) controller.abort();
        answered++;
        return n % 4 === 0 ? failsWith('unavailable', true) : says();
      });
      const { samples, outcome } = await run(model, { concurrency: 4 }, controller.signal);
      assert.equal(outcome.stop?.why, 'cancelled');
      assert.equal(samples.length, outcome.answered + outcome.failed);
      assert.ok(samples.every(({ error }) => error?.code !== 'cancelled'));
      assert.ok(samples.length <= answered);
    }
  });

  it('that is cancelled before it begins asks nothing', async () => {
    let asked = 0;
    const { outcome } = await run(
      modelThat(() => (asked++, says())),
      {},
      AbortSignal.abort(),
    );
    assert.deepEqual([outcome.stop?.why, asked], ['cancelled', 0]);
  });

  it('minds no clock that jumps, neither forward nor back', async () => {
    const clock = new HastyClock();
    const jumps = [1e12, -1e12, 0, 5];
    const model = modelThat((_, n) => {
      clock.set(jumps[n % jumps.length] ?? 0);
      return n % 5 === 0 ? failsWith('rate-limited', true, 50) : says();
    });
    const { samples, outcome } = await run(model, { clock, limit: new AdaptiveLimit(8, clock), retry: PATIENT });
    assert.equal(outcome.answered, all.length);
    assert.ok(samples.every(({ timing }) => (timing?.elapsed ?? -1) >= 0));
  });
});

describe('the cache of a run', () => {
  const cache = () => {
    const kept = new Map<string, Completion>();
    return {
      kept,
      get: (key: string) => Promise.resolve(kept.get(key)),
      put: (key: string, answer: Completion) => Promise.resolve(void kept.set(key, answer)),
    };
  };

  it('saves every request that was answered before, and none that failed', async () => {
    const kept = cache();
    const faulty = await run(
      modelThat((_, n) => (n % 2 === 0 ? failsWith('refused-request') : says())),
      { cache: kept, concurrency: 1 },
    );
    assert.equal(kept.kept.size, faulty.outcome.answered);
    let asked = 0;
    const { samples, outcome } = await run(
      modelThat(() => (asked++, says())),
      { cache: kept },
    );
    assert.equal(asked, all.length / 2);
    assert.equal(outcome.cached, all.length / 2);
    assert.equal(samples.filter(({ cached }) => cached === true).length, all.length / 2);
  });

  it('asks equal prompts once, also those in progress at the same time', async () => {
    const list = pgnTasks('1. e4 e5 *\n\n1. e4 e5 2. Nf3 *\n\n1. e4 *\n', {
      plies: 'every:1',
      samples: 2,
      templates: [DEFAULT_TEMPLATE],
      seed: 0,
    });
    assert.ok(list.ok);
    const numbers = list.value.numbersOf(undefined);
    const distinct = list.value.distinctNumbersOf(undefined);
    assert.deepEqual([list.value.positions, numbers.length, distinct.length], [6, 12, 6]);
    const shards = [1, 2].map((index) => list.value.distinctNumbersOf({ index, of: 2 }).length);
    assert.deepEqual(shards, [3, 3]);
    let asked = 0;
    const model = modelThat(() => (asked++, says()));
    const append = () => Promise.resolve();
    const outcome = await runTasks(
      list.value.ofNumbers(numbers),
      optionsOf(model, append, { cache: cache(), concurrency: 8 }),
      NEVER,
    );
    assert.deepEqual([asked, outcome.answered, outcome.cached], [6, 12, 6]);
  });

  it('tells models, servers, prompts, settings and samples apart', async () => {
    const kept = cache();
    const many = tasksOf('ends', 2);
    const append = () => Promise.resolve();
    let asked = 0;
    const model = modelThat(() => (asked++, says()));
    const endpoint = { baseUrl: 'http://a/v1', origin: 'http://a', host: 'a', local: false };
    const ask = async (over: Partial<RunOptions>): Promise<number> => {
      const before = asked;
      await runTasks(many.ofNumbers([0, 1]), optionsOf(model, append, { cache: kept, ...over }), NEVER);
      return asked - before;
    };
    assert.equal(await ask({}), 2);
    assert.equal(await ask({}), 0);
    assert.equal(await ask({ label: 'another name of the same' }), 0);
    assert.equal(await ask({ settings: { temperature: 1 } }), 2);
    assert.equal(await ask({ model: { ...model, label: 'n' } }), 2);
    assert.equal(await ask({ model: { ...model, endpoint } }), 2);
  });
});

describe('the limits of a run', () => {
  it('end it after so many requests, retries among them', async () => {
    let asked = 0;
    const model = modelThat((_, n) => (asked++, n % 2 === 0 ? failsWith('unavailable', true) : says()));
    const { outcome } = await run(model, { limits: { maxRequests: 10 } });
    assert.equal(outcome.stop?.why, 'budget');
    assert.equal(asked, 10);
    assert.ok(outcome.answered <= 5);
  });

  it('are no reason for its end where the key is wrong', async () => {
    const model = modelThat(async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      return failsWith('unauthorized');
    });
    const { outcome } = await run(model, { limits: { maxRequests: 2 }, concurrency: 8 });
    assert.equal(outcome.stop?.why, 'hopeless');
  });

  it('end it before the cost is more, with many requests on their way', async () => {
    const prices = { input: 1e6, output: 1e6, date: '2026-01-31' };
    for (const maxCost of [0, 14, 15, 100, 151]) {
      const spending = new Spending({ maxCost }, prices);
      const clock = new HastyClock();
      const { outcome } = await run(
        modelThat(() => says()),
        { spending, clock, limit: new AdaptiveLimit(8, clock, 1) },
      );
      // 15 an answer: the first, of which nothing is known, may go beyond.
      const expected = maxCost === 0 ? 0 : Math.max(1, Math.floor(maxCost / 15));
      assert.deepEqual([outcome.stop?.why, outcome.answered], ['budget', expected], String(maxCost));
      assert.equal(spending.cost, 15 * expected);
    }
  });

  it('of cost end it where the server does not say what it used', async () => {
    const prices = { input: 1, output: 1, date: '2026-01-31' };
    const silent = modelThat(() => ({ ok: true, value: { text: 'x', finishReason: 'stop' } }));
    const spending = new Spending({ maxCost: 5 }, prices);
    const { outcome } = await run(silent, { spending, concurrency: 1 });
    assert.equal(outcome.answered, 1);
    assert.match(outcome.stop?.message ?? '', /does not report token usage/);
  });
});

describe('the limit of requests at a time', () => {
  const enter = async (limit: AdaptiveLimit, times: number) => {
    const places = [];
    for (let i = 0; i < times; i++) places.push(await limit.enter(NEVER));
    return places;
  };

  it('doubles until the first overload, which halves it once for all requests of that time, then grows slowly', async () => {
    const clock = new ManualClock();
    const limit = new AdaptiveLimit(64, clock, 4);
    for (const leave of await enter(limit, 4)) leave?.({ sign: 'answered' });
    assert.equal(limit.limit, 8);
    clock.pass(10);
    const places = await enter(limit, 8);
    clock.pass(10);
    for (const leave of places) leave?.({ sign: 'overload' });
    assert.equal(limit.limit, 4);
    clock.pass(10);
    for (const leave of await enter(limit, 4)) leave?.({ sign: 'answered' });
    assert.equal(limit.limit, 4);
    for (const leave of await enter(limit, 4)) leave?.({ sign: 'answered' });
    assert.equal(limit.limit, 5);
  });

  it('never falls below one, and lets go who is cancelled without a timer left', async () => {
    const clock = new ManualClock();
    const limit = new AdaptiveLimit(2, clock, 2);
    for (let i = 0; i < 5; i++) {
      clock.pass(1);
      const [leave] = await enter(limit, 1);
      leave?.({ sign: 'overload', ...(i === 4 ? { retryAfter: 1000 } : {}) });
    }
    assert.equal(limit.limit, 1);
    const controller = new AbortController();
    const waiting = limit.enter(controller.signal);
    await new Promise(setImmediate);
    assert.equal(clock.waiting, 1);
    controller.abort();
    assert.equal(await waiting, undefined);
    assert.equal(clock.waiting, 0);
    assert.equal(limit.active, 0);
  });
});
