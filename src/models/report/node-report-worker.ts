import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { systemClock } from '../../compute/system-clock.ts';
import { CallServer } from '../../compute/worker/call-server.ts';
import { nodeThreads, threadEnd, workerBeside } from '../../compute/worker/node-threads.ts';
import type { ReportCalls, ReportWorkerData } from './node-report-service.ts';
import { nodeRunSource } from './node-run-source.ts';
import { ReportSession } from './report-session.ts';

// The worker of one report: it reads, aggregates and sorts, while other threads score.
const { data, post, listen } = threadEnd();
const { bundle, paths, settings } = data as ReportWorkerData;
let pool: Pool<Jobs> | undefined;
/** Threads that score; figures of a row are not awaited, and leave the other cores to the user. */
let threads: number | undefined;
const session = new ReportSession(
  paths.map((path) => nodeRunSource(path)),
  { ...settings, node: process.versions.node },
  () => {
    pool ??= new Pool<Jobs>({
      transport: nodeThreads(workerBeside(bundle), threads),
      versions: JOB_VERSIONS,
      clock: systemClock,
    });
    return Promise.resolve(pool);
  },
  systemClock,
);

const server = new CallServer<ReportCalls>(
  {
    async figures(keep, { signal }) {
      threads = 1;
      try {
        return await session.figures(keep, signal);
      } finally {
        threads = undefined;
        await pool?.dispose();
        pool = undefined;
      }
    },
    async open(_, { progress, signal }) {
      try {
        return await session.open(progress, signal);
      } finally {
        await pool?.dispose();
        pool = undefined;
      }
    },
    page: ({ query, from, count }) => session.page(query, from, count),
    facts: ({ query, sample }) => session.facts(query, sample),
    positions: ({ query, order, from, count }) => session.positions(query, order, from, count),
    detail: (sample) => session.detail(sample),
    place: (sample) => session.place(sample),
    state: ({ sample, found }) => session.state(sample, found),
    text: ({ format, games, page }) => session.text(format, games, page),
  },
  post,
);
listen((message) => server.receive(message));
server.start();
