import * as v from 'valibot';
import type { CompareJob, CompareOutput } from '../../compute/jobs/jobs.ts';
import type { RunOptions } from '../../compute/pool/pool.ts';
import type { ComputeError } from '../../compute/worker/worker-protocol.ts';
import type { Result } from '../../core/base/result.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import { worldKey } from '../../core/metrics/comparers.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { PROCESS } from '../../core/worlds/world-spec.ts';

/** The scores of a comparison that lenses show. */
export type Scores = Pick<Comparison, 'm' | 'p' | 'r' | 'samples' | 'standardError' | 'conditional' | 'vacuous'>;

/** Maximum length of a predicted text whose scores are stored: longer ones are no FENs. */
const MAX_KEPT_LENGTH = 400;

/** Returns the inputs of a prediction's scores as one line of text; undefined if the true state is unknown. */
export function scoreKey({ variant, world, trueFen, fen }: LocalPrediction, m: number): string | undefined {
  if (trueFen === null) return undefined;
  const rules = world !== undefined && isComparedWorld(variant) ? worldKey(world) : variant;
  if (world?.kind === 'process') return JSON.stringify([PROCESS, rules, m, trueFen, fen]);
  return JSON.stringify([rules, m, trueFen, fen]);
}

/** Returns true if scores under a key are worth storing. A program may behave differently the next time. */
export const isKept = (key: string): boolean =>
  key.length <= MAX_KEPT_LENGTH && !key.startsWith(JSON.stringify([PROCESS]).slice(0, -1));

/** Returns the job that computes the scores of a prediction. */
export const scoreJob = ({ variant, world, fen }: LocalPrediction, trueFen: string, m: number): CompareJob => ({
  variant,
  ...(isComparedWorld(variant) && { world }),
  trueFen,
  predictedFen: fen,
  options: { affordance: { m } },
});

export const comparisonScores = ({ m, p, r, samples, standardError, conditional, vacuous }: Comparison): Scores => ({
  m,
  p,
  r,
  samples,
  standardError,
  conditional,
  vacuous,
});

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const pair = { p: v.array(share), r: v.array(share) };
const conditionalScores = v.object({ ...pair, exact: v.boolean() });
const schema = v.object({
  m: v.number(),
  ...pair,
  samples: v.nullable(v.number()),
  standardError: v.nullable(v.object({ p: v.array(v.number()), r: v.array(v.number()) })),
  conditional: v.nullable(v.object({ trueSide: conditionalScores, boardOnly: conditionalScores })),
  vacuous: v.object({ p: v.boolean(), r: v.boolean() }),
});

export const printScores = (scores: Scores): string => JSON.stringify(scores);

/** Parses stored scores; undefined for anything else. */
export function parseScores(text: string): Scores | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Compares a pair of states: in the pool, or in the thread of the program that is their world. */
export type Compares = (job: CompareJob, options: RunOptions) => Promise<Result<CompareOutput, ComputeError>>;
