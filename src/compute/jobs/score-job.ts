import { LruMap } from '../../core/base/lru.ts';
import { historyOf } from '../../core/evaluation/report/sample-line.ts';
import { scoreSample } from '../../core/evaluation/report/sample-scores.ts';
import type { FenVariant } from '../../core/metrics/compare.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { PairComparers } from '../../core/metrics/pair-comparers.ts';
import type { LineHistory } from '../../core/metrics/placement.ts';
import type { JobContext } from './job.ts';
import type { ScoreSampleJob, ScoreSampleOutput } from './jobs.ts';
import { worldComparer } from './world-comparers.ts';

/** Lines that are kept: several models are asked about the same position one after the other. */
const LINES = new LruMap<string, LineHistory | undefined>(64);
const COMPARERS = new PairComparers();

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
  const comparer = COMPARERS.of(variant);
  const history = line === null ? undefined : lineOf(variant, line);
  // Moves that lead elsewhere would blame the wrong ones.
  const fits = history?.plies.at(-1)?.fen.split(' ', 2).join(' ') === trueFen.trim().split(/\s+/, 2).join(' ');
  const input = { variant, trueFen, predictedFen, history: fits ? history : undefined, answer, others };
  return scoreSample(comparer, input, options, cancellation) ?? { stopped: 'budget' };
}

function lineOf(variant: FenVariant, line: NonNullable<ScoreSampleJob['line']>): LineHistory | undefined {
  const key = JSON.stringify([variant, line]);
  const known = LINES.get(key);
  if (known !== undefined) return known;
  const history = historyOf(line, variant);
  LINES.set(key, history);
  return history;
}
