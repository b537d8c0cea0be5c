import type { AnyJobTable } from '../jobs/jobs.ts';
import { systemClock } from '../system-clock.ts';
import { Runner } from './job-runner.ts';
import { threadEnd } from './node-threads.ts';

/** Serves jobs in this worker thread: the other end of `nodeThreads`. */
export function serveJobs(table: AnyJobTable): void {
  const { flags, post, listen } = threadEnd();
  const runner = new Runner(table, {
    now: () => systemClock.now(),
    defer: (callback) => setImmediate(callback),
    post,
    flags,
  });
  listen((message) => runner.receive(message));
  runner.start();
}
