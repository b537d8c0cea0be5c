import { normalQuantile } from './normal.ts';

/** Terms of the continued fraction; it needs a few dozen. */
const MAX_TERMS = 300;
const TINY = 1e-300;

/**
 * Probability that a variable with Student's t distribution is at most t, to about 12 digits: the incomplete beta function by its
 * continued fraction (Abramowitz and Stegun, 26.5.8 and 26.7.1).
 *
 * @param freedom degrees of freedom above 0, not whole ones as well
 */
export function studentCdf(t: number, freedom: number): number {
  const tail = 0.5 * incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
  return t > 0 ? 1 - tail : tail;
}

/** The two-sided p-value of a statistic with Student's t distribution, 0..1. */
export const twoSidedStudent = (t: number, freedom: number): number =>
  incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));

/**
 * The quantile of Student's t distribution, by bisection.
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

/** The quantile of the beta distribution, by bisection. */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (incompleteBeta(a, b, middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** I_x(a, b), 0..1. */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  // The fraction converges quickly on this side of the mean alone.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(a: number, b: number, x: number): number {
  const kept = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < MAX_TERMS; m++) {
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

/** The logarithm of the gamma function of a positive number. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (x - 1 + i);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}
