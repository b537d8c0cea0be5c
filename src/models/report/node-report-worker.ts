import { parentPort, workerData } from 'node:worker_threads';
import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { nodeThreads, workerBeside } from '../../compute/pool/node-threads.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { systemClock } from '../../compute/system-clock.ts';
import { nodeRunSource } from './node-run-source.ts';
import type { FromReportThread, ReportCall, ReportThreadData, ToReportThread } from './report-messages.ts';
import { ReportSession } from './report-session.ts';

// The thread of one report: it reads, sums up and sorts, while threads of its own score.
const port = parentPort;
if (port === null) throw new Error('not in a worker thread');
const { paths, settings } = workerData as ReportThreadData;
let pool: Pool<Jobs> | undefined;
let scoring = new AbortController();
const session = new ReportSession(
  paths.map((path) => nodeRunSource(path)),
  settings,
  () => {
    pool ??= new Pool<Jobs>({
      transport: nodeThreads(workerBeside(import.meta.url)),
      versions: JOB_VERSIONS,
      clock: systemClock,
    });
    return Promise.resolve(pool);
  },
  systemClock,
);
const post = (message: FromReportThread): void => port.postMessage(message);

port.on('message', (message: ToReportThread) => {
  if (message.name === 'cancel') scoring.abort();
  else void answer(message);
});

async function answer(call: ReportCall): Promise<void> {
  const { id } = call;
  try {
    post({ type: 'answer', id, output: await outputOf(call) });
  } catch (error) {
    post({ type: 'fault', id, message: error instanceof Error ? error.message : String(error) });
  }
}

async function outputOf(call: ReportCall): Promise<unknown> {
  switch (call.name) {
    case 'open':
      scoring = new AbortController();
      try {
        return await session.open((progress) => post({ type: 'progress', progress }), scoring.signal);
      } finally {
        await pool?.dispose();
        pool = undefined;
      }
    case 'page':
      return session.page(call.input.query, call.input.from, call.input.count);
    case 'place':
      return session.place(call.input);
    case 'text':
      return session.text(call.input.format, call.input.games);
  }
}
