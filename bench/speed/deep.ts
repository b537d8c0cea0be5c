import { contest } from '../harness/contest.ts';
import { deviation, meanOf, median, type Spread, spreadOf } from '../harness/spread.ts';
import { figure, percent, type Table } from '../harness/table.ts';
import type { Pair } from '../pairs/pair.ts';
import { ours } from './contestants.ts';

/** Depth at which exact scores are out of reach. */
const DEPTH = 8;
/** Pairs below this p_8 are left out: there is nearly nothing left to estimate. */
const MIN = 0.01;
const SIZES = [2000, 6000, 12_000, 16_000, 24_000];

/** The stratified estimate of p_8 and r_8 with one N. */
export interface DeepResult {
  readonly m: number;
  readonly samples: number;
  /** CPU time a pair in milliseconds, p and r together. */
  readonly cpuMs: Spread;
  /** Standard error of p_8 over p_8 as reported with the estimate, root mean square over the rounds of a pair. */
  readonly reported: Spread;
  /** The same as seen over the rounds, whose seeds differ: standard deviation over mean. Root mean square over pairs. */
  readonly observed: number;
}

/** Stratified estimates at m = 8, over the pairs with p_8 above 0.01. */
export async function deepEstimates(
  pairs: readonly Pair[],
  quick: boolean,
  progress: (text: string) => void,
): Promise<DeepResult[]> {
  const rounds = quick ? 2 : 8;
  const outcomes = await contest(
    SIZES.map((samples) =>
      ours(`stratified, N = ${samples}, m = ${DEPTH}`, rounds, { m: DEPTH, method: 'stratified', samples }),
    ),
    pairs,
    progress,
  );
  return outcomes.map(({ scored }, i) => {
    const kept = scored.filter((values) => meanOf(values.map((v) => v.p)) > MIN);
    const squares = kept.map((values) => relativeDeviation(values.map((v) => v.p)) ** 2);
    return {
      m: DEPTH,
      samples: SIZES[i],
      cpuMs: spreadOf(kept.map((values) => median(values.map((v) => v.cpuMs)))),
      reported: spreadOf(
        kept.map((values) => Math.sqrt(meanOf(values.map((v) => ((v.errors?.p ?? Number.NaN) / v.p) ** 2)))),
      ),
      observed: Math.sqrt(meanOf(squares)),
    };
  });
}

const relativeDeviation = (values: readonly number[]): number => deviation(values) / meanOf(values);

export function deepTable(results: readonly DeepResult[]): Table {
  return {
    title: `Stratified estimates at m = ${DEPTH}`,
    columns: ['N', 'pairs', 'min ms', 'median ms', 'p95 ms', 'median error', 'p95 error', 'error over seeds'],
    rows: results.map(({ samples, cpuMs, reported, observed }) => [
      String(samples),
      String(cpuMs.n),
      figure(cpuMs.min),
      figure(cpuMs.median),
      figure(cpuMs.p95),
      percent(reported.median),
      percent(reported.p95),
      percent(observed),
    ]),
    notes: [
      `The pairs with p_${DEPTH} above ${MIN}. CPU time for p and r together. Error: standard error of p_${DEPTH} over p_${DEPTH}, as reported with the estimate; over seeds: what repeated runs show, root mean square over the pairs.`,
    ],
  };
}
