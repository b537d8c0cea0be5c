import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import type { JobTable, JobVersions } from '../../../src/compute/jobs/jobs.ts';
import { Pool, type PoolOptions } from '../../../src/compute/pool/pool.ts';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { inThread } from '../../../src/compute/worker/job-runner.ts';
import { serveJobs } from '../../../src/compute/worker/node-serve-jobs.ts';
import { nodeThreads } from '../../../src/compute/worker/node-threads.ts';
import type { Transport } from '../../../src/compute/worker/worker-protocol.ts';
import { itLong } from '../../support/thorough.ts';

type TestJobs = {
  readonly square: { readonly input: number; readonly output: number };
  readonly runs: { readonly input: string; readonly output: number };
  readonly mark: { readonly input: string; readonly output: string };
  readonly wait: { readonly input: string; readonly output: string };
  readonly count: { readonly input: number; readonly output: number };
  readonly fail: { readonly input: string; readonly output: never };
  readonly hang: { readonly input: string; readonly output: never };
  readonly die: { readonly input: string; readonly output: never };
  readonly dieOnce: { readonly input: string; readonly output: string };
};

let runs = 0;
let warm = false;

const TABLE: JobTable<TestJobs> = {
  warmUp() {
    warm = true;
  },
  jobs: {
    square: (n) => n * n,
    runs: () => ++runs,
    /** Adds a character to a file, in whatever thread it runs. */
    mark: (file) => {
      appendFileSync(file, 'x');
      return file;
    },
    /** Goes on until somebody cancels it. */
    *wait(_, { cancellation, progress }) {
      progress(0, 1);
      while (!cancellation.cancelled) yield;
      return 'cancelled';
    },
    *count(to, { progress }) {
      for (let i = 0; i < to; i++) {
        progress(i, to);
        yield;
      }
      return to;
    },
    fail: (message) => {
      throw new RangeError(message);
    },
    hang: () => {
      for (;;);
    },
    die: () => process.exit(3),
    dieOnce: (mark) => {
      if (existsSync(mark)) return warm ? 'survived' : 'cold';
      writeFileSync(mark, '');
      return process.exit(3);
    },
  },
};

const VERSIONS: JobVersions<TestJobs> = {
  square: 1,
  runs: 1,
  mark: 1,
  wait: 1,
  count: 1,
  fail: 1,
  hang: 1,
  die: 1,
  dieOnce: 1,
};

const slices = () => inThread(TABLE, systemClock, setImmediate);
const threads = (workers = 2) => nodeThreads(new URL(import.meta.url), workers);

type Options = Partial<PoolOptions<TestJobs>>;

