import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { thrownMessage } from '../../core/base/result.ts';
import {
  FLAG_COUNT,
  type FromWorker,
  type StartWorker,
  type ToWorker,
  type Transport,
  type WorkerHandle,
} from './worker-protocol.ts';

/** The data that a worker thread is started with. */
export interface ThreadData {
  readonly flags: Int32Array;
  /** The data that its program is started with. */
  readonly data: unknown;
}

/**
 * Starts worker threads of Node.
 *
 * @param entry the bundled program, see `besideBundle`
 * @param data what the program is started with
 */
export const nodeThread =
  (entry: URL, data?: unknown): StartWorker =>
  (events): WorkerHandle => {
    const flags = new Int32Array(new SharedArrayBuffer(FLAG_COUNT * Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(entry, { workerData: { flags, data } satisfies ThreadData });
    let open = true;
    const died = (reason: string) => {
      if (!open) return;
      open = false;
      events.died(reason);
    };
    worker.on('message', (message: FromWorker) => {
      if (open) events.message(message);
    });
    worker.on('messageerror', (error) => died(error.message));
    worker.on('error', (error) => died(thrownMessage(error)));
    worker.on('exit', (status) => died(`the worker thread ended with status ${status}`));
    return {
      flags,
      post: (message) => worker.postMessage(message),
      keepAlive(alive) {
        if (alive) worker.ref();
        else worker.unref();
      },
      async terminate() {
        open = false;
        await worker.terminate();
      },
    };
  };

/**
 * Runs jobs in worker threads of Node.
 *
 * @param entry the bundled worker, see `workerBeside`
 * @param concurrency number of threads; by default one for each core that this process may use
 * @param data what their program is started with
 */
export const nodeThreads = (entry: URL, concurrency: number = availableParallelism(), data?: unknown): Transport => ({
  concurrency,
  start: nodeThread(entry, data),
});

/** The bundled worker that lies in the folder of a bundle or in one above it. */
export const workerBeside = (bundle: string): URL => besideBundle(bundle, 'compute-worker.mjs');

/** A file that is built together with a bundle: in its folder or in one above it. */
export function besideBundle(bundle: string, file: string): URL {
  for (let folder = new URL('.', bundle); ; ) {
    const entry = new URL(file, folder);
    const above = new URL('..', folder);
    if (existsSync(entry) || above.href === folder.href) return entry;
    folder = above;
  }
}

/** A worker thread's end of the protocol. */
export interface ThreadEnd {
  /** The data that the thread was started with. */
  readonly data: unknown;
  readonly flags: Int32Array;
  readonly post: (message: FromWorker) => void;
  /** Messages arrive from here on. */
  readonly listen: (receive: (message: ToWorker) => void) => void;
}

/** This worker thread's end: the counterpart of `nodeThread`. */
export function threadEnd(): ThreadEnd {
  const port = parentPort;
  if (port === null) throw new Error('not in a worker thread');
  const { flags, data } = workerData as ThreadData;
  return {
    data,
    flags,
    post: (message) => port.postMessage(message),
    listen: (receive) => void port.on('message', receive),
  };
}
