import type { ReportFormat } from '../../core/evaluation/report/report-text.ts';
import type { SamplePage, SampleQuery } from '../../core/evaluation/report/sample-table.ts';
import type { GamesByName } from './game-places.ts';
import type { ReportProgress, ReportSettings, SamplePlace, ShownReport } from './report-session.ts';

/** What the thread of a report is started with. */
export interface ReportThreadData {
  readonly paths: readonly string[];
  readonly settings: ReportSettings;
}

/** What the thread is asked; each has its answer. */
export interface ReportCalls {
  readonly open: { readonly input: null; readonly output: ShownReport };
  readonly page: {
    readonly input: { readonly query: SampleQuery; readonly from: number; readonly count: number };
    readonly output: SamplePage;
  };
  readonly place: { readonly input: number; readonly output: SamplePlace | undefined };
  readonly text: {
    readonly input: { readonly format: ReportFormat; readonly games: GamesByName };
    readonly output: string;
  };
}

export type ReportCall = {
  [Name in keyof ReportCalls]: { readonly id: number; readonly name: Name; readonly input: ReportCalls[Name]['input'] };
}[keyof ReportCalls];

/** To the thread. */
export type ToReportThread = ReportCall | { readonly name: 'cancel' };

/** From the thread. */
export type FromReportThread =
  | { readonly type: 'progress'; readonly progress: ReportProgress }
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'fault'; readonly id: number; readonly message: string };
