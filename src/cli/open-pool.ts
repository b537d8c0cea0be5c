import { JOB_VERSIONS, type Jobs } from '../compute/jobs/jobs.ts';
import { inThread } from '../compute/pool/in-thread.ts';
import { Pool } from '../compute/pool/pool.ts';
import type { Transport } from '../compute/pool/transport.ts';
import { systemClock } from '../compute/system-clock.ts';
import { note } from './io/stderr.ts';

export interface PoolNeeds {
  /** Worker threads; by default one for each core. */
  readonly jobs: number | undefined;
  /** So little work that starting threads would take longer. */
  readonly small: boolean;
}

/** Opens the pool for a command and closes it afterwards. */
export async function withPool<T>(needs: PoolNeeds, use: (pool: Pool<Jobs>) => Promise<T>): Promise<T> {
  const pool = new Pool<Jobs>({
    transport: await transportFor(needs),
    versions: JOB_VERSIONS,
    clock: systemClock,
    onNotice: ({ reason, retried, failed }) =>
      note(`a worker ended: ${reason}; ${retried} jobs are tried again, ${failed} given up`),
  });
  try {
    return await use(pool);
  } finally {
    await pool.dispose();
  }
}

async function transportFor({ jobs, small }: PoolNeeds): Promise<Transport> {
  if (small) {
    const { JOB_TABLE } = await import('../compute/jobs/job-table.ts');
    return inThread(JOB_TABLE, systemClock, setImmediate);
  }
  const { nodeThreads, workerBeside } = await import('../compute/pool/node-threads.ts');
  return nodeThreads(workerBeside(import.meta.url), jobs);
}
