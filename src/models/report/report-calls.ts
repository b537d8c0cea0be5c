import type { PageScript } from '../../core/evaluation/report/html/page.ts';
import type { PositionOrder, PositionPage } from '../../core/evaluation/report/list/position-table.ts';
import type { SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { SampleFacts, SamplePage } from '../../core/evaluation/report/list/sample-table.ts';
import type { ReportFormat } from '../../core/evaluation/report/report-text.ts';
import type { SampleDetail } from '../../protocol/sample-detail.ts';
import type { GivenLine } from '../../protocol/state.ts';
import type { GamesByName } from './game-places.ts';
import type { ReportProgress, ReportSettings, SamplePlace, ShownReport } from './report-session.ts';
import type { FoundLine } from './sample-state.ts';

/** The data that the worker of a report is started with. */
export interface ReportWorkerData {
  /** URL of the bundle that asks; the compute threads' program lies beside it. */
  readonly bundle: string;
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
    readonly input: { readonly sample: number; readonly found?: FoundLine | undefined };
    readonly output: GivenLine | undefined;
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
