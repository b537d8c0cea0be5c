import { effectiveClusters } from './clusters.ts';
import { MIN_CLUSTERS } from './intervals.ts';
import { studentQuantile } from './student.ts';

/**
 * What a plan takes for granted about two models: on which share of the positions one is right and the other wrong, and how alike the
 * differences on positions of one game are.
 */
export const PLANNED = { differing: 0.25, correlation: 0.3, power: 0.8 } as const;

const LEVEL = 0.05;

/** Power of a paired comparison: none with too few clusters, otherwise differences from `least` on; null if no possible difference is large enough. */
export type Detectable =
  | { readonly clusters: number; readonly isTested: false }
  | { readonly clusters: number; readonly isTested: true; readonly least: number | null };

/**
 * The smallest difference between two models' rates of right answers that a paired test at 5 % finds with a power of 80 %, from the
 * numbers of positions of the clusters: the standard error of a mean over clusters of such sizes, times the quantiles of Student's t
 * with as many degrees of freedom as clusters of one size that tell as much, less one.
 */
export function detectableDifference(sizes: Float64Array): Detectable {
  const clusters = sizes.length;
  if (clusters < MIN_CLUSTERS) return { clusters, isTested: false };
  const { differing, correlation, power } = PLANNED;
  let [n, inflated] = [0, 0];
  for (const size of sizes) {
    n += size;
    inflated += size * (1 + (size - 1) * correlation);
  }
  const freedom = Math.max(1, effectiveClusters({ sizes, sums: sizes }) - 1);
  const quantiles = studentQuantile(1 - LEVEL / 2, freedom) + studentQuantile(power, freedom);
  const least = (quantiles * Math.sqrt(differing * inflated)) / n;
  return { clusters, isTested: true, least: least > differing ? null : least };
}
