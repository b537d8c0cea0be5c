import { localReportService } from '../../models/report/local-report-service.ts';
import { nodeReportService } from '../../models/report/node-report-service.ts';
import type { OpenReport } from './feature.ts';
import { fetchedRun } from './files/run-files.ts';

/**
 * Returns a function that opens reports of runs, in a thread if the files are on this machine.
 *
 * @param bundle URL of the extension's bundle; the threads' programs are beside it
 */
export const nodeReports =
  (bundle: string): OpenReport =>
  (runs, settings) => {
    // Other file systems have no path that a thread could read.
    if (runs.some(({ scheme }) => scheme !== 'file')) return localReportService(runs.map(fetchedRun), settings);
    const paths = runs.map(({ fsPath }) => fsPath);
    return nodeReportService(paths, settings, bundle, 'report-worker.cjs');
  };