async function withPool(transport: Transport, use: (pool: Pool<TestJobs>) => Promise<void>, options: Options = {}) {
  const pool = new Pool({ transport, versions: VERSIONS, clock: systemClock, ...options });
  try {
    await use(pool);
  } finally {
    await pool.dispose();
  }
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

/** Cases of any transport; `ofPool` declares those that are about what the pool itself does, before and after a job runs. */
function sharedCases(start: (workers?: number) => Transport, ofPool = it) {
  it('gives the output of a job', () =>
    withPool(start(), async (pool) => assert.deepEqual(await pool.run('square', 12), { ok: true, value: 144 })));

  itLong('maps thousands of inputs in their order', () =>
    withPool(start(), async (pool) => {
      const results = await collect(pool.map('square', upTo(3000), { window: 100 }));
      assert.deepEqual(
        results,
        upTo(3000).map((n) => ({ ok: true, value: n * n })),
      );
    }),
  );

  ofPool('takes inputs only a window ahead of what is consumed', () =>
    withPool(start(), async (pool) => {
      let taken = 0;
      const inputs = function* () {
        for (; taken < 1000; taken++) yield taken;
      };
      let seen = 0;
      for await (const _ of pool.map('square', inputs(), { window: 10 })) {
        seen++;
        assert.ok(taken <= seen + 11, `${taken} taken when ${seen} were consumed`);
      }
      assert.equal(seen, 1000);
    }),
  );

  ofPool('stops taking inputs when the consumer leaves', () =>
    withPool(start(), async (pool) => {
      let closed = false;
      const inputs = function* () {
        try {
          for (let i = 0; ; i++) yield i;
        } finally {
          closed = true;
        }
      };
      for await (const result of pool.map('square', inputs(), { window: 10 })) {
        if (result.ok && result.value === 25) break;
      }
      await new Promise(setImmediate);
      assert.ok(closed);
    }),
  );

  ofPool('throws what the inputs throw, after the results before it', () =>
    withPool(start(), async (pool) => {
      const inputs = function* () {
        yield 2;
        throw new Error('unreadable');
      };
      const seen: unknown[] = [];
      await assert.rejects(async () => {
        for await (const result of pool.map('square', inputs())) seen.push(result);
      }, /unreadable/);
      assert.deepEqual(seen, [{ ok: true, value: 4 }]);
    }),
  );

  ofPool('computes equal inputs once, in flight and afterwards', () =>
    withPool(start(), async (pool) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'statelens-pool-'));
      try {
        const [x, y] = [path.join(folder, 'x'), path.join(folder, 'y')];
        const [a, b] = await Promise.all([pool.run('mark', x), pool.run('mark', x)]);
        const c = await pool.run('mark', x);
        const d = await pool.run('mark', y);
        assert.deepEqual([a, b], [c, c]);
        assert.notDeepEqual(c, d);
        assert.deepEqual([readFileSync(x, 'utf8'), readFileSync(y, 'utf8')], ['x', 'x']);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
  );

  ofPool('computes what runs once each time, and keeps nothing of it', () =>
    withPool(start(), async (pool) => {
      const all = await Promise.all([1, 2, 3].map(() => pool.run('runs', 'once', { once: true })));
      // threads count for themselves
      assert.ok(new Set(all.map((result) => result.ok && result.value)).size > 1);
      assert.equal(pool.cached, 0);
    }),
  );

  ofPool('ends with a coded error what runs once when it is closed', () =>
    withPool(start(), async (pool) => {
      const waiting = pool.run('wait', 'once', { once: true });
      await pool.dispose();
      assert.equal((await waiting).ok, false);
    }),
  );

  ofPool('keeps only as many results as it may', () =>
    withPool(
      start(),
      async (pool) => {
        const first = await pool.run('runs', 'first');
        for (const n of upTo(50)) await pool.run('square', n);
        assert.equal(pool.cached, 20);
        assert.notDeepEqual(await pool.run('runs', 'first'), first);
      },
      { cacheEntries: 20 },
    ),
  );

  it('gives a failed job back as an error, and keeps no errors', () =>
    withPool(start(), async (pool) => {
      const result = await pool.run('fail', 'seven');
      assert.ok(!result.ok);
      assert.equal(result.error.code, 'COMPUTE_JOB_FAILED');
      assert.match(result.error.message, /seven/);
      assert.match(result.error.stack ?? '', /RangeError/);
      assert.equal(pool.cached, 0);
      assert.deepEqual(await pool.run('square', 3), { ok: true, value: 9 });
    }));

  it('cancels a running job and goes on', () =>
    withPool(start(), async (pool) => {
      const controller = new AbortController();
      const result = await pool.run('wait', 'a', { signal: controller.signal, onProgress: () => controller.abort() });
      assert.ok(!result.ok && result.error.code === 'COMPUTE_CANCELLED');
      assert.deepEqual(await collect(pool.map('square', [5, 6])), [
        { ok: true, value: 25 },
        { ok: true, value: 36 },
      ]);
    }));

  ofPool('does not start what was cancelled before', () =>
    withPool(start(), async (pool) => {
      const result = await pool.run('wait', 'a', { signal: AbortSignal.abort() });
      assert.ok(!result.ok && result.error.code === 'COMPUTE_CANCELLED');
      assert.equal(pool.workers, 0);
    }),
  );

  it('goes on with a shared job while one of two still wants it', () =>
    withPool(start(), async (pool) => {
      const controller = new AbortController();
      const one = pool.run('runs', 'shared', { signal: controller.signal });
      const two = pool.run('runs', 'shared');
      controller.abort();
      assert.ok(!(await one).ok);
      assert.ok((await two).ok);
    }));

  ofPool('ends a map with coded errors when its signal aborts', () =>
    withPool(start(), async (pool) => {
      const controller = new AbortController();
      const results: boolean[] = [];
      for await (const { ok } of pool.map('square', upTo(1000), { window: 10, signal: controller.signal })) {
        results.push(ok);
        if (results.length === 3) controller.abort();
      }
      assert.ok(results.length < 30, `${results.length} results`);
      assert.equal(results.at(-1), false);
    }),
  );

  ofPool('runs what is visible first, also when it was asked for with less priority before', () =>
    withPool(start(1), async (pool) => {
      const order: string[] = [];
      const ask = async (input: string, priority: 'visible' | 'normal' | 'background') => {
        await pool.run('runs', input, { priority });
        order.push(input);
      };
      await Promise.all([
        ask('a', 'background'),
        ask('b', 'background'),
        ask('c', 'normal'),
        ask('d', 'visible'),
        ask('b', 'visible'),
      ]);
      assert.deepEqual(order, ['d', 'b', 'b', 'c', 'a']);
    }),
  );

  it('tells progress', () =>
    withPool(start(), async (pool) => {
      const told: (readonly [number, number])[] = [];
      await pool.run('count', 5000, { onProgress: (done, total) => told.push([done, total]) });
      assert.deepEqual(told[0], [0, 5000]);
    }));

  it('fails what is left when it is disposed, and everything later', async () => {
    const pool = new Pool({ transport: start(), versions: VERSIONS, clock: systemClock });
    const waiting = pool.run('wait', 'a');
    await pool.dispose();
    await pool.dispose();
    for (const result of [await waiting, await pool.run('square', 2)]) {
      assert.ok(!result.ok && result.error.code === 'COMPUTE_DISPOSED');
    }
    assert.equal(pool.workers, 0);
  });
}

function threadCases(start: () => Transport) {
  it('replaces a worker that does not notice the cancellation', () =>
    withPool(
      start(),
      async (pool) => {
        const controller = new AbortController();
        const hanging = [
          pool.run('hang', 'a', { signal: controller.signal }),
          pool.run('hang', 'b', { signal: controller.signal }),
        ];
        const after = pool.run('square', 7);
        controller.abort();
        for (const result of await Promise.all(hanging)) assert.ok(!result.ok);
        assert.deepEqual(await after, { ok: true, value: 49 });
      },
      { graceMs: 20 },
    ));

  it('tries once more when a worker died, says so, and warms the new one up', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'pool-'));
    const notices: unknown[] = [];
    try {
      await withPool(
        start(),
        async (pool) =>
          assert.deepEqual(await pool.run('dieOnce', path.join(folder, 'mark')), { ok: true, value: 'survived' }),
        { onNotice: (notice) => notices.push(notice) },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.deepEqual(notices, [{ reason: 'the worker thread ended with status 3', retried: 1, failed: 0 }]);
  });

  it('gives up a job that kills its worker twice, and no other', () =>
    withPool(start(), async (pool) => {
      const inputs = upTo(40);
      const [death, results] = await Promise.all([pool.run('die', 'x'), collect(pool.map('square', inputs))]);
      assert.ok(!death.ok && death.error.code === 'COMPUTE_WORKER_DIED');
      assert.deepEqual(
        results,
        inputs.map((n) => ({ ok: true, value: n * n })),
      );
    }));

  it('says so when no worker can be started', () =>
    withPool(nodeThreads(new URL('missing.mjs', import.meta.url), 2), async (pool) => {
      const result = await pool.run('square', 1);
      assert.ok(!result.ok && result.error.code === 'COMPUTE_START_FAILED');
      assert.match(result.error.message, /missing/);
    }));
}

function main() {
  describe('the pool on slices of its own thread', () => sharedCases(slices));
  describe('the pool on worker threads', () => sharedCases(threads, itLong));
  describe('the pool on worker threads only', () => threadCases(threads));
}

// The bundle of this file is the worker of its own tests.
if (isMainThread) main();
else serveJobs(TABLE);
