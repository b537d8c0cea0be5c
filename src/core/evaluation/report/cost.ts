import type { Prices } from '../runs/run-schema.ts';
import { moneyText, totalCost } from '../runs/spending.ts';
import type { ReportSample } from './report-sample.ts';

/** Cost of the requests of some samples, at the prices in their runs; never guessed. */
export interface CostFigures {
  /** Amount in `currency`. */
  readonly amount: number;
  /** Three capitals; null where the prices name none. */
  readonly currency: string | null;
  /** Dates of the prices, ascending: each was valid on its date. */
  readonly dates: readonly string[];
  /** Samples whose requests have unknown or partly known tokens, so that the amount is a lower bound. */
  readonly uncounted: number;
}

/** Adds up the cost of samples: tokens of the requests made, by their prices. Cached answers cost nothing. */
export class CostTally {
  #amount = 0;
  #uncounted = 0;
  #isPriced = true;
  #last: Prices | undefined;
  readonly #currencies = new Set<string | null>();
  readonly #dates = new Set<string>();

  /** @param prices of the sample's model */
  add(sample: ReportSample, prices: Prices | undefined): void {
    if (prices === undefined) {
      this.#isPriced = false;
      return;
    }
    if (prices !== this.#last) {
      this.#last = prices;
      this.#currencies.add(prices.currency ?? null);
      this.#dates.add(prices.date);
    }
    if (sample.cached === true) return;
    if (sample.tokens === undefined || sample.partialTokens === true) this.#uncounted++;
    const { tokens } = sample;
    if (tokens !== undefined) this.#amount += totalCost(tokens, tokens.batch ?? NONE, prices);
  }

  /** Returns null where a model has no prices, or where they are in several currencies. */
  figures(): CostFigures | null {
    const [currency, ...others] = this.#currencies;
    if (!this.#isPriced || currency === undefined || others.length > 0) return null;
    return { amount: this.#amount, currency, dates: [...this.#dates].sort(), uncounted: this.#uncounted };
  }
}

const NONE = { input: 0, output: 0 };

/** Formats a cost: `0.0123 EUR`, `at least 1.20 USD` where some requests are not included. */
export function costText({ amount, currency, uncounted }: CostFigures): string {
  const text = moneyText(amount, currency === null ? {} : { currency });
  return uncounted > 0 ? `at least ${text}` : text;
}
