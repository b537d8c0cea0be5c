import { besideBundle, nodeThread } from '../../compute/worker/node-threads.ts';
import { WorkerClient } from '../../compute/worker/worker-client.ts';
import type { Result } from '../../core/base/result.ts';
import type { ReportCalls, ReportWorkerData } from './report-calls.ts';
import type { ReportService, ReportSettings } from './report-session.ts';

/**
 * A report of run files of this machine, in a worker thread. A worker that ends takes the scored report with it, so it is
 * not restarted: every later question is rejected.
 *
 * @param bundle URL of the bundle that asks; the programs of threads lie beside it
 * @param program the file of the report's own, in that folder or one above
 */
export function nodeReportService(
  paths: readonly string[],
  settings: ReportSettings,
  bundle: string,
  program: string,
): ReportService {
  const data: ReportWorkerData = { bundle, paths, settings };
  const worker = new WorkerClient<ReportCalls>({
    start: nodeThread(besideBundle(bundle, program), data),
    restarts: false,
  });
  return {
    open: (onProgress, signal) => outputOf(worker.call('open', null, { onProgress, signal })),
    page: (query, from, count) => outputOf(worker.call('page', { query, from, count })),
    facts: (query, sample) => outputOf(worker.call('facts', { query, sample })),
    positions: (query, order, from, count) => outputOf(worker.call('positions', { query, order, from, count })),
    detail: (sample) => outputOf(worker.call('detail', sample)),
    place: (sample) => outputOf(worker.call('place', sample)),
    state: (sample, found) => outputOf(worker.call('state', { sample, found })),
    text: (format, games, page) => outputOf(worker.call('text', { format, games, page })),
    dispose: () => void worker.dispose(),
  };
}

/** The output of a call; rejected with why there is none. */
async function outputOf<Output>(call: Promise<Result<Output, { readonly message: string }>>): Promise<Output> {
  const result = await call;
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
