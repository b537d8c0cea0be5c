import { PairComparer } from '../../core/metrics/compare.ts';
import type { ComparedGame } from '../../core/metrics/compared-games.ts';
import type { JobContext } from './job.ts';
import type { CompareJob, CompareOutput } from './jobs.ts';

/** One for each game: they keep their tables between jobs. */
const COMPARERS = new Map<ComparedGame, PairComparer>();

function comparer(variant: ComparedGame): PairComparer {
  const known = COMPARERS.get(variant) ?? new PairComparer(variant);
  COMPARERS.set(variant, known);
  return known;
}

/** Scores one prediction. */
export function runCompare(job: CompareJob, { cancellation }: Pick<JobContext, 'cancellation'>): CompareOutput {
  const { trueFen, predictedFen, history } = job;
  const input = { trueFen, predictedFen: predictedFen ?? undefined, ...(history !== undefined && { history }) };
  const result = comparer(job.variant).compare(input, job.options, cancellation);
  // What a cancelled job returns is thrown away.
  return result.ok ? result.value : { stopped: 'budget' };
}
