import { weightedMedian } from '../../base/stats/ranks.ts';
import { sharedCount } from '../../base/stats/shared-count.ts';
import type { BlameFigures, Histogram } from './report.ts';
import type { SampleScores } from './sample-scores.ts';

/** Bins that double in width: what matters is whether the last moves were missed or old ones. */
const BINS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 8],
  [9, 16],
  [17, 32],
  [33, null],
] as const;

/** Half-moves of games are below it. */
const SMALL = 4096;

/** Whole numbers by how often they came, or by the weights that they came with: of a million half-moves few are different. */
class Tally {
  readonly #small = new Float64Array(SMALL);
  readonly #others = new Map<number, number>();
  #size = 0;

  /** Weights of all that were added. */
  get size(): number {
    return this.#size;
  }

  add(value: number, weight: number): void {
    if (value >>> 0 === value && value < SMALL) this.#small[value] = (this.#small[value] ?? 0) + weight;
    else this.#others.set(value, (this.#others.get(value) ?? 0) + weight);
    this.#size += weight;
  }

  /** Values with their counts, ascending. */
  sorted(): (readonly [value: number, count: number])[] {
    const small: (readonly [number, number])[] = [];
    for (const [value, count] of this.#small.entries()) if (count > 0) small.push([value, count]);
    return [...small, ...this.#others].sort(([a], [b]) => a - b);
  }
}

/** Counts half-moves in bins from `least` (0 or 1) on. */
function histogram(values: Tally, least: 0 | 1): Histogram {
  const bins = BINS.filter(([from]) => from >= least);
  const sorted = values.sorted();
  const counted = bins.map(([from, to]) => ({ from, to, count: 0 }));
  for (const [value, count] of sorted) {
    const bin = counted.find(({ to }) => to === null || value <= to);
    if (bin !== undefined) bin.count += count;
  }
  return {
    bins: counted.map((bin) => ({ ...bin, count: sharedCount(bin.count) })),
    median: weightedMedian(sorted, values.size),
  };
}

/** Adds up wrong squares in the light of the game. */
export class BlameTally {
  readonly #ages = new Tally();
  readonly #lags = new Tally();
  #wrong = 0;
  #stale = 0;
  #shuffled = 0;
  #fallbacks = 0;

  /** @param weight of the answer */
  add({ ages, wrongSquares, control, lag, fallback }: SampleScores, weight: number): void {
    if (lag !== null) this.#lags.add(lag, weight);
    if (fallback) this.#fallbacks += weight;
    if (ages === null) return;
    for (const age of ages) this.#ages.add(age, weight);
    this.#wrong += weight * wrongSquares;
    if (control === null) return;
    this.#stale += weight * control.stale;
    this.#shuffled += weight * control.wrong;
  }

  figures(): BlameFigures {
    return {
      wrong: sharedCount(this.#wrong),
      stale: this.#wrong === 0 ? null : this.#ages.size / this.#wrong,
      control: this.#shuffled === 0 ? null : this.#stale / this.#shuffled,
      ages: histogram(this.#ages, 1),
      lags: histogram(this.#lags, 0),
      fallbacks: sharedCount(this.#fallbacks),
    };
  }
}
