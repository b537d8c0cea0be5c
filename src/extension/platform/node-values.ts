import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { systemClock } from '../../compute/system-clock.ts';
import { nodeThreads, workerBeside } from '../../compute/worker/node-threads.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import { openValueSource } from '../../engine/node-value-source.ts';
import type { ValueSettings } from './values.ts';

/**
 * The values of all games, outside of the extension host's thread: an engine in a process of its own, Connect Four and Hex in a
 * worker thread. Both are started when they are first asked.
 *
 * @param bundle URL of the extension's bundle; engine and worker lie beside it
 */
export function openNodeValues({ path, depth, threads }: ValueSettings, bundle: string): ValueSource {
  const pool = new Pool<Jobs>({
    transport: nodeThreads(workerBeside(bundle), 1),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
  return openValueSource({
    path,
    ...(depth === undefined ? {} : { depth }),
    ...(threads === undefined ? {} : { threads }),
    clock: systemClock,
    bundle,
    runner: pool,
  });
}
