import { valueHabit } from '../check/engine-values.ts';
import type { MavDialect } from '../syntax.ts';
import { BUCKETS } from '../values.ts';
import type { JudgedGames } from './independent-games.ts';
import {
  type AllTally,
  BINS,
  type CaseSum,
  type MavTally,
  type RateTally,
  type SideTally,
  type SumTally,
  type TallyColumn,
  type ValueTally,
} from './tally.ts';

/**
 * Lists of all legal actions. The means over positions correspond to Table 3 of the paper; `micro` counts every action
 * once.
 */
export interface AllSummary {
  readonly n: number;
  readonly exact: RateSummary;
  readonly precision: MeanSummary;
  readonly recall: MeanSummary;
  readonly f1: MeanSummary;
  readonly micro: { readonly precision: number | null; readonly recall: number | null; readonly f1: number | null };
}

export interface SideSummary {
  readonly best: RateSummary;
  readonly final: RateSummary;
  readonly all: AllSummary;
  readonly top: RateSummary;
  readonly topActions: { readonly right: number; readonly n: number; readonly rate: number | null };
  readonly terminal: RateSummary;
}

export interface MavSummary {
  readonly examples: number;
  /** Number of independent games; null if the source games of some examples are unknown. */
  readonly clusters: number | null;
  /** Number of examples and traces whose source game is unknown. */
  readonly unknownGames: number;
  readonly notJudged: {
    readonly prompts: number;
    readonly unknown: number;
    readonly missing: number;
    readonly elided: number;
  };
  readonly updated: RateSummary;
  /** Castling rights and en passant square of the states that give them. */
  readonly rights: RateSummary;
  readonly truth: SideSummary;
  readonly printed: SideSummary;
  readonly traces: { readonly shape: RateSummary; readonly clean: RateSummary };
  /** Null if no values were compared. */
  readonly values: ValueSummary | null;
}

/**
 * Computes rates, means and intervals of a tally.
 *
 * @param games the same examples, by game
 * @param base lowest bucket
 */
export function summarizeTally(tally: MavTally, games: JudgedGames, base: MavDialect['base'] = 1): MavSummary {
  const { examples, prompts, unknown, missing, elided } = tally;
  const rateOf = (column: TallyColumn, { right, n }: RateTally): RateSummary => ({
    right,
    n,
    rate: shareOf(right, n),
    ...games.interval(column),
  });
  const meanOf = (column: TallyColumn, { sum }: SumTally, n: number): MeanSummary => ({
    mean: shareOf(sum, n),
    ...games.interval(column),
  });
  const allOf = (side: 'truth' | 'printed', { n, exact, hits, listed, legal, ...sums }: AllTally): AllSummary => ({
    n,
    exact: rateOf(`${side} exact`, { right: exact, n }),
    precision: meanOf(`${side} precision`, sums.precision, n),
    recall: meanOf(`${side} recall`, sums.recall, n),
    f1: meanOf(`${side} f1`, sums.f1, n),
    // F1 is the harmonic mean of precision and recall.
    micro: {
      precision: shareOf(hits, listed),
      recall: shareOf(hits, legal),
      f1: shareOf(2 * hits, listed + legal),
    },
  });
  const sideOf = (
    side: 'truth' | 'printed',
    { best, final, all, top, topActions, terminal }: SideTally,
  ): SideSummary => ({
    best: rateOf(`${side} best`, best),
    final: rateOf(`${side} final`, final),
    all: allOf(side, all),
    top: rateOf(`${side} top`, top),
    topActions: { ...topActions, rate: shareOf(topActions.right, topActions.n) },
    terminal: rateOf(`${side} terminal`, terminal),
  });
  return {
    examples,
    clusters: games.count,
    unknownGames: games.unknown,
    notJudged: { prompts, unknown, missing, elided },
    updated: rateOf('updated', tally.updated),
    rights: rateOf('rights', tally.rights),
    truth: sideOf('truth', tally.truth),
    printed: sideOf('printed', tally.printed),
    traces: { shape: rateOf('shape', tally.shape), clean: rateOf('clean', tally.clean) },
    values: summarizeValues(tally.values, games, base),
  };
}

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Comparison of listed values with those of a source. */
export interface ValueSummary {
  readonly lists: number;
  /** Number of compared values. */
  readonly n: number;
  /** Listed bucket minus that of the source. */
  readonly signed: MeanSummary;
  readonly absolute: MeanSummary;
  /** Kendall's tau-b within a list. */
  readonly tau: MeanSummary;
  readonly best: RateSummary;
  /** Win probability lost by the best action, 0 to 1. */
  readonly regret: MeanSummary;
  readonly recall: MeanSummary;
  readonly proved: { readonly n: number; readonly contradicted: number };
  /** By eighth of the buckets that has values: mean listed value and mean value of the source. */
  readonly calibration: readonly {
    readonly from: number;
    readonly to: number;
    readonly n: number;
    readonly said: number;
    readonly source: number;
  }[];
  /** Error that all values share. */
  readonly habit: string | null;
}

/**
 * Computes means, rates and intervals of compared values; null without lists.
 *
 * @param base lowest bucket
 */
export function summarizeValues(
  { lists, errors, tau, best, regret, recall, proved, bins }: ValueTally,
  games: JudgedGames,
  base: MavDialect['base'],
): ValueSummary | null {
  if (lists === 0) return null;
  const mean = (column: TallyColumn, { n, sum }: CaseSum): MeanSummary => ({
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

/**
 * A rate with its 95 % interval over independent games; null without cases, the interval also for fewer than ten games.
 */
export interface RateSummary {
  readonly right: number;
  readonly n: number;
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A mean over positions with its 95 % interval over independent games. */
export interface MeanSummary {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
