import { localReportService } from '../../models/report/local-report-service.ts';
import type { OpenReport } from './feature.ts';
import { fetchedRun } from './files/run-files.ts';

/** Opens reports of runs in a browser: read as a whole, and scored between the messages of the extension host. */
export const openWebReport: OpenReport = (runs, settings) => localReportService(runs.map(fetchedRun), settings);
