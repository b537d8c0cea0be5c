import { inThread } from '../../compute/in-thread.ts';
import { JOB_TABLE } from '../../compute/job-table.ts';
import { systemClock } from '../../compute/system-clock.ts';
import { EMBEDDED_ENGINE } from '../../engine/embedded.ts';
import { EngineValues } from '../../engine/engine-values.ts';
import { workerProgram } from '../../engine/worker-program.ts';
import type { ServerHost } from '../host.ts';
import { openEngineWorker } from './open-engine.ts';

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
            program: workerProgram(EMBEDDED_ENGINE.name, () => openEngineWorker(folder)),
            clock: systemClock,
            limit: { depth },
          }),
  };
}

/** Calls back after pending events; timers would be clamped to 4 ms. */
function immediates(): (callback: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.addEventListener('message', () => waiting.shift()?.());
  channel.port1.start();
  return (callback) => {
    waiting.push(callback);
    channel.port2.postMessage(undefined);
  };
}
