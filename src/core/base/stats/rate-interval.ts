import type { Clusters } from './clusters.ts';
import { type Interval, MIN_CLUSTERS, meanInterval } from './intervals.ts';
import { wilsonInterval } from './wilson.ts';

/** Wilson's interval of a rate of so many independent answers. */
export function wilson({ sums }: Clusters, n: number): Interval | null {
  const successes = sums.reduce((a, b) => a + b, 0);
  const interval = wilsonInterval(Math.min(n, successes), n);
  return interval === undefined
    ? null
    : { value: interval.rate, low: interval.low, high: interval.high, method: 'wilson' };
}

/**
 * The interval of a share of cases, or of a mean of values from 0 to 1: Wilson's of a share where each cluster is one case. With fewer
 * than ten clusters the value alone; null for no cases.
 */
export function shareInterval(clusters: Clusters, isRate: boolean): Interval | null {
  const { sizes } = clusters;
  if (isRate && sizes.length >= MIN_CLUSTERS && sizes.every((size) => Math.abs(size - 1) < 1e-9))
    return wilson(clusters, sizes.length);
  return meanInterval(clusters) ?? null;
}
