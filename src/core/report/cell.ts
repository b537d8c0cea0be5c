import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { VERDICTS, type Verdict } from '../metrics/verdict.ts';
import { clusterIntervals, type Interval } from '../stats/bootstrap.ts';
import { Clustering, type Clusters } from '../stats/clusters.ts';
import { kendallTest } from '../stats/kendall.ts';
import { mean } from '../stats/mean.ts';
import { wilsonInterval } from '../stats/wilson.ts';
import { costFigures, type PricedSample } from './cost.ts';
import { histogram, Tally } from './histogram.ts';
import type { BlameFigures, CellFigures } from './report.ts';
import type { TokenCounts } from './report-sample.ts';
import { ERROR_KINDS, type ErrorKind, type SampleScores, type ScorePair } from './sample-scores.ts';

/** A sample with numbers that stand for its position and its game among all of the report. */
export interface PlacedSample extends PricedSample {
  readonly position: number;
  readonly game: number;
}

/** Intervals at every depth up to here; beyond it only at the last. */
const MOST_DEPTHS = 8;

/**
 * The figures of samples of one model. Rates of independent samples have Wilson's interval, all else draws games again.
 *
 * @param positions how many positions the report has in this group
 * @param random a seeded generator; it advances
 */
export function cellFigures(samples: readonly PlacedSample[], positions: number, random: RandomGenerator): CellFigures {
  const scores: SampleScores[] = [];
  const games: number[] = [];
  const answered = new Set<number>();
  for (const { sample, game, position } of samples) {
    if (sample.scores === null) continue;
    scores.push(sample.scores);
    games.push(game);
    answered.add(position);
  }
  const clustering = new Clustering(games);
  const independent = clustering.count === games.length;
  const failed = samples.filter(({ sample }) => sample.error !== undefined);
  return {
    n: samples.length,
    scored: scores.length,
    failed: failed.length,
    faults: faultsOf(failed),
    unscored: samples.length - scores.length - failed.length,
    games: new Set(samples.map(({ game }) => game)).size,
    independent,
    coverage: positions === 0 ? 0 : answered.size / positions,
    verdicts: countVerdicts(scores),
    ...intervals(scores, clustering, independent, random),
    trueSide: meanPair(scores, (s) => s.trueSide),
    boardOnly: meanPair(scores, (s) => s.boardOnly),
    estimates: scores.filter((s) => s.standardError !== null).length,
    tau:
      kendallTest(
        columnOf(scores, lastP),
        columnOf(scores, (s) => -s.edit),
      ) ?? null,
    errors: errorAnswers(scores),
    blame: blameFigures(scores),
    tokens: sumTokens(samples),
    cached: samples.reduce((n, { sample }) => n + Number(sample.cached === true), 0),
    cost: costFigures(samples),
  };
}

export const lastP = ({ p }: SampleScores): number => p.at(-1) ?? 0;

function columnOf(scores: readonly SampleScores[], of: (scores: SampleScores) => number): Float64Array {
  const values = new Float64Array(scores.length);
  for (let i = 0; i < scores.length; i++) values[i] = of(scores[i]);
  return values;
}

const RATES = ['exact', 'position', 'valid'] as const;
const MEANS = ['accuracy', 'edit', 'kernel'] as const;
type Intervals = Pick<CellFigures, 'p' | 'r' | (typeof RATES)[number] | (typeof MEANS)[number]>;

