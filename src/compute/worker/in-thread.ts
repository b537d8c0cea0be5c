import type { Clock } from '../../protocol/clock.ts';
import type { AnyJobTable } from '../jobs/job.ts';
import { Runner } from './runner.ts';
import type { Transport } from './transport.ts';

/**
 * Runs jobs in this thread, in slices between which other events are served. For inputs too small to pay for a thread, and for
 * hosts that allow no worker.
 * @param defer Calls back after pending events: `setImmediate` in Node, a `MessageChannel` in browsers (timers are clamped there).
 */
export function inThread(table: AnyJobTable, clock: Clock, defer: (callback: () => void) => void): Transport {
  return {
    concurrency: 1,
    start(events) {
      const runner = new Runner(
        { jobs: table.jobs },
        { now: () => clock.now(), defer, post: (message) => events.message(message) },
      );
      let open = true;
      defer(() => {
        if (open) runner.start();
      });
      return {
        flags: undefined,
        post: (message) => runner.receive(message),
        terminate() {
          open = false;
          runner.close();
          return Promise.resolve();
        },
      };
    },
  };
}
