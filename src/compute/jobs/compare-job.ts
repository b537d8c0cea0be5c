import { PairComparers } from '../../core/metrics/pair-comparers.ts';
import type { JobContext } from './job.ts';
import type { CompareJob, CompareOutput } from './jobs.ts';

const COMPARERS = new PairComparers();

/** Scores one prediction. */
export function runCompare(job: CompareJob, { cancellation }: Pick<JobContext, 'cancellation'>): CompareOutput {
  const { trueFen, predictedFen, history } = job;
  const input = { trueFen, predictedFen: predictedFen ?? undefined, ...(history !== undefined && { history }) };
  const result = COMPARERS.of(job.variant).compare(input, job.options, cancellation);
  // The output of a cancelled job is discarded.
  return result.ok ? result.value : { stopped: 'budget' };
}
