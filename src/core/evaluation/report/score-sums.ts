import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { clusterIntervals, type Interval } from '../../base/stats/bootstrap.ts';
import { ClusterSums } from '../../base/stats/clusters.ts';
import { wilsonInterval } from '../../base/stats/wilson.ts';
import type { CellFigures } from './report.ts';
import type { SampleScores } from './sample-scores.ts';

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
export class ScoreSums {
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

  /** Whether no game gives two samples. */
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
    for (let i = 0; i < this.#drawn.length; i++) {
      sums.add(row, 6 + 2 * i, p[this.#drawn[i]] ?? 0);
      sums.add(row, 7 + 2 * i, r[this.#drawn[i]] ?? 0);
    }
    for (let i = 0; i < this.#points.length; i++) this.#points[i] += (i % 2 === 0 ? p : r)[i >> 1] ?? 0;
  }

  /** Rates of independent samples have Wilson's interval, all else draws games again. */
  intervals(random: RandomGenerator): Intervals {
    if (this.#n === 0) return NOTHING;
    const { independent } = this;
    const all = this.#sums.columns();
    const [rates, rest] = [all.slice(0, RATES.length), all.slice(RATES.length)];
    const drawn = clusterIntervals(independent ? rest : all, random).map((interval) => interval ?? null);
    const take = (): Interval | null => drawn.shift() ?? null;
    const [exact, position, valid] = rates.map(({ sums }) => (independent ? this.#wilson(sums) : take()));
    const [accuracy, edit, kernel] = MEANS.map(take);
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
    const value = this.#points[place] / this.#n;
    return { value, low: value, high: value, method: 'cluster-robust' };
  }
}
