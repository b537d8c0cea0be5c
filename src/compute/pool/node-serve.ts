import { parentPort, workerData } from 'node:worker_threads';
import type { AnyJobTable } from '../jobs/job.ts';
import { systemClock } from '../system-clock.ts';
import type { ToRunner } from './messages.ts';
import type { ThreadData } from './node-threads.ts';
import { Runner } from './runner.ts';

/** Serves jobs in this worker thread: the other end of `nodeThreads`. */
export function serveThread(table: AnyJobTable): void {
  const port = parentPort;
  if (port === null) throw new Error('not in a worker thread');
  const runner = new Runner(table, {
    now: () => systemClock.now(),
    defer: (callback) => setImmediate(callback),
    post: (message) => port.postMessage(message),
    flags: (workerData as ThreadData).flags,
  });
  port.on('message', (message: ToRunner) => runner.receive(message));
  runner.start();
}
