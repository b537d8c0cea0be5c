import { type RateInterval, wilsonInterval, Z_95 } from '../../base/stats/wilson.ts';
import type { AllTally, MavTally, RateTally, SideTally, SumTally } from './tally.ts';

/** A rate with Wilson's 95 % interval; the rate is null where there was nothing to judge. */
export interface RateSummary {
  readonly right: number;
  readonly n: number;
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A mean over positions with its 95 % interval by the normal distribution, cut at 0 and 1. */
export interface MeanSummary {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

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
  readonly notJudged: {
    readonly prompts: number;
    readonly unknown: number;
    readonly missing: number;
    readonly elided: number;
  };
  readonly updated: RateSummary;
  readonly truth: SideSummary;
  readonly printed: SideSummary;
  readonly traces: { readonly shape: RateSummary; readonly clean: RateSummary };
}

/** Rates, means and intervals of what was counted. */
export function summarize(tally: MavTally): MavSummary {
  const { examples, prompts, unknown, missing, elided } = tally;
  return {
    examples,
    notJudged: { prompts, unknown, missing, elided },
    updated: rateOf(tally.updated),
    truth: sideOf(tally.truth),
    printed: sideOf(tally.printed),
    traces: { shape: rateOf(tally.shape), clean: rateOf(tally.clean) },
  };
}

function rateOf({ right, n }: RateTally): RateSummary {
  const interval: Partial<RateInterval> = wilsonInterval(right, n) ?? {};
  return { right, n, rate: interval.rate ?? null, low: interval.low ?? null, high: interval.high ?? null };
}

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const sideOf = ({ best, final, all, top, topActions, terminal }: SideTally): SideSummary => ({
  best: rateOf(best),
  final: rateOf(final),
  all: allOf(all),
  top: rateOf(top),
  topActions: { ...topActions, rate: shareOf(topActions.right, topActions.n) },
  terminal: rateOf(terminal),
});

function allOf({ n, exact, hits, listed, legal, ...sums }: AllTally): AllSummary {
  return {
    n,
    exact: rateOf({ right: exact, n }),
    precision: meanOf(sums.precision, n),
    recall: meanOf(sums.recall, n),
    f1: meanOf(sums.f1, n),
    micro: {
      precision: shareOf(hits, listed),
      recall: shareOf(hits, legal),
      // the harmonic mean of both
      f1: shareOf(2 * hits, listed + legal),
    },
  };
}

function meanOf({ sum, squares }: SumTally, n: number): MeanSummary {
  if (n === 0) return { mean: null, low: null, high: null };
  const mean = sum / n;
  const variance = n === 1 ? 0 : Math.max(0, squares - n * mean * mean) / (n - 1);
  const half = Z_95 * Math.sqrt(variance / n);
  return { mean, low: Math.max(0, mean - half), high: Math.min(1, mean + half) };
}
