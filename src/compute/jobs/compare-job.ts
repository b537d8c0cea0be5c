import { LruMap } from '../../core/base/lru.ts';
import { ok } from '../../core/base/result.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { PairComparers } from '../../core/metrics/pair-comparers.ts';
import { worldReader } from '../../core/metrics/world-pairs.ts';
import { builtWorld, type WorldSpec } from '../../core/worlds/world-spec.ts';
import type { JobContext } from './job.ts';
import type { CompareJob, CompareOutput, CompareWorldJob, CompareWorldOutput } from './jobs.ts';

const COMPARERS = new PairComparers();

/** Scores one prediction. */
export function runCompare(job: CompareJob, { cancellation }: Pick<JobContext, 'cancellation'>): CompareOutput {
  const { trueFen, predictedFen, history } = job;
  const input = { trueFen, predictedFen: predictedFen ?? undefined, ...(history !== undefined && { history }) };
  const result = COMPARERS.of(job.variant).compare(input, job.options, cancellation);
  // The output of a cancelled job is discarded.
  return result.ok ? result.value : { stopped: 'budget' };
}

/** Worlds that are kept open, each with its tables. */
const WORLDS = new LruMap<string, ReturnType<typeof comparerOf>>(8);

/** Scores one prediction of a state of a world. */
export function runCompareWorld(
  job: CompareWorldJob,
  { cancellation }: Pick<JobContext, 'cancellation'>,
): CompareWorldOutput {
  const key = JSON.stringify(job.world);
  const known = WORLDS.get(key) ?? comparerOf(job.world);
  WORLDS.set(key, known);
  if (!known.ok) return { faults: known.error };
  const { trueFen, predictedFen, answer } = job;
  const input = { trueFen, predictedFen: predictedFen ?? undefined, ...(answer !== undefined && { answer }) };
  const result = known.value.compare(input, job.options, cancellation);
  return result.ok ? result.value : { stopped: 'budget' };
}

function comparerOf(spec: WorldSpec) {
  const world = builtWorld(spec);
  return world.ok ? ok(new PairComparer(worldReader(world.value))) : world;
}
