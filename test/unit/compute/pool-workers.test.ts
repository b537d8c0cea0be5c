import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobVersions } from '../../../src/compute/jobs/jobs.ts';
import { Pool, type PoolOptions } from '../../../src/compute/pool/pool.ts';
import type { ToWorker, Transport, WorkerEvents } from '../../../src/compute/worker/worker-protocol.ts';
import { ManualClock } from '../../support/manual-clock.ts';

type Doubling = { readonly double: { readonly input: number; readonly output: number } };
const VERSIONS: JobVersions<Doubling> = { double: 1 };

/** A worker that a test speaks for. */
class Worker {
  readonly #events: WorkerEvents;
  readonly #asked: { readonly id: number; readonly input: number }[] = [];
  isOver = false;

  constructor(events: WorkerEvents) {
    this.#events = events;
  }

  take(message: ToWorker): void {
    if (message.kind !== 'requests') return;
    this.#asked.push(...message.requests.map(({ id, input }) => ({ id, input: input as number })));
  }

  ready(): void {
    this.#events.message({ kind: 'ready' });
  }

  /** Answers all that it was asked; true if there was something. */
  answer(): boolean {
    const asked = this.#asked.splice(0);
    if (asked.length === 0) return false;
    const replies = asked.map(({ id, input }) => ({ id, ms: 4, status: 'done' as const, value: 2 * input }));
    this.#events.message({ kind: 'replies', replies });
    return true;
  }
}

async function withWorkers(
  use: (parts: { pool: Pool<Doubling>; workers: Worker[]; clock: ManualClock }) => Promise<void>,
  options: Partial<PoolOptions<Doubling>>,
): Promise<void> {
  const workers: Worker[] = [];
  const transport: Transport = {
    concurrency: 3,
    start: (events) => {
      const worker = new Worker(events);
      workers.push(worker);
      return {
        flags: undefined,
        post: (message) => worker.take(message),
        terminate: () => Promise.resolve(void (worker.isOver = true)),
      };
    },
  };
  const clock = new ManualClock();
  const pool = new Pool<Doubling>({ transport, versions: VERSIONS, clock, ...options });
  try {
    await use({ pool, workers, clock });
  } finally {
    await pool.dispose();
    assert.equal(clock.waiting, 0, 'no timer is left');
  }
}

const request = (pool: Pool<Doubling>, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => pool.run('double', i)));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the workers of a pool', () => {
  it('start all with the first jobs, and stay, unless it is told otherwise', () =>
    withWorkers(async ({ pool, workers, clock }) => {
      const all = request(pool, 100);
      await turn();
      assert.equal(workers.length, 3);
      for (const worker of workers) worker.ready();
      while (workers.map((worker) => worker.answer()).some(Boolean));
      assert.deepEqual((await all)[7], { ok: true, value: 14 });
      clock.pass(1e9);
      assert.equal(pool.workers, 3);
    }, {}));

  it('start one by one while jobs wait for those that run, and end but for one when nothing is asked', () =>
    withWorkers(
      async ({ pool, workers, clock }) => {
        const all = request(pool, 100);
        await turn();
        assert.equal(workers.length, 1);
        // The time in which it starts does not count.
        clock.pass(10_000);
        assert.equal(workers.length, 1);
        workers[0].ready();
        clock.pass(499);
        assert.equal(workers.length, 1);
        clock.pass(1);
        assert.equal(workers.length, 2);
        workers[1].ready();
        clock.pass(500);
        assert.equal(workers.length, 3);
        workers[2].ready();
        while (workers.map((worker) => worker.answer()).some(Boolean));
        assert.equal((await all).length, 100);
        clock.pass(29_999);
        assert.equal(pool.workers, 3);
        clock.pass(1);
        assert.deepEqual(
          workers.map(({ isOver }) => isOver),
          [false, true, true],
        );
        const again = pool.run('double', 1000);
        await turn();
        workers[0].answer();
        assert.deepEqual(await again, { ok: true, value: 2000 });
        assert.equal(workers.length, 3);
      },
      { moreAfterMs: 500, endAfterMs: 30_000 },
    ));

  it('are no more than one for what one does in time', () =>
    withWorkers(
      async ({ pool, workers, clock }) => {
        for (let round = 0; round < 10; round++) {
          const all = Promise.all(Array.from({ length: 20 }, (_, i) => pool.run('double', 100 * round + i)));
          await turn();
          workers[0].ready();
          while (workers[0].answer()) clock.pass(100);
          await all;
          clock.pass(1000);
        }
        assert.equal(workers.length, 1);
      },
      { moreAfterMs: 500, endAfterMs: 30_000 },
    ));
});
