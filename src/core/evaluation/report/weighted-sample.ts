import type { Prices } from '../runs/run-schema.ts';
import type { ReportRun, ReportSample } from './report-sample.ts';

/** Sample with its numbers in a report, and its weight. */
export interface WeightedSample {
  readonly sample: ReportSample;
  readonly run: ReportRun;
  /** Number of the prompt: equal for the same line of moves. */
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
  /** Prices of its model, where the run states them. */
  readonly prices: Prices | undefined;
}
