import { isComparedWorld, nameOfWorld } from '../../core/metrics/compared.ts';
import { PairComparers } from '../../core/metrics/pair-comparers.ts';
import { WorldError } from '../worlds/world-error.ts';
import type { JobContext } from './job.ts';
import type { CompareJob, CompareOutput, CompareWorldJob, CompareWorldOutput } from './jobs.ts';
import { worldComparer } from './world-comparers.ts';

const COMPARERS = new PairComparers();

/** Scores one prediction. */
export function runCompare(job: CompareJob, { cancellation }: Pick<JobContext, 'cancellation'>): CompareOutput {
  const { variant, trueFen, predictedFen, history, options } = job;
  if (isComparedWorld(variant)) {
    const world = job.world ?? { kind: 'named', name: nameOfWorld(variant) ?? '' };
    const found = runCompareWorld({ world, trueFen, predictedFen, options }, { cancellation });
    if ('faults' in found) throw new WorldError(found.faults[0]?.message ?? 'there is no such world');
    return found;
  }
  const input = { trueFen, predictedFen: predictedFen ?? undefined, ...(history !== undefined && { history }) };
  const result = COMPARERS.of(variant).compare(input, options, cancellation);
  return result.ok ? result.value : notScored(result.error);
}

/** The output of a cancelled job is discarded. */
const notScored = (error: 'budget' | 'cancelled' | 'unread'): CompareOutput => ({
  stopped: error === 'unread' ? 'unread' : 'budget',
});

/** Scores one prediction of a state of a world. */
export function runCompareWorld(
  job: CompareWorldJob,
  { cancellation }: Pick<JobContext, 'cancellation'>,
): CompareWorldOutput {
  const known = worldComparer(job.world);
  if (!known.ok) return { faults: known.error };
  const { trueFen, predictedFen, answer } = job;
  const input = { trueFen, predictedFen: predictedFen ?? undefined, ...(answer !== undefined && { answer }) };
  try {
    const result = known.value.compare(input, job.options, cancellation);
    return result.ok ? result.value : notScored(result.error);
  } catch (error) {
    if (error instanceof WorldError) return { faults: [{ message: error.message }] };
    throw error;
  }
}
