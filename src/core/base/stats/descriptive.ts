/** Mean and spread of a sample. */
export interface MeanEstimate {
  /** Number of values. */
  readonly n: number;
  readonly mean: number;
  /** Sample standard deviation (n - 1); 0 for a single value. */
  readonly standardDeviation: number;
  /** Standard error of the mean, `standardDeviation / sqrt(n)`. */
  readonly standardError: number;
}

/** Returns the arithmetic mean; undefined for no values. */
export function mean(values: ArrayLike<number>): number | undefined {
  if (values.length === 0) return undefined;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Returns mean, sample standard deviation and standard error of independent values; undefined for no values. */
export function meanEstimate(values: ArrayLike<number>): MeanEstimate | undefined {
  const center = mean(values);
  if (center === undefined) return undefined;
  const n = values.length;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i]! - center) ** 2;
  const standardDeviation = n > 1 ? Math.sqrt(squares / (n - 1)) : 0;
  return { n, mean: center, standardDeviation, standardError: standardDeviation / Math.sqrt(n) };
}

/**
 * Returns the quantile of ascending values, with linear interpolation between neighbors (type 7 of Hyndman and Fan,
 * 1996; the default of R and NumPy). Undefined for no values.
 *
 * @param sorted ascending
 * @param q 0..1
 */
export function quantile(sorted: ArrayLike<number>, q: number): number | undefined {
  if (sorted.length === 0) return undefined;
  const place = Math.max(0, Math.min(1, q)) * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (place - below);
}

type Weighted = readonly (readonly [value: number, weight: number])[];

/**
 * Returns the smallest of weighted values up to which the weights reach the share `q`. Undefined for no values.
 *
 * @param sorted ascending
 * @param size sum of all weights
 * @param q 0..1
 */
export function lowerQuantile(sorted: Weighted, size: number, q: number): number | undefined {
  let before = 0;
  // Three thirds of a weight do not quite add up to it.
  return sorted.find(([, weight]) => (before += weight) >= (q - 1e-9) * size)?.[0];
}

/**
 * Returns the value with half of the weights on either side; the mean of two values if the half ends between them. Null
 * for no values.
 */
export function weightedMedian(sorted: Weighted, size: number): number | null {
  const [low, high] = [lowerQuantile(sorted, size, 0.5), lowerQuantile(sorted, size, 0.5 + 2e-9)];
  return low === undefined ? null : (low + (high ?? low)) / 2;
}

/** Returns ranks from 1 up, in ascending order; equal values share the mean of their ranks. */
export function averageRanks(values: ArrayLike<number>): number[] {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks: number[] = Array.from({ length: values.length }, () => 0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}
