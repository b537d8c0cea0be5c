import { LruMap } from '../../core/base/lru-map.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { sampleHistory, scoreSample } from '../../core/evaluation/report/sample-scores.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { PairComparers } from '../../core/metrics/comparers.ts';
import { comparedWorldName, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { LineHistory } from '../../core/metrics/placement.ts';
import { worldReader } from '../../core/metrics/world-pair-reading.ts';
import { buildWorld, type WorldFault, type WorldSpec } from '../../core/worlds/world-spec.ts';
import { WorldError } from '../worker/worker-protocol.ts';
import type {
  CompareJob,
  CompareOutput,
  CompareWorldJob,
  CompareWorldOutput,
  JobContext,
  ScoreSampleJob,
  ScoreSampleOutput,
} from './jobs.ts';

const COMPARERS = new PairComparers();

/** Scores one prediction. */
export function runCompare(job: CompareJob, { cancellation }: Pick<JobContext, 'cancellation'>): CompareOutput {
  const { variant, trueFen, predictedFen, history, options } = job;
  if (isComparedWorld(variant)) {
    const world = job.world ?? { kind: 'named', name: comparedWorldName(variant) ?? '' };
    const found = runCompareWorld({ world, trueFen, predictedFen, options }, { cancellation });
    if ('faults' in found) throw new WorldError(found.faults[0]?.message ?? 'there is no such world');
    return found;
  }
  const input = { trueFen, predictedFen: predictedFen ?? undefined, ...(history !== undefined && { history }) };
  const result = COMPARERS.of(variant).compare(input, options, cancellation);
  return result.ok ? result.value : notScored(result.error);
}

/** Returns the output of a job without a comparison; that of a canceled job is discarded. */
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

/** Cached lines: several models are asked about the same position in succession. */
const LINES = new LruMap<string, LineHistory | undefined>(64);
const SAMPLE_COMPARERS = new PairComparers();

/** Scores one sample of a run. */
export function runScoreSample(
  { variant, world, trueFen, predictedFen, line, answer, others, options }: ScoreSampleJob,
  { cancellation }: Pick<JobContext, 'cancellation'>,
): ScoreSampleOutput {
  if (isComparedWorld(variant)) {
    const known = world === undefined ? undefined : worldComparer(world);
    if (known?.ok !== true) return { stopped: 'world' };
    const input = { variant, trueFen, predictedFen, history: undefined, answer, others };
    return scoreSample(known.value, input, options, cancellation) ?? { stopped: 'budget' };
  }
  const comparer = SAMPLE_COMPARERS.of(variant);
  const history = line === null ? undefined : cachedLine(variant, line);
  // Moves that lead elsewhere would blame the wrong ones.
  const fits = history?.plies.at(-1)?.fen.split(' ', 2).join(' ') === trueFen.trim().split(/\s+/, 2).join(' ');
  const input = { variant, trueFen, predictedFen, history: fits ? history : undefined, answer, others };
  return scoreSample(comparer, input, options, cancellation) ?? { stopped: 'budget' };
}

function cachedLine(variant: ChessVariant, line: NonNullable<ScoreSampleJob['line']>): LineHistory | undefined {
  const key = JSON.stringify([variant, line]);
  return LINES.getOrMake(key, () => sampleHistory(line, variant));
}

/** Worlds that are kept open, each with its tables. */
const WORLDS = new LruMap<string, Result<PairComparer, readonly WorldFault[]>>(8);
/** Keys by object as well: a batch of jobs names one world, and the text of a table is long. */
const OF_SPECS = new WeakMap<WorldSpec, string>();

/** Returns the comparer of a world, cached across jobs, or the reason why there is no such world. */
function worldComparer(spec: WorldSpec): Result<PairComparer, readonly WorldFault[]> {
  const key = OF_SPECS.get(spec) ?? JSON.stringify(spec);
  OF_SPECS.set(spec, key);
  const known = WORLDS.get(key) ?? cachedComparer(spec);
  // A refused program may be named by the command line later.
  if (known.ok) WORLDS.set(key, known);
  return known;
}

function cachedComparer(spec: WorldSpec): Result<PairComparer, readonly WorldFault[]> {
  const world = buildWorld(spec);
  return world.ok ? ok(new PairComparer(worldReader(world.value))) : world;
}
