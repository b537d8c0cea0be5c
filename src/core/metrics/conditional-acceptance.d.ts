/**
 * v_i = p_i / p_(i-1), with p_0 = 1: the share of sequences still alive that survive one more action (section 4.1).
 * Null after a depth that nothing reaches, where it is 0 / 0.
 *
 * @param scores p_1..p_m
 */
export declare function conditionalAcceptance(scores: readonly number[]): (number | null)[];
/**
 * The decay lambda of p_i = exp(-lambda i) (section 4): least squares on log p_i through p_0 = 1. 0 or more; null when
 * a score is 0, since no finite lambda fits.
 */
export declare function fittedDecay(scores: readonly number[]): number | null;
/**
 * N of independent playouts for a relative standard error: (1 - p) / (p e^2), from the Bernoulli variance (section 4).
 * 0 when p is 1; Infinity when p is 0.
 *
 * @param relativeError standard error over p, above 0
 */
export declare function independentSamplesNeeded(p: number, relativeError: number): number;
/**
 * N of the intermediate estimator for a standard error e, from the paper's error sum (1 - v_i) sqrt(v_i / N)
 * (section 4.1). Infinity when the sequences die out within the depth.
 */
export declare function intermediateSamplesNeeded(scores: readonly number[], error: number): number;
//# sourceMappingURL=conditional-acceptance.d.ts.map