import { besideBundle, nodeThread } from '../../compute/worker/node-threads.ts';
import { WorkerClient } from '../../compute/worker/worker-client.ts';
import type { Result } from '../../core/base/result.ts';
import type { RunFigures } from '../../core/evaluation/report/cell.ts';
import type { PageScript } from '../../core/evaluation/report/html/page.ts';
import type { PositionOrder, PositionPage } from '../../core/evaluation/report/list/position-table.ts';
import type { SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { SampleFacts, SamplePage } from '../../core/evaluation/report/list/sample-table.ts';
import type { ReportFormat } from '../../core/evaluation/report/report-text.ts';
import type { SampleDetail } from '../../protocol/report-messages.ts';
import type { StandaloneLine } from '../../protocol/state.ts';
import type { ReportOverview, ReportProgress, ReportService, ReportSettings, SamplePlace } from './report-session.ts';
import type { GamesByName, PgnLine } from './sample-game.ts';

/**
 * Opens a report of run files of this machine in a worker thread. A worker that ends takes the scored report with it, so it is not
 * restarted: every later request is rejected.
 *
 * @param bundle URL of the caller's bundle; the programs of threads lie beside it
 * @param program file of the report's program, in that folder or one above
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
    figures: (keep, signal) => unwrapOutput(worker.call('figures', keep, { signal })),
    open: (onProgress, signal) => unwrapOutput(worker.call('open', null, { onProgress, signal })),
    page: (query, from, count) => unwrapOutput(worker.call('page', { query, from, count })),
    facts: (query, sample) => unwrapOutput(worker.call('facts', { query, sample })),
    positions: (query, order, from, count) => unwrapOutput(worker.call('positions', { query, order, from, count })),
    detail: (sample) => unwrapOutput(worker.call('detail', sample)),
    place: (sample) => unwrapOutput(worker.call('place', sample)),
    state: (sample, found) => unwrapOutput(worker.call('state', { sample, found })),
    text: (format, games, page) => unwrapOutput(worker.call('text', { format, games, page })),
    dispose: () => void worker.dispose(),
  };
}

/** Returns the output of a call; rejects with the reason why there is none. */
async function unwrapOutput<Output>(call: Promise<Result<Output, { readonly message: string }>>): Promise<Output> {
  const result = await call;
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

/** Start data of the worker of a report. */
export interface ReportWorkerData {
  /** URL of the caller's bundle; the compute threads' program lies beside it. */
  readonly bundle: string;
  readonly paths: readonly string[];
  readonly settings: ReportSettings;
}

/** Calls of the worker of a report. */
export type ReportCalls = {
  readonly figures: { readonly input: boolean; readonly output: RunFigures | undefined; readonly progress: never };
  readonly open: { readonly input: null; readonly output: ReportOverview; readonly progress: ReportProgress };
  readonly page: {
    readonly input: { readonly query: SampleQuery; readonly from: number; readonly count: number };
    readonly output: SamplePage;
    readonly progress: never;
  };
  readonly facts: {
    readonly input: { readonly query: SampleQuery; readonly sample: number };
    readonly output: SampleFacts;
    readonly progress: never;
  };
  readonly positions: {
    readonly input: {
      readonly query: SampleQuery;
      readonly order: PositionOrder;
      readonly from: number;
      readonly count: number;
    };
    readonly output: PositionPage;
    readonly progress: never;
  };
  readonly detail: { readonly input: number; readonly output: SampleDetail | undefined; readonly progress: never };
  readonly place: { readonly input: number; readonly output: SamplePlace | undefined; readonly progress: never };
  readonly state: {
    readonly input: { readonly sample: number; readonly found?: PgnLine | undefined };
    readonly output: StandaloneLine | undefined;
    readonly progress: never;
  };
  readonly text: {
    readonly input: {
      readonly format: ReportFormat;
      readonly games: GamesByName;
      readonly page?: PageScript | undefined;
    };
    readonly output: string;
    readonly progress: never;
  };
};
