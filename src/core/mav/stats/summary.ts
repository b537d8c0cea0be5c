import type { MavDialect } from '../syntax.ts';
import type { MeanSummary, RateSummary } from './figures.ts';
import type { JudgedGames } from './independent.ts';
import type { AllTally, Column, MavTally, RateTally, SideTally, SumTally } from './tally.ts';
import { summarizeValues, type ValueSummary } from './value-summary.ts';

/** Lists of all legal actions. The mean over positions is what Table 3 of the paper shows, `micro` counts every action once. */
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
  /** Independent games; null where the source games of some examples are not known. */
  readonly clusters: number | null;
  /** Examples and traces whose source game is not known. */
  readonly unknownGames: number;
  readonly notJudged: {
    readonly prompts: number;
    readonly unknown: number;
    readonly missing: number;
    readonly elided: number;
  };
  readonly updated: RateSummary;
  /** Castling rights and en passant square of the states that say them. */
  readonly rights: RateSummary;
  readonly truth: SideSummary;
  readonly printed: SideSummary;
  readonly traces: { readonly shape: RateSummary; readonly clean: RateSummary };
  /** Null where no values were compared. */
  readonly values: ValueSummary | null;
}

/**
 * Rates, means and intervals of what was counted.
 *
 * @param games the same examples, by the game that they are of
 * @param base the lowest bucket
 */
export function summarize(tally: MavTally, games: JudgedGames, base: MavDialect['base'] = 1): MavSummary {
  const { examples, prompts, unknown, missing, elided } = tally;
  const rateOf = (column: Column, { right, n }: RateTally): RateSummary => ({
    right,
    n,
    rate: shareOf(right, n),
    ...games.interval(column),
  });
  const meanOf = (column: Column, { sum }: SumTally, n: number): MeanSummary => ({
    mean: shareOf(sum, n),
    ...games.interval(column),
  });
  const allOf = (side: 'truth' | 'printed', { n, exact, hits, listed, legal, ...sums }: AllTally): AllSummary => ({
    n,
    exact: rateOf(`${side} exact`, { right: exact, n }),
    precision: meanOf(`${side} precision`, sums.precision, n),
    recall: meanOf(`${side} recall`, sums.recall, n),
    f1: meanOf(`${side} f1`, sums.f1, n),
    // f1: the harmonic mean of both
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
