import { JOB_TABLE } from '../../compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { immediates, systemClock } from '../../compute/system-clock.ts';
import { inThread } from '../../compute/worker/job-runner.ts';
import type { Transport } from '../../compute/worker/worker-protocol.ts';
import { EngineValues } from '../../engine/engine-values.ts';
import { CHECK_LIMITS, combineValueSources, jobValueSources } from '../../engine/value-sources.ts';
import { embeddedWorker } from '../../engine/worker-program.ts';
import type { ServerHost } from '../host.ts';

/**
 * Returns the platform of a web worker. Heavy work runs in the same thread, in slices between messages: the server
 * already has its own worker, so the page stays responsive.
 */
export function browserHost(): ServerHost {
  const defer = immediates();
  const transport = (): Transport => inThread(JOB_TABLE, systemClock, defer);
  return {
    clock: systemClock,
    defer,
    transport,
    openStore: () => undefined,
    openValues: ({ depth, folder }) => {
      const pool = new Pool<Jobs>({ transport: transport(), versions: JOB_VERSIONS, clock: systemClock });
      const jobs = jobValueSources(pool, { limits: CHECK_LIMITS });
      if (folder === undefined) return combineValueSources(jobs, [pool]);
      const program = embeddedWorker(folder, (url) => new Worker(url));
      return combineValueSources(
        [new EngineValues({ program, clock: systemClock, limit: { depth } }), ...jobs],
        [pool],
      );
    },
  };
}
