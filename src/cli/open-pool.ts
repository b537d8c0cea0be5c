import { JOB_VERSIONS, type Jobs } from '../compute/jobs/jobs.ts';
import { Pool } from '../compute/pool/pool.ts';
import { inThread } from '../compute/worker/job-runner.ts';
import type { Transport } from '../compute/worker/worker-protocol.ts';
import type { AllowedPrograms } from '../compute/worlds/node-program-channel.ts';
import type { Terminal } from './io/terminal.ts';
import { namedPrograms } from './named-programs.ts';

export interface PoolNeeds {
  /** Number of worker threads (default: one per core). */
  readonly jobs: number | undefined;
  /** True if the work is shorter than the start of threads. */
  readonly small: boolean;
}

/** Opens the pool for a command and closes it afterwards. */
export async function withPool<T>(
  terminal: Terminal,
  needs: PoolNeeds,
  use: (pool: Pool<Jobs>) => Promise<T>,
): Promise<T> {
  const pool = new Pool<Jobs>({
    transport: await transportFor(terminal, needs),
    versions: JOB_VERSIONS,
    clock: terminal.clock,
    onNotice: ({ reason, retried, failed }) =>
      terminal.note(`a worker ended: ${reason}; ${retried} jobs retried, ${failed} failed`),
  });
  try {
    return await use(pool);
  } finally {
    await pool.dispose();
  }
}

async function transportFor(terminal: Terminal, { jobs, small }: PoolNeeds): Promise<Transport> {
  if (small) {
    const { JOB_TABLE } = await import('../compute/jobs/job-table.ts');
    return inThread(JOB_TABLE, terminal.clock, setImmediate);
  }
  const { nodeThreads, workerBeside } = await import('../compute/worker/node-threads.ts');
  return nodeThreads(workerBeside(import.meta.url), jobs, { commands: namedPrograms() } satisfies AllowedPrograms);
}

/** Provides a pool that is opened on first use, and closes it. */
export async function withLazyPool<T>(
  terminal: Terminal,
  jobs: number | undefined,
  use: (pool: () => Promise<Pool<Jobs>>) => Promise<T>,
): Promise<T> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let closing: Promise<void> | undefined;
  let opened: Promise<Pool<Jobs>> | undefined;
  const open = (): Promise<Pool<Jobs>> => {
    opened ??= new Promise((resolve, reject) => {
      closing = withPool(terminal, { jobs, small: false }, (pool) => {
        resolve(pool);
        return released;
      });
      closing.catch(reject);
    });
    return opened;
  };
  try {
    return await use(open);
  } finally {
    release();
    await closing;
  }
}
