import { valueHabit } from '../check/compared-values.ts';
import type { MavDialect } from '../syntax.ts';
import { BUCKETS } from '../values.ts';
import type { MeanSummary, RateSummary } from './figures.ts';
import type { JudgedGames } from './independent.ts';
import { BINS, type CaseSum, type Column, type ValueTally } from './tally.ts';

/** Listed values beside those of a source. */
export interface ValueSummary {
  readonly lists: number;
  /** Values that were compared. */
  readonly n: number;
  /** Bucket minus that of the source. */
  readonly signed: MeanSummary;
  readonly absolute: MeanSummary;
  /** Kendall's tau-b within a list. */
  readonly tau: MeanSummary;
  readonly best: RateSummary;
  /** Win probability that is lost by the best action, 0 to 1. */
  readonly regret: MeanSummary;
  readonly recall: MeanSummary;
  readonly proved: { readonly n: number; readonly contradicted: number };
  /** By eighth of the buckets that has values: what they say on average, and what the source says. */
  readonly calibration: readonly {
    readonly from: number;
    readonly to: number;
    readonly n: number;
    readonly said: number;
    readonly source: number;
  }[];
  /** What is wrong with all values in the same way. */
  readonly habit: string | null;
}

/**
 * Means, rates and intervals of compared values; null where there are none.
 *
 * @param base the lowest bucket
 */
export function summarizeValues(
  { lists, errors, tau, best, regret, recall, proved, bins }: ValueTally,
  games: JudgedGames,
  base: MavDialect['base'],
): ValueSummary | null {
  if (lists === 0) return null;
  const mean = (column: Column, { n, sum }: CaseSum): MeanSummary => ({
    mean: n === 0 ? null : sum / n,
    ...games.interval(column),
  });
  const { right, n } = best;
  const width = BUCKETS / BINS.length;
  return {
    lists,
    n: errors.n,
    signed: mean('values signed', { n: errors.n, sum: errors.signed }),
    absolute: mean('values absolute', { n: errors.n, sum: errors.absolute }),
    tau: mean('values tau', tau),
    best: { right, n, rate: n === 0 ? null : right / n, ...games.interval('values best') },
    regret: mean('values regret', regret),
    recall: mean('values recall', recall),
    proved: { n: proved.n, contradicted: proved.n - proved.right },
    calibration: BINS.flatMap((bin, i) => {
      const sums = bins[bin];
      const from = base + i * width;
      if (sums.n === 0) return [];
      return [{ from, to: from + width - 1, n: sums.n, said: sums.said / sums.n, source: sums.source / sums.n }];
    }),
    habit: valueHabit(errors) ?? null,
  };
}
