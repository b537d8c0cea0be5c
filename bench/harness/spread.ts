/** How values are spread. All fields have the unit of the values. */
export interface Spread {
  readonly n: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  readonly mean: number;
}

/** The q-quantile (0 to 1) by linear interpolation between order statistics; NaN of nothing. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  return sorted.length === 0 ? Number.NaN : sorted[below] + (at - below) * (sorted[Math.ceil(at)] - sorted[below]);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The arithmetic mean; NaN of nothing. */
export const meanOf = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** Standard deviation with n - 1; NaN of fewer than two values. */
export function deviation(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length < 2 ? 0 : values.length - 1));
}

/** Standard error of the mean; NaN of fewer than two values. */
export const standardError = (values: readonly number[]): number => deviation(values) / Math.sqrt(values.length);

export const spreadOf = (values: readonly number[]): Spread => ({
  n: values.length,
  min: quantile(values, 0),
  median: median(values),
  p95: quantile(values, 0.95),
  max: quantile(values, 1),
  mean: meanOf(values),
});
