import { err, ok, type Result } from '../../base/result.ts';
import { type CellFigures, type Report, reportModels } from './report.ts';

/** Metrics with thresholds: rates and means where more is better, over all lengths of a model. */
export const THRESHOLD_METRICS = [
  'exact',
  'position',
  'valid',
  'accuracy',
  'kernel',
  'p',
  'r',
  'f',
  'coverage',
] as const;
export type ThresholdMetric = (typeof THRESHOLD_METRICS)[number];

export interface Threshold {
  readonly metric: ThresholdMetric;
  /** Required value, 0..1. */
  readonly least: number;
}

/** Threshold, and the value of a model. */
export interface ThresholdResult extends Threshold {
  readonly series: string;
  /** Null when nothing is scored: the threshold is then not met. */
  readonly value: number | null;
  readonly met: boolean;
}

/** Reads `exact=0.5,p=0.4`; the error is a sentence. */
export function readThresholds(text: string): Result<Threshold[], string> {
  const thresholds: Threshold[] = [];
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.trim().split('=', 2);
    const metric = THRESHOLD_METRICS.find((known) => known === name.trim());
    const least = value.trim() === '' ? Number.NaN : Number(value);
    if (metric === undefined)
      return err(`unknown threshold "${name}"; expected one of ${THRESHOLD_METRICS.join(', ')}`);
    if (!(least >= 0 && least <= 1)) return err(`the threshold of ${metric} must be a number from 0 to 1`);
    thresholds.push({ metric, least });
  }
  return ok(thresholds);
}

/** Returns the value that is compared with a metric's threshold. */
export function thresholdValue(cell: CellFigures, metric: ThresholdMetric): number | null {
  if (metric === 'coverage') return cell.coverage;
  if (metric === 'p' || metric === 'r') return cell[metric].at(-1)?.value ?? null;
  return cell[metric]?.value ?? null;
}

/** Name in place of a model in a report without any: a threshold without a value is not met. */
export const NO_MODEL = 'no model';

/** Compares every threshold with every model; baselines beside models have no thresholds. */
export function judgeThresholds(report: Report, thresholds: readonly Threshold[]): ThresholdResult[] {
  const models = reportModels(report);
  if (models.length === 0)
    return thresholds.map((threshold) => ({ ...threshold, series: NO_MODEL, value: null, met: false }));
  return models.flatMap(({ name, all }) =>
    thresholds.map(({ metric, least }) => {
      const value = thresholdValue(all, metric);
      return { series: name, metric, least, value, met: value !== null && value >= least };
    }),
  );
}
