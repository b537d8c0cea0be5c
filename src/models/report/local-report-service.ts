import { JOB_TABLE } from '../../compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { immediates, systemClock } from '../../compute/system-clock.ts';
import { inThread } from '../../compute/worker/job-runner.ts';
import { type ReportService, ReportSession, type ReportSettings } from './report-session.ts';
import type { RunSource } from './run-source.ts';

/** Calls back after pending events; one for all reports, since a channel stays open. */
let afterEvents: ((callback: () => void) => void) | undefined;

/**
 * Returns a report whose samples are scored in slices of this thread, between which other work has its turn; scores are not stored.
 *
 * @param defer calls back after pending events
 */
export function localReportService(
  sources: readonly RunSource[],
  settings: ReportSettings,
  defer: (callback: () => void) => void = (callback) => {
    afterEvents ??= immediates();
    afterEvents(callback);
  },
): ReportService {
  let pool: Pool<Jobs> | undefined;
  const open = (): Promise<Pool<Jobs>> => {
    pool ??= new Pool<Jobs>({
      transport: inThread(JOB_TABLE, systemClock, defer),
      versions: JOB_VERSIONS,
      clock: systemClock,
    });
    return Promise.resolve(pool);
  };
  const session = new ReportSession(sources, settings, open, systemClock);
  return {
    figures: (keep, signal) => session.figures(keep, signal),
    open: (onProgress, signal) => session.open(onProgress, signal),
    page: (query, from, count) => Promise.resolve(session.page(query, from, count)),
    facts: (query, sample) => Promise.resolve(session.facts(query, sample)),
    positions: (query, order, from, count) => Promise.resolve(session.positions(query, order, from, count)),
    detail: (sample) => session.detail(sample),
    place: (sample) => Promise.resolve(session.place(sample)),
    state: (sample, found) => session.state(sample, found),
    text: (format, games, page) => session.text(format, games, page),
    dispose: () => void pool?.dispose(),
  };
}
