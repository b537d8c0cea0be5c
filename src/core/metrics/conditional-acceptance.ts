/*
 * What sections 3.2 to 4.1 of the paper derive from p_1..p_m: how fast sequences die out, and how many samples an
 * estimate needs.
 */

/**
 * v_i = p_i / p_(i-1), with p_0 = 1: the share of sequences still alive that survive one more action (section 4.1).
 * Null after a depth that nothing reaches, where it is 0 / 0.
 *
 * @param scores p_1..p_m
 */
export function conditionalAcceptance(scores: readonly number[]): (number | null)[] {
  let before = 1;
  return scores.map((score) => {
    const v = before === 0 ? null : score / before;
    before = score;
    return v;
  });
}

/**
 * The decay lambda of p_i = exp(-lambda i) (section 4): least squares on log p_i through p_0 = 1. 0 or more; null when
 * a score is 0, since no finite lambda fits.
 */
export function fittedDecay(scores: readonly number[]): number | null {
  let products = 0;
  let squares = 0;
  for (const [i, score] of scores.entries()) {
    if (score <= 0) return null;
    products -= (i + 1) * Math.log(score);
    squares += (i + 1) ** 2;
  }
  return squares === 0 ? null : Math.max(0, products / squares);
}

/**
 * N of independent playouts for a relative standard error: (1 - p) / (p e^2), from the Bernoulli variance (section 4).
 * 0 when p is 1; Infinity when p is 0.
 *
 * @param relativeError standard error over p, above 0
 */
export function independentSamplesNeeded(p: number, relativeError: number): number {
  return p <= 0 ? Infinity : Math.ceil((1 - p) / (p * relativeError ** 2));
}

/**
 * N of the intermediate estimator for a standard error e, from the paper's error sum (1 - v_i) sqrt(v_i / N)
 * (section 4.1). Infinity when the sequences die out within the depth.
 */
export function intermediateSamplesNeeded(scores: readonly number[], error: number): number {
  let sum = 0;
  for (const v of conditionalAcceptance(scores)) {
    if (v === null || v === 0) return Infinity;
    sum += Math.max(0, 1 - v) * Math.sqrt(v);
  }
  return Math.ceil((sum / error) ** 2);
}
