import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { clusterIntervals, type Interval, MIN_CLUSTERS, pointEstimate } from '../../base/stats/bootstrap.ts';
import { ClusterSums } from '../../base/stats/clusters.ts';
import { widest, wilson } from '../../base/stats/rate-interval.ts';
import type { CellFigures } from './report.ts';
import type { SampleScores } from './sample-scores.ts';

/** Intervals at every depth up to here; beyond it only at the last. */
const MAX_DEPTHS = 8;

const RATES = ['exact', 'position', 'valid'] as const;
const MEANS = ['accuracy', 'edit', 'kernel', 'f'] as const;
const FIRST = RATES.length + MEANS.length;
type Intervals = Pick<CellFigures, 'p' | 'r' | (typeof RATES)[number] | (typeof MEANS)[number]>;

const NOTHING: Intervals = {
  exact: null,
  position: null,
  valid: null,
  accuracy: null,
  edit: null,
  kernel: null,
  f: null,
  p: [],
  r: [],
};

/** Sums of scores by cluster of games: the columns are rates, means, and p and r of each depth in turn. */
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
    this.#sums = new ClusterSums(FIRST + 2 * this.#drawn.length);
    this.#points = new Float64Array(m > MAX_DEPTHS ? 2 * m : 0);
  }

  /** True if no cluster gives two answers. */
  get independent(): boolean {
    return Math.abs(this.#sums.count - this.#n) < 1e-6;
  }

  add(scores: SampleScores, cluster: number, weight: number): void {
    const sums = this.#sums;
    const { p, r } = scores;
    const row = sums.row(cluster, weight);
    this.#n += weight;
    if (scores.exact) sums.add(row, 0, weight);
    if (scores.position) sums.add(row, 1, weight);
    if (scores.valid) sums.add(row, 2, weight);
    sums.add(row, 3, weight * scores.accuracy);
    sums.add(row, 4, weight * scores.edit);
    sums.add(row, 5, weight * scores.kernel);
    sums.add(row, 6, weight * scores.f);
    for (const [i, depth] of this.#drawn.entries()) {
      sums.add(row, FIRST + 2 * i, weight * (p[depth] ?? 0));
      sums.add(row, FIRST + 1 + 2 * i, weight * (r[depth] ?? 0));
    }
    const points = this.#points;
    for (let i = 0; i < points.length; i++)
      points[i] = (points[i] ?? 0) + weight * ((i % 2 === 0 ? p : r)[i >> 1] ?? 0);
  }

  /** Rates of independent answers have Wilson's interval, all else draws clusters of games again. */
  intervals(random: RandomGenerator): Intervals {
    if (this.#n === 0) return NOTHING;
    const independent = this.independent && this.#sums.count >= MIN_CLUSTERS;
    const all = this.#sums.columns();
    const [rates, rest] = [all.slice(0, RATES.length), all.slice(RATES.length)];
    const drawn = clusterIntervals(independent ? rest : all, random).map((interval) => interval ?? null);
    const take = (): Interval | null => drawn.shift() ?? null;
    const [exact = null, position = null, valid = null] = rates.map((rate) =>
      independent ? wilson(rate, this.#n) : widest(take(), rate),
    );
    const [accuracy = null, edit = null, kernel = null, f = null] = MEANS.map(take);
    const p: Interval[] = [];
    const r: Interval[] = [];
    for (let depth = 0; depth < this.#m; depth++) {
      const isDrawn = this.#drawn.includes(depth);
      p.push((isDrawn ? take() : null) ?? this.#point(2 * depth));
      r.push((isDrawn ? take() : null) ?? this.#point(2 * depth + 1));
    }
    return { exact, position, valid, accuracy, edit, kernel, f, p, r };
  }

  /** A mean without an interval. */
  #point(place: number): Interval {
    return pointEstimate((this.#points[place] ?? 0) / this.#n);
  }
}
