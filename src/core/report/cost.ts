import type { Prices } from '../runs/run-schema.ts';
import { costOf, moneyText } from '../runs/spending.ts';
import type { ReportSample } from './report-sample.ts';

/** What the requests of some samples cost, by the prices that their runs have; never guessed. */
export interface CostFigures {
  /** In `currency`. */
  readonly amount: number;
  /** Three capitals; null where the prices name none. */
  readonly currency: string | null;
  /** Dates of the prices, ascending: each was true on its date. */
  readonly dates: readonly string[];
  /** Requests whose tokens are not known, so that they are not in the amount: those that failed, and servers that do not count. */
  readonly uncounted: number;
}

/** A sample with the prices of its model. */
export interface PricedSample {
  readonly sample: ReportSample;
  readonly prices?: Prices | undefined;
}

/**
 * The cost of samples: tokens of requests that were made, by their prices. Answers from a cache cost nothing. Null where a model
 * has no prices, or where they are in several currencies.
 */
export function costFigures(samples: readonly PricedSample[]): CostFigures | null {
  let [amount, uncounted] = [0, 0];
  const [currencies, dates] = [new Set<string | null>(), new Set<string>()];
  for (const { sample, prices } of samples) {
    if (prices === undefined) return null;
    currencies.add(prices.currency ?? null);
    dates.add(prices.date);
    if (sample.cached === true) continue;
    if (sample.tokens === undefined || sample.partialTokens === true) uncounted++;
    else amount += costOf(sample.tokens, prices);
  }
  const [currency, ...others] = currencies;
  if (currency === undefined || others.length > 0) return null;
  return { amount, currency, dates: [...dates].sort(), uncounted };
}

/** `0.0123 EUR`, `at least 1.20 USD` where some requests are not in it. */
export function costText({ amount, currency, uncounted }: CostFigures): string {
  const text = moneyText(amount, currency === null ? {} : { currency });
  return uncounted > 0 ? `at least ${text}` : text;
}
