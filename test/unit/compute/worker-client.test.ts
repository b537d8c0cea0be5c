import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { CallServer } from '../../../src/compute/worker/call-server.ts';
import { nodeProcess, processEnd } from '../../../src/compute/worker/node-process.ts';
import { nodeThread, threadEnd } from '../../../src/compute/worker/node-threads.ts';
import { WorkerClient, type WorkerClientOptions } from '../../../src/compute/worker/worker-client.ts';
import type { StartWorker } from '../../../src/compute/worker/worker-protocol.ts';

type TestCalls = {
  /** Counts the calls that this worker has answered. */
  readonly count: { readonly input: null; readonly output: number; readonly progress: never };
  readonly data: { readonly input: null; readonly output: unknown; readonly progress: never };
  readonly fail: { readonly input: string; readonly output: never; readonly progress: never };
  /** Runs until it is cancelled; its output is what it says then. */
  readonly wait: { readonly input: string; readonly output: string; readonly progress: number };
  readonly die: { readonly input: number; readonly output: never; readonly progress: never };
};

let answered = 0;

/** Start data of the process that serves: it runs this file as the tests do. */
const PROCESS_DATA = { folder: 'here', isWorker: true };
const isProcess = process.argv[2] === JSON.stringify(PROCESS_DATA);

const serve = (): void => {
  const { data, post, listen } = isProcess ? processEnd() : threadEnd();
  const server = new CallServer<TestCalls>(
    {
      count: () => ++answered,
      data: () => data,
      fail: (message) => {
        throw new RangeError(message);
      },
      async wait(text, { signal, progress }) {
        progress(1);
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return `${text} cancelled`;
      },
      die: (status) => process.exit(status),
    },
    post,
  );
  listen((message) => server.receive(message));
  server.start();
};

type Use = (worker: WorkerClient<TestCalls>) => Promise<void>;
type WorkerOptions = Partial<WorkerClientOptions> & { readonly data?: unknown; readonly entry?: string };

async function withWorkerOf(
  program: (entry: URL, data: unknown) => StartWorker,
  use: Use,
  { data, entry = import.meta.url, ...rest }: WorkerOptions,
): Promise<void> {
  const worker = new WorkerClient<TestCalls>({ start: program(new URL(entry), data), restarts: true, ...rest });
  try {
    await use(worker);
  } finally {
    await worker.dispose();
  }
}

const done = <Value>(value: Value) => ({ ok: true, value });
const codeOf = (result: Awaited<ReturnType<WorkerClient<TestCalls>['call']>>): string | undefined =>
  result.ok ? undefined : result.error.code;

function callsOf(name: string, start: (entry: URL, data: unknown) => StartWorker): void {
  const withWorker = (use: Use, options: WorkerOptions = {}) => withWorkerOf(start, use, options);
  describe(`calls of a worker ${name} with its own state`, () => {
    it('have their outputs, from one worker, which knows what it was started with', () =>
      withWorker(
        async (worker) => {
          const counts = await Promise.all([worker.call('count', null), worker.call('count', null)]);
          assert.deepEqual(counts, [done(1), done(2)]);
          assert.deepEqual(await worker.call('data', null), done(PROCESS_DATA));
        },
        { data: PROCESS_DATA },
      ));

    it('fail with what their handler threw, and leave the worker as it is', () =>
      withWorker(async (worker) => {
        await worker.call('count', null);
        const failed = await worker.call('fail', 'out of range');
        assert.ok(!failed.ok && failed.error.code === 'COMPUTE_JOB_FAILED');
        assert.match(failed.error.message, /out of range$/);
        assert.match(failed.error.stack ?? '', /RangeError/);
        assert.deepEqual(await worker.call('count', null), done(2));
      }));

    it('report progress, and end as the worker says when they are cancelled', () =>
      withWorker(async (worker) => {
        const controller = new AbortController();
        const seen: number[] = [];
        const onProgress = (progress: number): void => {
          seen.push(progress);
          controller.abort();
        };
        const waiting = worker.call('wait', 'this', { signal: controller.signal, onProgress });
        const other = worker.call('count', null);
        assert.deepEqual(await waiting, done('this cancelled'));
        assert.deepEqual([seen, await other], [[1], done(1)]);
        assert.equal(codeOf(await worker.call('count', null, { signal: AbortSignal.abort() })), 'COMPUTE_CANCELLED');
      }));

    it('all fail when the worker ends; the next one starts another worker', () =>
      withWorker(async (worker) => {
        await worker.call('count', null);
        const ends = await Promise.all([worker.call('wait', 'x'), worker.call('die', 3), worker.call('wait', 'y')]);
        assert.deepEqual(ends.map(codeOf), Array(3).fill('COMPUTE_WORKER_DIED'));
        assert.match((!ends[0].ok && ends[0].error.message) || '', /status 3$/);
        assert.deepEqual(await worker.call('count', null), done(1));
      }));

    it('fail for good where a worker is not restarted', () =>
      withWorker(
        async (worker) => {
          assert.equal(codeOf(await worker.call('die', 3)), 'COMPUTE_WORKER_DIED');
          assert.equal(codeOf(await worker.call('count', null)), 'COMPUTE_WORKER_DIED');
        },
        { restarts: false },
      ));

    it('say so when the worker cannot be started', () =>
      withWorker(
        async (worker) => {
          const result = await worker.call('count', null);
          assert.ok(!result.ok && result.error.code === 'COMPUTE_START_FAILED');
          assert.match(result.error.message, /missing/);
        },
        { entry: new URL('missing.mjs', import.meta.url).href },
      ));

    it('say when there is the first and when the last was answered, and start anew after a release', () => {
      const busy: boolean[] = [];
      return withWorker(
        async (worker) => {
          await Promise.all([worker.call('count', null), worker.call('count', null)]);
          assert.deepEqual(busy, [true, false]);
          await worker.release();
          assert.deepEqual(await worker.call('count', null), done(1));
          assert.deepEqual(busy, [true, false, true, false]);
        },
        { onBusy: (isBusy) => busy.push(isBusy) },
      );
    });

    it('fail once the worker is closed', () =>
      withWorker(async (worker) => {
        const waiting = worker.call('wait', 'x');
        await worker.dispose();
        assert.equal(codeOf(await waiting), 'COMPUTE_DISPOSED');
        assert.equal(codeOf(await worker.call('count', null)), 'COMPUTE_DISPOSED');
      }));
  });
}

// The bundle of this file is the worker of its own tests.
if (isProcess || !isMainThread) serve();
else {
  callsOf('thread', nodeThread);
  callsOf('process', (entry) => nodeProcess(entry, PROCESS_DATA));
}
