const SQRT_TAU = Math.sqrt(2 * Math.PI);
/** Value from which the continued fraction is faster than the series, and keeps the digits of small tails. */
const FAR = 3;
const MAX_SERIES_TERMS = 200;
const FRACTION_TERMS = 120;

const density = (z: number): number => Math.exp(-0.5 * z * z) / SQRT_TAU;

/**
 * Returns the probability that a standard normal variable is above z, to about 14 digits, even in the far tail: a
 * series around 0, Laplace's continued fraction beyond (Abramowitz and Stegun, 26.2.11 and 26.2.14).
 */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z);
  if (z < FAR) {
    let term = z;
    let sum = z;
    for (let i = 1; i < MAX_SERIES_TERMS && term > sum * Number.EPSILON; i++) {
      term *= (z * z) / (2 * i + 1);
      sum += term;
    }
    return 0.5 - density(z) * sum;
  }
  let fraction = 0;
  for (let i = FRACTION_TERMS; i > 0; i--) fraction = i / (z + fraction);
  return density(z) / (z + fraction);
}

/** Returns the probability that a standard normal variable is at most z. */
export const normalCdf = (z: number): number => normalUpperTail(-z);

/** Returns the two-sided p-value of a standard normal test statistic, 0..1. */
export const twoSidedP = (z: number): number => Math.min(1, 2 * normalUpperTail(Math.abs(z)));

/**
 * Returns the quantile of the standard normal distribution: a rational approximation (Abramowitz and Stegun, 26.2.23)
 * and Halley's steps. Infinite at 0 and 1.
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

/** Maximum number of terms of the continued fraction; it needs a few dozen. */
const MAX_FRACTION_TERMS = 300;
const TINY = 1e-300;

/**
 * Returns the probability that a variable with Student's t distribution is at most t, to about 12 digits: the
 * incomplete beta function by its continued fraction (Abramowitz and Stegun, 26.5.8 and 26.7.1).
 *
 * @param freedom degrees of freedom above 0, not only whole ones
 */
export function studentCdf(t: number, freedom: number): number {
  const tail = 0.5 * incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
  return t > 0 ? 1 - tail : tail;
}

/** Returns the two-sided p-value of a statistic with Student's t distribution, 0..1. */
export const twoSidedStudent = (t: number, freedom: number): number =>
  incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));

/**
 * Returns the quantile of Student's t distribution, by bisection.
 *
 * @param p 0.5 to less than 1
 */
export function studentQuantile(p: number, freedom: number): number {
  let [low, high] = [0, Math.max(1, normalQuantile(p))];
  while (studentCdf(high, freedom) < p) high *= 2;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (studentCdf(middle, freedom) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns the quantile of the beta distribution, by bisection. */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (incompleteBeta(a, b, middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns the regularized incomplete beta function I_x(a, b), 0..1. */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  // The fraction converges fast only on this side of the mean.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

/** Returns the continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(a: number, b: number, x: number): number {
  const kept = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < MAX_FRACTION_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a - 1 + 2 * m) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 1 + 2 * m));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 / kept(1 + term * d);
      c = kept(1 + term / c);
      step = c * d;
      fraction *= step;
    }
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return fraction;
}

/** Coefficients of Lanczos' approximation with g = 7. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Returns the logarithm of the gamma function of a positive number. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (x - 1 + i);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}
