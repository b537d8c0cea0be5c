import type { ReportFormat } from '../../core/evaluation/report/report-text.ts';
import type { SamplePage, SampleQuery } from '../../core/evaluation/report/sample-table.ts';
import type { GamesByName } from './game-places.ts';
import type { ReportProgress, ReportSettings, SamplePlace, ShownReport } from './report-session.ts';

/** The data that the worker of a report is started with. */
export interface ReportWorkerData {
  readonly paths: readonly string[];
  readonly settings: ReportSettings;
}

/** The calls of the worker of a report. */
export type ReportCalls = {
  readonly open: { readonly input: null; readonly output: ShownReport; readonly progress: ReportProgress };
  readonly page: {
    readonly input: { readonly query: SampleQuery; readonly from: number; readonly count: number };
    readonly output: SamplePage;
    readonly progress: never;
  };
  readonly place: { readonly input: number; readonly output: SamplePlace | undefined; readonly progress: never };
  readonly text: {
    readonly input: { readonly format: ReportFormat; readonly games: GamesByName };
    readonly output: string;
    readonly progress: never;
  };
};
