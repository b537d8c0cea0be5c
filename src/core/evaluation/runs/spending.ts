import type { Prices, RunSample } from './run-schema.ts';

/** Tokens as servers count them. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Limits of a run; an omitted one is unlimited. */
export interface BudgetLimits {
  readonly maxRequests?: number;
  /** In the currency of the prices. */
  readonly maxCost?: number;
}

/** The limits of something that may say others as well; those that `over` says count instead. */
export function limitsOf(under: BudgetLimits | undefined, over?: BudgetLimits): BudgetLimits {
  const maxRequests = over?.maxRequests ?? under?.maxRequests;
  const maxCost = over?.maxCost ?? under?.maxCost;
  return { ...(maxRequests === undefined ? {} : { maxRequests }), ...(maxCost === undefined ? {} : { maxCost }) };
}

const MILLION = 1_000_000;

/** Money for tokens, by the user's own entry. */
export const costOf = ({ input, output }: Tokens, prices: Prices): number =>
  (input * prices.input + output * prices.output) / MILLION;

/** An amount with its currency, when it is named: `0.0123 USD`. */
export const moneyText = (amount: number, prices: Pick<Prices, 'currency'>): string => {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return `${amount.toFixed(digits)}${prices.currency === undefined ? '' : ` ${prices.currency}`}`;
};

/**
 * Counts what requests use up, and refuses the next one when it could go beyond a limit. Requests that are on their way count as dear
 * as the mean of those that are answered, so that many at a time do not overshoot by more than they differ.
 */
export class Spending {
  readonly #limits: BudgetLimits;
  readonly #prices: Prices | undefined;
  #requests = 0;
  #underway = 0;
  #counted = 0;
  #input = 0;
  #output = 0;
  #uncounted = false;
  #otherRequests = 0;
  #otherCost = 0;

  /** @param prices of the model that is asked; needed for a limit of cost */
  constructor(limits: BudgetLimits, prices: Prices | undefined) {
    this.#limits = limits;
    this.#prices = prices;
  }

  get requests(): number {
    return this.#requests;
  }

  get tokens(): Tokens {
    return { input: this.#input, output: this.#output };
  }

  /** Undefined without prices. */
  get cost(): number | undefined {
    return this.#prices === undefined ? undefined : costOf(this.tokens, this.#prices);
  }

  /** Counts the usage of another run of the same experiment against the same limits. */
  addOther(other: Spending): void {
    this.#otherRequests += other.requests;
    this.#otherCost += other.cost ?? 0;
  }

  /** Counts a sample that was requested earlier; cached ones cost nothing. */
  addEarlier({ usage, cached, error }: RunSample): void {
    if (cached === true) return;
    this.#requests++;
    if (error === undefined) this.#count(usage);
  }

  /** Reason why no further request may be made; undefined if one may. */
  get refusal(): string | undefined {
    const { maxRequests, maxCost } = this.#limits;
    if (maxRequests !== undefined && this.#otherRequests + this.#requests >= maxRequests)
      return `the limit of ${maxRequests.toLocaleString('en-US')} requests is reached`;
    if (maxCost === undefined || this.#prices === undefined) return undefined;
    if (this.#uncounted) return 'the server does not report token usage, so the cost limit cannot be enforced';
    const own = costOf(this.tokens, this.#prices);
    const each = this.#counted === 0 ? 0 : own / this.#counted;
    const spent = this.#otherCost + own;
    // Sums of fractions of money are a hair off; a limit that is met exactly is met.
    if (spent + each * (this.#underway + 1) > maxCost * (1 + 1e-9) || spent >= maxCost)
      return `the limit of ${moneyText(maxCost, this.#prices)} is reached (${moneyText(spent, this.#prices)} spent)`;
    return undefined;
  }

  /** A request goes out. */
  start(): void {
    this.#requests++;
    this.#underway++;
  }

  /** It came back; `usage` of a request that failed is not known, and not guessed. */
  end(answered: boolean, usage: RunSample['usage']): void {
    this.#underway--;
    if (answered) this.#count(usage);
  }

  #count(usage: RunSample['usage']): void {
    const { inputTokens, outputTokens } = usage ?? {};
    if (inputTokens === undefined || outputTokens === undefined) {
      this.#uncounted = true;
      return;
    }
    this.#counted++;
    this.#input += inputTokens;
    this.#output += outputTokens;
  }
}
