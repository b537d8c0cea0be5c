import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { clusterIntervals, type Interval } from '../../base/stats/bootstrap.ts';
import { ClusterSums } from '../../base/stats/clusters.ts';
import { kendallTest } from '../../base/stats/kendall.ts';
import { wilsonInterval } from '../../base/stats/wilson.ts';
import { VERDICTS, type Verdict } from '../../metrics/verdict.ts';
import type { Prices } from '../runs/run-schema.ts';
import { BlameTally } from './blame-tally.ts';
import { CostTally } from './cost.ts';
import type { CellFigures } from './report.ts';
import type { ReportSample, TokenCounts } from './report-sample.ts';
import { ERROR_KINDS, type ErrorKind, type SampleScores, type ScorePair } from './sample-scores.ts';

/** A sample with numbers that stand for its position and its game among all of the report. */
export interface PlacedSample {
  readonly sample: ReportSample;
  readonly position: number;
  readonly game: number;
  /** Of its model, where the run says. */
  readonly prices?: Prices | undefined;
}

/**
 * Sums of samples of one model. All in one pass: samples lie far apart in memory, so that fetching each of them is what takes
 * the time when there are 100,000.
 */
export class Cell {
  #n = 0;
  #scored = 0;
  #failed = 0;
  #estimates = 0;
  #cached = 0;
  readonly #faults = new Map<string, number>();
  readonly #games = new Set<number>();
  readonly #answered = new Set<number>();
  readonly #verdicts = zeros<Verdict>(VERDICTS);
  readonly #errors = zeros<ErrorKind>(ERROR_KINDS);
  readonly #trueSide = new PairMean();
  readonly #boardOnly = new PairMean();
  readonly #blame = new BlameTally();
  readonly #cost = new CostTally();
  readonly #last = { p: [] as number[], closeness: [] as number[] };
  #sums: ScoreSums | undefined;
  #tokens: { -readonly [K in keyof TokenCounts]: TokenCounts[K] } | undefined;

  add({ sample, position, game, prices }: PlacedSample): void {
    const { scores, error, tokens } = sample;
    this.#n++;
    this.#games.add(game);
    this.#cost.add(sample, prices);
    if (sample.cached === true) this.#cached++;
    if (tokens !== undefined) {
      this.#tokens ??= { input: 0, output: 0, reasoning: 0 };
      this.#tokens.input += tokens.input;
      this.#tokens.output += tokens.output;
      this.#tokens.reasoning += tokens.reasoning;
    }
    if (error !== undefined) {
      this.#failed++;
      this.#faults.set(error, (this.#faults.get(error) ?? 0) + 1);
    }
    if (scores === null) return;
    this.#answered.add(position);
    this.#addScores(scores, game);
  }

