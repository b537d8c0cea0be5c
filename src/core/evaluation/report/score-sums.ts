import { ClusterSums } from '../../base/stats/clusters.ts';
import {
  type Bounds,
  type Interval,
  MIN_CLUSTERS,
  meanInterval,
  pointEstimate,
  wilson,
} from '../../base/stats/confidence-interval.ts';
import type { CellFigures } from './report.ts';
import type { SampleScores } from './sample-scores.ts';

/** Maximum depth with an interval at each depth; beyond it only the last has one. */
const MAX_DEPTHS = 8;

const RATES = ['exact', 'position', 'valid'] as const;
const MEANS = ['accuracy', 'editDistance', 'kernel', 'f'] as const;
const FIRST = RATES.length + MEANS.length;
type Intervals = Pick<CellFigures, 'p' | 'r' | (typeof RATES)[number] | (typeof MEANS)[number]>;

/** Bounds of edit distances, which have no maximum. */
const COUNTS: Bounds = { least: 0, most: Number.POSITIVE_INFINITY };

/** Sums of scores by cluster of games: the columns are rates, means, and p and r of each depth in turn. */
export class ScoreSums {
  readonly #m: number;
  /** Depths with intervals. */
  readonly #shown: readonly number[];
  readonly #sums: ClusterSums;
  /** Sums of p and r at the other depths. */
  readonly #points: Float64Array;
  #n = 0;

  /** @param m depth of p and r */
  constructor(m: number) {
    const depths = Array.from({ length: m }, (_, i) => i);
    this.#m = m;
    this.#shown = m <= MAX_DEPTHS ? depths : depths.slice(-1);
    this.#sums = new ClusterSums(FIRST + 2 * this.#shown.length);
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
    sums.add(row, 4, weight * scores.editDistance);
    sums.add(row, 5, weight * scores.kernel);
    sums.add(row, 6, weight * scores.f);
    for (const [i, depth] of this.#shown.entries()) {
      sums.add(row, FIRST + 2 * i, weight * (p[depth] ?? 0));
      sums.add(row, FIRST + 1 + 2 * i, weight * (r[depth] ?? 0));
    }
    const points = this.#points;
    for (let i = 0; i < points.length; i++)
      points[i] = (points[i] ?? 0) + weight * ((i % 2 === 0 ? p : r)[i >> 1] ?? 0);
  }

  /** Returns the intervals: Wilson's for rates of independent answers, else those of means over clusters. */
  intervals(): Intervals {
    const isIndependent = this.independent && this.#sums.count >= MIN_CLUSTERS;
    const all = this.#sums.columns();
    const take = (bounds?: Bounds): Interval | null => {
      const next = all.shift();
      return (next && meanInterval(next, bounds)) ?? null;
    };
    const rate = (): Interval | null => {
      const next = isIndependent ? all.shift() : undefined;
      return next === undefined ? take() : wilson(next, this.#n);
    };
    const [exact, position, valid, accuracy] = [rate(), rate(), rate(), take()];
    const [editDistance, kernel, f] = [take(COUNTS), take(), take()];
    const p: Interval[] = [];
    const r: Interval[] = [];
    for (let depth = 0; depth < this.#m; depth++) {
      const isShown = this.#shown.includes(depth);
      p.push((isShown ? take() : null) ?? this.#point(2 * depth));
      r.push((isShown ? take() : null) ?? this.#point(2 * depth + 1));
    }
    return { exact, position, valid, accuracy, editDistance, kernel, f, p, r };
  }

  /** Returns a mean without an interval. */
  #point(place: number): Interval {
    return pointEstimate((this.#points[place] ?? 0) / this.#n);
  }
}