function intervals(
  scores: readonly SampleScores[],
  clustering: Clustering,
  independent: boolean,
  random: RandomGenerator,
): Intervals {
  const m = scores[0]?.p.length ?? 0;
  const depths = Array.from({ length: m }, (_, i) => i);
  const drawnDepths = m <= MOST_DEPTHS ? depths : depths.slice(-1);
  const clusters = (of: (s: SampleScores) => number): Clusters => clustering.sum((i) => of(scores[i]));
  const columns = [
    ...(independent ? [] : RATES.map((rate) => clusters((s) => Number(s[rate])))),
    ...MEANS.map((name) => clusters((s) => s[name])),
    ...drawnDepths.flatMap((d) => [clusters((s) => s.p[d] ?? 0), clusters((s) => s.r[d] ?? 0)]),
  ];
  const drawn = clusterIntervals(columns, random).map((interval) => interval ?? null);
  const take = (): Interval | null => drawn.shift() ?? null;
  const rate = (name: (typeof RATES)[number]): Interval | null =>
    independent ? wilson(scores.filter((s) => s[name]).length, scores.length) : take();
  const [exact, position, valid] = RATES.map(rate);
  const [accuracy, edit, kernel] = MEANS.map(take);
  const p: Interval[] = [];
  const r: Interval[] = [];
  for (const depth of depths) {
    const isDrawn = drawnDepths.includes(depth);
    p.push((isDrawn ? take() : null) ?? point(scores.map((s) => s.p[depth] ?? 0)));
    r.push((isDrawn ? take() : null) ?? point(scores.map((s) => s.r[depth] ?? 0)));
  }
  return { exact, position, valid, accuracy, edit, kernel, p, r };
}

/** A mean without an interval. */
function point(values: readonly number[]): Interval {
  const value = mean(values) ?? 0;
  return { value, low: value, high: value, method: 'cluster-robust' };
}

function wilson(successes: number, trials: number): Interval | null {
  const interval = wilsonInterval(successes, trials);
  return interval === undefined
    ? null
    : { value: interval.rate, low: interval.low, high: interval.high, method: 'wilson' };
}

function countVerdicts(scores: readonly SampleScores[]): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((v) => [v, 0])) as Record<Verdict, number>;
  for (const { verdict } of scores) counts[verdict]++;
  return counts;
}

/** Null unless all are known. */
function meanPair(scores: readonly SampleScores[], of: (scores: SampleScores) => ScorePair | null): ScorePair | null {
  let [p, r] = [0, 0];
  for (const one of scores) {
    const pair = of(one);
    if (pair === null) return null;
    p += pair.p;
    r += pair.r;
  }
  return scores.length === 0 ? null : { p: p / scores.length, r: r / scores.length };
}

function faultsOf(failed: readonly PlacedSample[]): Record<string, number> {
  const faults = new Map<string, number>();
  for (const { sample } of failed) {
    const code = sample.error ?? '';
    faults.set(code, (faults.get(code) ?? 0) + 1);
  }
  return Object.fromEntries([...faults].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function errorAnswers(scores: readonly SampleScores[]): Record<ErrorKind, number> {
  const counts = Object.fromEntries(ERROR_KINDS.map((kind) => [kind, 0])) as Record<ErrorKind, number>;
  for (const { errors } of scores) {
    for (const kind of Object.keys(errors) as ErrorKind[])
      if (kind in counts && (errors[kind] ?? 0) > 0) counts[kind]++;
  }
  return counts;
}

function blameFigures(scores: readonly SampleScores[]): BlameFigures {
  const ages = new Tally();
  const lags = new Tally();
  let [wrong, stale, shuffled, fallbacks] = [0, 0, 0, 0];
  for (const { ages: own, wrong: squares, control, lag, fallback } of scores) {
    if (lag !== null) lags.add(lag);
    if (fallback) fallbacks++;
    if (own === null) continue;
    for (const age of own) ages.add(age);
    wrong += squares;
    stale += control?.stale ?? 0;
    shuffled += control?.wrong ?? 0;
  }
  return {
    wrong,
    stale: wrong === 0 ? null : ages.size / wrong,
    control: shuffled === 0 ? null : stale / shuffled,
    ages: histogram(ages, 1),
    lags: histogram(lags, 0),
    fallbacks,
  };
}

function sumTokens(samples: readonly PlacedSample[]): TokenCounts | null {
  const known = samples.flatMap(({ sample }) => (sample.tokens === undefined ? [] : [sample.tokens]));
  if (known.length === 0) return null;
  const sum = (of: (tokens: TokenCounts) => number): number => known.reduce((n, tokens) => n + of(tokens), 0);
  return { input: sum((t) => t.input), output: sum((t) => t.output), reasoning: sum((t) => t.reasoning) };
}