  #addScores(scores: SampleScores, game: number): void {
    const { errors } = scores;
    this.#scored++;
    this.#verdicts[scores.verdict]++;
    if (scores.standardError !== null) this.#estimates++;
    for (const kind of ERROR_KINDS) if ((errors[kind] ?? 0) > 0) this.#errors[kind]++;
    this.#trueSide.add(scores.trueSide);
    this.#boardOnly.add(scores.boardOnly);
    this.#blame.add(scores);
    this.#last.p.push(lastP(scores));
    this.#last.closeness.push(-scores.edit);
    this.#sums ??= new ScoreSums(scores.p.length);
    this.#sums.add(scores, game);
  }

  /**
   * The figures of all that was added. Rates of independent samples have Wilson's interval, all else draws games again.
   *
   * @param positions how many positions the report has in this group
   * @param random a seeded generator; it advances
   */
  figures(positions: number, random: RandomGenerator): CellFigures {
    const sums = this.#sums ?? new ScoreSums(0);
    return {
      n: this.#n,
      scored: this.#scored,
      failed: this.#failed,
      faults: Object.fromEntries([...this.#faults].sort(([a], [b]) => (a < b ? -1 : 1))),
      unscored: this.#n - this.#scored - this.#failed,
      games: this.#games.size,
      independent: sums.independent,
      coverage: positions === 0 ? 0 : this.#answered.size / positions,
      verdicts: this.#verdicts,
      ...sums.intervals(random),
      trueSide: this.#trueSide.of(this.#scored),
      boardOnly: this.#boardOnly.of(this.#scored),
      estimates: this.#estimates,
      tau: kendallTest(this.#last.p, this.#last.closeness) ?? null,
      errors: this.#errors,
      blame: this.#blame.figures(),
      tokens: this.#tokens ?? null,
      cached: this.#cached,
      cost: this.#cost.figures(),
    };
  }
}

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

export const lastP = ({ p }: SampleScores): number => p[p.length - 1] ?? 0;

/** A mean of pairs, unless one of them is not known. */
class PairMean {
  #p = 0;
  #r = 0;
  #isKnown = true;

  add(pair: ScorePair | null): void {
    if (pair === null) {
      this.#isKnown = false;
      return;
    }
    this.#p += pair.p;
    this.#r += pair.r;
  }

  /** @param n how many were added */
  of(n: number): ScorePair | null {
    return n === 0 || !this.#isKnown ? null : { p: this.#p / n, r: this.#r / n };
  }
}

/** Intervals at every depth up to here; beyond it only at the last. */
const MAX_DEPTHS = 8;

const RATES = ['exact', 'position', 'valid'] as const;
const MEANS = ['accuracy', 'edit', 'kernel'] as const;
type Intervals = Pick<CellFigures, 'p' | 'r' | (typeof RATES)[number] | (typeof MEANS)[number]>;

const NOTHING: Intervals = {
  exact: null,
  position: null,
  valid: null,
  accuracy: null,
  edit: null,
  kernel: null,
  p: [],
  r: [],
};

/** Sums of scores by game: the columns are rates, means, and p and r of each depth in turn. */
class ScoreSums {
  readonly #m: number;
  /** Depths that have intervals. */
  readonly #drawn: readonly number[];
  readonly #sums: ClusterSums;
  /** Sums of p and r at the other depths. */
  readonly #points: Float64Array;
  #n = 0;

  /** @param m depth of p and r */
  constructor(m: number) {
    const depths = Array.from({ length: m }, (_, i) => i);
    this.#m = m;
    this.#drawn = m <= MAX_DEPTHS ? depths : depths.slice(-1);
    this.#sums = new ClusterSums(RATES.length + MEANS.length + 2 * this.#drawn.length);
    this.#points = new Float64Array(m > MAX_DEPTHS ? 2 * m : 0);
  }

  /** True if no game gives two samples. */
  get independent(): boolean {
    return this.#sums.count === this.#n;
  }

  add(scores: SampleScores, game: number): void {
    const sums = this.#sums;
    const { p, r } = scores;
    const row = sums.row(game);
    this.#n++;
    if (scores.exact) sums.add(row, 0, 1);
    if (scores.position) sums.add(row, 1, 1);
    if (scores.valid) sums.add(row, 2, 1);
    sums.add(row, 3, scores.accuracy);
    sums.add(row, 4, scores.edit);
    sums.add(row, 5, scores.kernel);
    for (const [i, depth] of this.#drawn.entries()) {
      sums.add(row, 6 + 2 * i, p[depth] ?? 0);
      sums.add(row, 7 + 2 * i, r[depth] ?? 0);
    }
    const points = this.#points;
    for (let i = 0; i < points.length; i++) points[i] = (points[i] ?? 0) + ((i % 2 === 0 ? p : r)[i >> 1] ?? 0);
  }

  /** Rates of independent samples have Wilson's interval, all else draws games again. */
  intervals(random: RandomGenerator): Intervals {
    if (this.#n === 0) return NOTHING;
    const { independent } = this;
    const all = this.#sums.columns();
    const [rates, rest] = [all.slice(0, RATES.length), all.slice(RATES.length)];
    const drawn = clusterIntervals(independent ? rest : all, random).map((interval) => interval ?? null);
    const take = (): Interval | null => drawn.shift() ?? null;
    const [exact = null, position = null, valid = null] = rates.map(({ sums }) =>
      independent ? this.#wilson(sums) : take(),
    );
    const [accuracy = null, edit = null, kernel = null] = MEANS.map(take);
    const p: Interval[] = [];
    const r: Interval[] = [];
    for (let depth = 0; depth < this.#m; depth++) {
      const isDrawn = this.#drawn.includes(depth);
      p.push((isDrawn ? take() : null) ?? this.#point(2 * depth));
      r.push((isDrawn ? take() : null) ?? this.#point(2 * depth + 1));
    }
    return { exact, position, valid, accuracy, edit, kernel, p, r };
  }

  #wilson(sums: Float64Array): Interval | null {
    const successes = sums.reduce((a, b) => a + b, 0);
    const interval = wilsonInterval(successes, this.#n);
    if (interval === undefined) return null;
    return { value: interval.rate, low: interval.low, high: interval.high, method: 'wilson' };
  }

  /** A mean without an interval. */
  #point(place: number): Interval {
    const value = (this.#points[place] ?? 0) / this.#n;
    return { value, low: value, high: value, method: 'cluster-robust' };
  }
}
