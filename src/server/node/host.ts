import { JOB_VERSIONS } from '../../compute/jobs.ts';
import { nodeThreads, workerBeside } from '../../compute/node-threads.ts';
import { openValueSource } from '../../engine/node-value-source.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ServerHost } from '../host.ts';
import { FileStore } from './file-store.ts';

/**
 * The server in Node: heavy work in threads.
 *
 * @param bundle URL of the file that runs; the worker's bundle lies beside it
 */
export const nodeHost = (bundle: string): ServerHost => ({
  clock,
  defer: (callback) => void setImmediate(callback),
  transport: () => nodeThreads(workerBeside(bundle)),
  openStore: (folder) => new FileStore(folder, JOB_VERSIONS.compare),
  openValues: (settings) => openValueSource({ ...settings, bundle, clock }),
});

const clock: Clock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
