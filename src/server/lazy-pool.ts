import { JOB_VERSIONS, type Jobs } from '../compute/jobs/jobs.ts';
import { Pool } from '../compute/pool/pool.ts';
import type { ServerHost } from './host.ts';
import type { Log } from './log.ts';

/** Number of comparisons that the pool keeps for hovers and the state view; lenses have their own cache. */
const POOL_ENTRIES = 300;

/**
 * Times of workers, each of which takes 25 MB and a quarter of a second to start: a screen of predictions needs one,
 * a large file all of them.
 */
const TIMES = { moreAfterMs: 1000, endAfterMs: 30_000 };

/** The compute pool of a server, started with the first job. */
export class LazyPool {
  readonly #host: ServerHost;
  readonly #log: Log;
  #pool: Pool<Jobs> | undefined;

  constructor(host: ServerHost, log: Log) {
    this.#host = host;
    this.#log = log;
  }

  readonly get = (): Pool<Jobs> => {
    this.#pool ??= new Pool<Jobs>({
      transport: this.#host.transport(),
      versions: JOB_VERSIONS,
      clock: this.#host.clock,
      cacheEntries: POOL_ENTRIES,
      ...TIMES,
      onNotice: ({ reason, retried, failed }) =>
        this.#log.warn(`a worker ended (${reason}); ${retried} jobs are retried, ${failed} have failed`),
    });
    return this.#pool;
  };

  async dispose(): Promise<void> {
    await this.#pool?.dispose();
  }
}
