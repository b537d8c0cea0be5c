import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { clusterIntervals, type Interval, MIN_CLUSTERS } from './bootstrap.ts';
import { type Clusters, effectiveClusters } from './clusters.ts';
import { wilsonInterval } from './wilson.ts';

/** Wilson's interval of a rate, as if there were so many independent answers. */
export function wilson({ sums }: Clusters, n: number, value?: number): Interval | null {
  const successes = value === undefined ? sums.reduce((a, b) => a + b, 0) : value * n;
  const interval = wilsonInterval(Math.min(n, successes), n);
  return interval === undefined
    ? null
    : { value: value ?? interval.rate, low: interval.low, high: interval.high, method: 'wilson' };
}

/** The interval of a rate; of one that is 0 or 1 in all clusters, which drawing them again cannot widen, Wilson's over the clusters. */
export function widest(interval: Interval | null, rate: Clusters): Interval | null {
  if (interval === null || interval.low === null || (interval.value > 0 && interval.value < 1)) return interval;
  return wilson(rate, effectiveClusters(rate), interval.value);
}

/**
 * The interval of a share of cases, or of a mean of values from 0 to 1: Wilson's of a share where each cluster is one case, else the
 * clusters are drawn again. With fewer than ten clusters the value alone; null for no cases.
 *
 * @param random a seeded generator; it advances
 */
export function shareInterval(clusters: Clusters, isRate: boolean, random: RandomGenerator): Interval | null {
  const { sizes } = clusters;
  if (isRate && sizes.length >= MIN_CLUSTERS && sizes.every((size) => size === 1))
    return wilson(clusters, sizes.length);
  const [drawn = null] = clusterIntervals([clusters], random);
  if (drawn === null || drawn.low === null || drawn.high === null) return drawn;
  return widest({ ...drawn, low: Math.max(0, drawn.low), high: Math.min(1, drawn.high) }, clusters);
}
