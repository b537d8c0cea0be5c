import type { Prices } from '../runs/run-schema.ts';
import type { ReportRun, ReportSample } from './report-sample.ts';

/** A sample with its place among all of a report, and what it counts. */
export interface WeightedSample {
  readonly sample: ReportSample;
  readonly run: ReportRun;
  /** Number of what was asked: equal for the same line of moves. */
  readonly prompt: number;
  /** Number of the true state. */
  readonly state: number;
  /** Number of the cluster of games. */
  readonly cluster: number;
  /** 1 over the scored samples of the same prompt and sample number. */
  readonly weight: number;
  /** Number of that prompt and sample number within the series; -1 without scores. */
  readonly item: number;
  /** True if other samples have the same prompt and sample number. */
  readonly isShared: boolean;
  /** True if an earlier one of those holds the same answer. */
  readonly isCopy: boolean;
  /** Samples that hold this answer, if it is no copy. */
  copies: number;
  /** Of its model, where the run says. */
  readonly prices: Prices | undefined;
}
