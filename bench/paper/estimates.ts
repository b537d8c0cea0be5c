import { chess } from '../../src/core/games/chess/chess.ts';
import { AffordanceScorer } from '../../src/core/metrics/affordance.ts';
import type { AffordanceOptions } from '../../src/core/metrics/affordance-options.ts';
import type { Row } from './csv.ts';
import type { FixedStates } from './states.ts';

/** Runs of each estimator, with seeds 0 to 29. */
export const RUNS = 30;
/** N of figure 1. */
export const FIGURE_1_SAMPLES = 500;
/** Depths of figure 1. */
export const DEPTHS = 10;
/** Depth of figure 2. */
export const FIGURE_2_DEPTH = 4;
/** N along figure 2. */
export const FIGURE_2_SAMPLES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
/** How far the exact references go, and N of the stratified estimate beyond. */
export const EXACT_DEPTH = 7;
export const SET_BASED_DEPTH = 6;
export const STRATIFIED_SAMPLES = 200_000;

/** Columns of figure-1.csv: p_m by series; `run` and `standard_error` are empty where they mean nothing. */
export const FIGURE_1_COLUMNS = ['series', 'm', 'run', 'p', 'standard_error'];
/** Columns of figure-2.csv. */
export const FIGURE_2_COLUMNS = ['series', 'n', 'run', 'p'];

/** The series that sample, with the method's name in the code. */
export const SAMPLED = { naive: 'naive', intermediate: 'intermediate', stratified: 'stratified' } as const;

const scorer = new AffordanceScorer(chess);

function scores({ truth, predicted }: FixedStates, options: Partial<AffordanceOptions>) {
  const result = scorer.score(truth, predicted, options);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** p_1 to p_10 of one run of an estimator at N = 500. */
export function figure1Run(states: FixedStates, series: 'naive' | 'intermediate', run: number): Row[] {
  const { p } = scores(states, { m: DEPTHS, method: SAMPLED[series], samples: FIGURE_1_SAMPLES, seed: run });
  return p.map((value, i) => ({ series, m: i + 1, run, p: value }));
}

/** Exact p_m up to a depth, from the exact walk. */
export function exactRows(states: FixedStates, depth: number): Row[] {
  const { p } = scores(states, { m: depth, method: 'exact' });
  return p.map((value, i) => ({ series: 'exact', m: i + 1, p: value }));
}

/** The set-based quantity of Appendix A, exactly, at every depth up to one. */
export function setBasedRows({ truth, predicted }: FixedStates, depth: number): Row[] {
  return Array.from({ length: depth }, (_, i) => {
    const result = scorer.setBased(truth, predicted, { m: i + 1, nodeBudget: Number.POSITIVE_INFINITY });
    if (!result.ok) throw new Error(result.error);
    return { series: 'set-based', m: i + 1, p: result.value.p };
  });
}

/** The stratified estimate at the depths that the exact walk does not reach. */
export function stratifiedRows(states: FixedStates): Row[] {
  const { p, standardError } = scores(states, {
    m: DEPTHS,
    method: 'stratified',
    samples: STRATIFIED_SAMPLES,
    seed: 0,
  });
  return p
    .map((value, i) => ({ series: 'stratified', m: i + 1, p: value, standard_error: standardError?.p[i] ?? 0 }))
    .slice(EXACT_DEPTH);
}

/** p_4 of one run of an estimator with some N. */
export function figure2Row(states: FixedStates, series: keyof typeof SAMPLED, n: number, run: number): Row {
  const { p } = scores(states, { m: FIGURE_2_DEPTH, method: SAMPLED[series], samples: n, seed: run });
  return { series, n, run, p: p[FIGURE_2_DEPTH - 1] };
}

/** All rows of figure-1.csv. */
export function figure1Rows(states: FixedStates): Row[] {
  const runs = (series: 'naive' | 'intermediate'): Row[] =>
    Array.from({ length: RUNS }, (_, run) => figure1Run(states, series, run)).flat();
  return [
    ...exactRows(states, EXACT_DEPTH),
    ...stratifiedRows(states),
    ...setBasedRows(states, SET_BASED_DEPTH),
    ...runs('naive'),
    ...runs('intermediate'),
  ];
}

/** All rows of figure-2.csv; the exact references are those of figure 1. */
export function figure2Rows(states: FixedStates): Row[] {
  return (['naive', 'intermediate', 'stratified'] as const).flatMap((series) =>
    FIGURE_2_SAMPLES.flatMap((n) => Array.from({ length: RUNS }, (_, run) => figure2Row(states, series, n, run))),
  );
}
