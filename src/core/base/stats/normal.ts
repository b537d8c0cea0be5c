const SQRT_TAU = Math.sqrt(2 * Math.PI);
/** From here on the continued fraction is quicker than the series, and keeps the digits of small tails. */
const FAR = 3;
const MAX_TERMS = 200;
const FRACTION_TERMS = 120;

const density = (z: number): number => Math.exp(-0.5 * z * z) / SQRT_TAU;

/**
 * Probability that a standard normal variable is above z, to about 14 digits, also far out: a series around 0, Laplace's
 * continued fraction beyond (Abramowitz and Stegun, 26.2.11 and 26.2.14).
 */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z);
  if (z < FAR) {
    let term = z;
    let sum = z;
    for (let i = 1; i < MAX_TERMS && term > sum * Number.EPSILON; i++) {
      term *= (z * z) / (2 * i + 1);
      sum += term;
    }
    return 0.5 - density(z) * sum;
  }
  let fraction = 0;
  for (let i = FRACTION_TERMS; i > 0; i--) fraction = i / (z + fraction);
  return density(z) / (z + fraction);
}

/** Probability that a standard normal variable is at most z. */
export const normalCdf = (z: number): number => normalUpperTail(-z);

/** The two-sided p-value of a standard normal test statistic, 0..1. */
export const twoSidedP = (z: number): number => Math.min(1, 2 * normalUpperTail(Math.abs(z)));

/**
 * The quantile of the standard normal distribution: a rational guess (Abramowitz and Stegun, 26.2.23) and Halley's
 * steps. Infinite at 0 and 1.
 *
 * @param p 0..1
 */
export function normalQuantile(p: number): number {
  if (p <= 0) return -Infinity;
  if (p >= 1) return Infinity;
  const tail = Math.min(p, 1 - p);
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  let z = t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (let step = 0; step < 3; step++) {
    const error = (normalUpperTail(z) - tail) / density(z);
    z += error / (1 - 0.5 * z * error);
  }
  return p < 0.5 ? -z : z;
}
