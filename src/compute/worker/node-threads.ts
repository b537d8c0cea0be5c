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

/** Start data of a worker thread. */
export interface ThreadData {
  readonly flags: Int32Array;
  /** Start data of its program. */
  readonly data: unknown;
}

/**
 * Starts worker threads of Node.
 *
 * @param entry the bundled program, see `besideBundle`
 * @param data start data of the program
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
 * @param data start data of the program
 */
export const nodeThreads = (entry: URL, concurrency: number = availableParallelism(), data?: unknown): Transport => ({
  concurrency,
  start: nodeThread(entry, data),
});

/** Returns the bundled worker in the folder of a bundle or in one above it. */
export const workerBeside = (bundle: string): URL => besideBundle(bundle, 'compute-worker.mjs');

/** Returns a file that is built together with a bundle: in its folder or in one above it. */
export function besideBundle(bundle: string, file: string): URL {
  for (let folder = new URL('.', bundle); ; ) {
    const entry = new URL(file, folder);
    const above = new URL('..', folder);
    if (existsSync(entry) || above.href === folder.href) return entry;
    folder = above;
  }
}

/** Worker's end of the protocol. */
export interface WorkerEnd {
  /** Data that the worker was started with. */
  readonly data: unknown;
  readonly post: (message: FromWorker) => void;
  /** Registers the receiver; messages arrive from then on. */
  readonly listen: (receive: (message: ToWorker) => void) => void;
}

export interface ThreadEnd extends WorkerEnd {
  readonly flags: Int32Array;
}

/** Returns this worker thread's end: the counterpart of `nodeThread`. */
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
