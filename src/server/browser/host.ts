import { immediates } from '../../compute/immediates.ts';
import { inThread } from '../../compute/in-thread.ts';
import { JOB_TABLE } from '../../compute/job-table.ts';
import { systemClock } from '../../compute/system-clock.ts';
import { embeddedWorker } from '../../engine/embedded-worker.ts';
import { EngineValues } from '../../engine/engine-values.ts';
import type { ServerHost } from '../host.ts';

/**
 * The server in a web worker. Heavy work runs in the same thread, in slices between messages: the server is a worker of its own
 * already, so the page stays free.
 */
export function browserHost(): ServerHost {
  const defer = immediates();
  return {
    clock: systemClock,
    defer,
    transport: () => inThread(JOB_TABLE, systemClock, defer),
    openStore: () => undefined,
    openValues: ({ depth, folder }) =>
      folder === undefined
        ? undefined
        : new EngineValues({
            program: embeddedWorker(folder, (url) => new Worker(url)),
            clock: systemClock,
            limit: { depth },
          }),
  };
}
