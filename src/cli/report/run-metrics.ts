import { namedMetrics, type RunSource } from '../../models/report/run-source.ts';
import { usageError } from '../command.ts';
import type { ScoringFlags } from '../options.ts';

/** Options that replace the metrics named by runs. */
const METRICS = ['depth', 'method', 'sequences', 'targetError', 'policy', 'importance', 'terminal'] as const;

/** Returns the flags with the metrics that the runs name, unless the user chose metrics. */
export async function withRunMetrics<F extends ScoringFlags>(
  sources: readonly RunSource[],
  flags: F,
  isGiven: (option: string) => boolean,
): Promise<F> {
  if (METRICS.some(isGiven)) return flags;
  const { metrics, agree } = await namedMetrics(sources);
  if (!agree)
    throw usageError('the runs name different metrics; choose them with -m, --method, --target-error and --policy');
  const { samples, ...others } = metrics ?? {};
  const sequences = samples === undefined ? {} : { sequences: samples };
  return { ...flags, ...others, ...sequences, ...(isGiven('seed') && { seed: flags.seed }) };
}
