import type { Prices } from '../runs/run-schema.ts';
import { moneyText, totalCost } from '../runs/spending.ts';
import type { ReportSample } from './report-sample.ts';

/** Cost of the requests of some samples at the prices of their runs; never guessed. */
export interface CostFigures {
  /** In `currency`. */
  readonly amount: number;
  /** Three capitals; null where the prices name none. */
  readonly currency: string | null;
  /** Dates of the prices, ascending: each was true on its date. */
  readonly dates: readonly string[];
  /** Samples with requests whose tokens are not known or not all known, so that the amount is at least this. */
  readonly uncounted: number;
}

/** Adds up what samples cost: tokens of requests that were made, by their prices. Answers from a cache cost nothing. */
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

  /** Null where a model has no prices, or where they are in several currencies. */
  figures(): CostFigures | null {
    const [currency, ...others] = this.#currencies;
    if (!this.#isPriced || currency === undefined || others.length > 0) return null;
    return { amount: this.#amount, currency, dates: [...this.#dates].sort(), uncounted: this.#uncounted };
  }
}

const NONE = { input: 0, output: 0 };

/** `0.0123 EUR`, `at least 1.20 USD` where some requests are not in it. */
export function costText({ amount, currency, uncounted }: CostFigures): string {
  const text = moneyText(amount, currency === null ? {} : { currency });
  return uncounted > 0 ? `at least ${text}` : text;
}
