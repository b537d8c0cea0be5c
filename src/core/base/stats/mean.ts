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

/** The arithmetic mean; undefined for no values. */
export function mean(values: ArrayLike<number>): number | undefined {
  if (values.length === 0) return undefined;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Mean, sample standard deviation and standard error of independent values; undefined for no values. */
export function meanEstimate(values: ArrayLike<number>): MeanEstimate | undefined {
  const centre = mean(values);
  if (centre === undefined) return undefined;
  const n = values.length;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i]! - centre) ** 2;
  const standardDeviation = n > 1 ? Math.sqrt(squares / (n - 1)) : 0;
  return { n, mean: centre, standardDeviation, standardError: standardDeviation / Math.sqrt(n) };
}
