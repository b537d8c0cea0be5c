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

/** Whole numbers by how often they came: of a million half-moves few are different. */
class Tally {
  readonly #small = new Uint32Array(SMALL);
  readonly #others = new Map<number, number>();
  #size = 0;

  /** Number of were added. */
  get size(): number {
    return this.#size;
  }

  add(value: number): void {
    if (value >>> 0 === value && value < SMALL) this.#small[value] = (this.#small[value] ?? 0) + 1;
    else this.#others.set(value, (this.#others.get(value) ?? 0) + 1);
    this.#size++;
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
  return { bins: counted, median: median(sorted, values.size) };
}

/** The middle value, or the mean of the two in the middle. */
function median(sorted: readonly (readonly [value: number, count: number])[], size: number): number | null {
  if (size === 0) return null;
  const at = (place: number): number => {
    let before = 0;
    for (const [value, count] of sorted) {
      before += count;
      if (place < before) return value;
    }
    return 0;
  };
  return (at(Math.floor((size - 1) / 2)) + at(Math.floor(size / 2))) / 2;
}

/** Adds up wrong squares in the light of the game. */
export class BlameTally {
  readonly #ages = new Tally();
  readonly #lags = new Tally();
  #wrong = 0;
  #stale = 0;
  #shuffled = 0;
  #fallbacks = 0;

  add({ ages, wrong, control, lag, fallback }: SampleScores): void {
    if (lag !== null) this.#lags.add(lag);
    if (fallback) this.#fallbacks++;
    if (ages === null) return;
    for (const age of ages) this.#ages.add(age);
    this.#wrong += wrong;
    if (control === null) return;
    this.#stale += control.stale;
    this.#shuffled += control.wrong;
  }

  figures(): BlameFigures {
    return {
      wrong: this.#wrong,
      stale: this.#wrong === 0 ? null : this.#ages.size / this.#wrong,
      control: this.#shuffled === 0 ? null : this.#stale / this.#shuffled,
      ages: histogram(this.#ages, 1),
      lags: histogram(this.#lags, 0),
      fallbacks: this.#fallbacks,
    };
  }
}
