/** A rate with the interval that covers it. */
export interface RateInterval {
  /** Successes over trials. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the standard normal distribution: two-sided 95 %. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson's score interval of a rate, for independent trials (E. B. Wilson, 1927, "Probable inference, the law of
 * succession, and statistical inference"). Undefined for no trials.
 *
 * @param successes 0..trials
 * @param z quantile of the normal distribution; 95 % by default
 */
export function wilsonInterval(successes: number, trials: number, z: number = Z_95): RateInterval | undefined {
  if (trials <= 0) return undefined;
  const rate = successes / trials;
  const z2 = z * z;
  const scale = 1 + z2 / trials;
  const centre = (rate + z2 / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials));
  // At 0 and at n successes one end is the rate itself; rounding must not move it.
  return {
    rate,
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === trials ? 1 : Math.min(1, centre + half),
  };
}
