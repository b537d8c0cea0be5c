import { plural } from '../../base/text/counts.ts';
import type { Prices, RunAttempt, RunSample } from './run-schema.ts';

/** Limits of a run; an omitted one is unlimited. */
export interface BudgetLimits {
  readonly maxRequests?: number;
  /** In the currency of the prices. */
  readonly maxCost?: number;
  /** Sum of input and output of all requests. */
  readonly maxTokensTotal?: number;
}

/** Returns the limits among other settings; those in `over` take precedence. */
export function budgetLimits(under: BudgetLimits | undefined, over?: BudgetLimits): BudgetLimits {
  const maxRequests = over?.maxRequests ?? under?.maxRequests;
  const maxCost = over?.maxCost ?? under?.maxCost;
  const maxTokensTotal = over?.maxTokensTotal ?? under?.maxTokensTotal;
  return {
    ...(maxRequests === undefined ? {} : { maxRequests }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(maxTokensTotal === undefined ? {} : { maxTokensTotal }),
  };
}

const MILLION = 1_000_000;

/** Returns the cost of tokens by the prices that the user entered. */
export const tokenCost = ({ input, output }: Tokens, prices: Prices): number =>
  (input * prices.input + output * prices.output) / MILLION;

/** Returns the prices of batch requests: half of the regular ones where the user entered none. */
export const batchPrices = (prices: Prices): Prices => ({
  ...prices,
  ...(prices.batch ?? { input: prices.input / 2, output: prices.output / 2 }),
});

/**
 * Returns the cost of tokens, partly used by batches.
 *
 * @param all tokens of all requests, those of batches included
 */
export const totalCost = (all: Tokens, batch: Tokens, prices: Prices): number =>
  tokenCost({ input: all.input - batch.input, output: all.output - batch.output }, prices) +
  tokenCost(batch, batchPrices(prices));

/** Returns true if amounts at both prices cannot be added up. */
export const currenciesDiffer = (a: Prices | undefined, b: Prices | undefined): boolean =>
  a?.currency !== undefined && b?.currency !== undefined && a.currency !== b.currency;

/**
 * Returns the prices of a run that was started at some prices and is resumed at others: the higher of both, so that no
 * sum is lower than the spending in either part.
 */
export function dearerPrices(first: Prices | undefined, given: Prices | undefined): Prices | undefined {
  if (first === undefined || given === undefined) return given ?? first;
  const currency = given.currency ?? first.currency;
  const [a, b] = [batchPrices(first), batchPrices(given)];
  const batch = { input: Math.max(a.input, b.input), output: Math.max(a.output, b.output) };
  return {
    input: Math.max(first.input, given.input),
    output: Math.max(first.output, given.output),
    ...(currency === undefined ? {} : { currency }),
    ...(first.batch === undefined && given.batch === undefined ? {} : { batch }),
    date: first.input >= given.input && first.output >= given.output ? first.date : given.date,
  };
}

/** Formats an amount with its currency, if it is known: `0.0123 USD`. */
export const moneyText = (amount: number, prices: Pick<Prices, 'currency'>): string => {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return `${amount.toFixed(digits)}${prices.currency === undefined ? '' : ` ${prices.currency}`}`;
};

/** Returns the key of an attempt among all of a file. */
const keyOf = ({ id, number, started }: RunAttempt): string => `${id} ${number} ${started}`;

/** Attempt that is reserved within the limits. Call `settle` once, when it has ended. */
export interface Reservation {
  /** @param usage usage of the request; undefined where it is unknown, so that its reservation stays */
  settle(answered: boolean, usage: RunSample['usage']): void;
}

/** Reply to the reservation of a request: it may go out, it may not, or the pending ones decide. */
export type Reserved =
  | { readonly kind: 'granted'; readonly reservation: Reservation }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later' };

/**
 * Usage of all attempts at answers, of this session and of all earlier ones of a run file, with its limits. Each
 * attempt is reserved before it goes out, by its maximum cost where that is known, else by the highest so far. It is
 * settled when it has ended. An attempt of unknown usage keeps its reservation: a request that timed out, or was cut
 * off by a crash, was not necessarily free.
 */
export class Spending {
  readonly #limits: BudgetLimits;
  readonly #prices: Prices | undefined;
  #requests = 0;
  #input = 0;
  #output = 0;
  /** Tokens of batches among them. */
  #batch: Tokens = { input: 0, output: 0 };
  /** True if an answer came without its usage. */
  #isUncounted = false;
  /** Pending attempts. */
  readonly #underway = new Held();
  /** Attempts of unknown usage. */
  readonly #unknown = new Held();
  /** Attempts of earlier sessions without an end, by key; they are among those of unknown usage. */
  readonly #open = new Map<string, Most>();
  /** Number of attempts that have ended since the last line of their sample, by its id. */
  readonly #ended = new Map<string, number>();
  /** Number of attempts at each sample, by its id. */
  readonly #numbers = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #otherRequests = 0;
  readonly #money: Meter | undefined;
  readonly #tokenMeter: Meter;

  /** @param prices prices of the model; required for a limit of cost */
  constructor(limits: BudgetLimits, prices: Prices | undefined) {
    this.#limits = limits;
    this.#prices = prices;
    this.#money =
      prices &&
      new Meter(
        'cost',
        (tokens) => tokenCost(tokens, prices),
        limits.maxCost,
        (amount) => moneyText(amount, prices),
      );
    const tokensText = (amount: number): string => `${Math.round(amount).toLocaleString('en-US')} tokens`;
    this.#tokenMeter = new Meter('token', ({ input, output }) => input + output, limits.maxTokensTotal, tokensText);
  }

  get requests(): number {
    return this.#requests;
  }

  /** Known tokens. */
  get tokens(): Tokens {
    return { input: this.#input, output: this.#output };
  }

  /** Cost of the known tokens; undefined without prices. */
  get cost(): number | undefined {
    return this.#prices === undefined ? undefined : totalCost(this.tokens, this.#batch, this.#prices);
  }

  /** Number of attempts of unknown usage: cut off by a crash, out of time, or not counted by the server. */
  get unknown(): number {
    return this.#unknown.count;
  }

  /** Returns the number of the next attempt at a sample, from 1. */
  nextAttempt(id: string): number {
    const number = (this.#numbers.get(id) ?? 0) + 1;
    this.#numbers.set(id, number);
    return number;
  }

  /** Counts the usage of another run of the same experiment towards the same limits. */
  addOther(other: Spending): void {
    this.#otherRequests += other.requests;
    if (this.#money !== undefined) this.#money.others += other.#usedUp(other.#money);
    this.#tokenMeter.others += other.#usedUp(other.#tokenMeter);
  }

  /** Counts a line about an attempt of an earlier session. */
  addAttempt(attempt: RunAttempt): void {
    const { id, number, reason, most, result, usage, batch } = attempt;
    const key = keyOf(attempt);
    if (result === undefined) {
      if (reason === undefined || this.#open.has(key)) return;
      this.#requests++;
      this.#open.set(key, tokensOf(most));
      this.#unknown.add(tokensOf(most));
      this.#numbers.set(id, Math.max(number, this.#numbers.get(id) ?? 0));
      return;
    }
    const reserved = this.#open.get(key);
    if (this.#open.delete(key)) this.#unknown.add(reserved, -1);
    else this.#requests++;
    this.#ended.set(id, (this.#ended.get(id) ?? 0) + 1);
    this.#count(result === 'answered', usage, reserved, batch !== undefined);
  }

  /** Counts a sample of an earlier session, unless its attempts are counted already; cached ones cost nothing. */
  addEarlier({ id, usage, cached, error }: RunSample): void {
    if (this.#ended.delete(id) || cached === true) return;
    this.#requests++;
    if (error === undefined || usage !== undefined) this.#count(error === undefined, usage, undefined);
  }

  /** Reserves a request before it goes out. */
  reserve(most: Most): Reserved {
    const refusal = this.#refusal(most);
    if (refusal !== undefined) return refusal;
    this.#requests++;
    this.#underway.add(most);
    let isSettled = false;
    const settle = (answered: boolean, usage: RunSample['usage']): void => {
      if (isSettled) return;
      isSettled = true;
      this.#underway.add(most, -1);
      this.#count(answered, usage, most);
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resolve of waiting) resolve();
    };
    return { kind: 'granted', reservation: { settle } };
  }

  /** Resolves when a reservation is settled. */
  settled(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #refusal(most: Most): Reserved | undefined {
    const { maxRequests } = this.#limits;
    if (maxRequests !== undefined && this.#otherRequests + this.#requests >= maxRequests)
      return refused(`the limit of ${plural(maxRequests, 'request')} is reached`);
    const found = [this.#money, this.#tokenMeter].flatMap((meter) => (meter && this.#refusalOf(meter, most)) ?? []);
    // A limit that is reached stays reached, whatever is settled later.
    return found.find(({ kind }) => kind === 'refused') ?? found[0];
  }

  #refusalOf(meter: Meter, most: Most): Reserved | undefined {
    const { limit, name } = meter;
    if (limit === undefined) return undefined;
    if (this.#isUncounted)
      return refused(`the server does not report token usage, so the ${name} limit cannot be enforced`);
    const spent = meter.others + this.#known(meter);
    const held = this.#heldOf(meter);
    const next = meter.most(most);
    // Sums of fractions of money have rounding errors; a limit that is met exactly is met.
    if (spent < limit && spent + held + next <= limit * (1 + 1e-9)) return undefined;
    if (spent < limit && this.#underway.count > 0) return { kind: 'later' };
    const unknown =
      held === 0
        ? ''
        : `, up to ${meter.text(held)} for ${this.unknown} request${this.unknown === 1 ? '' : 's'} of unknown usage`;
    const [verb, used] = name === 'cost' ? ['cost', 'spent'] : ['take', 'used'];
    const room = spent < limit ? `; the next request may ${verb} up to ${meter.text(next)}` : '';
    return refused(`the limit of ${meter.text(limit)} is reached (${meter.text(spent)} ${used}${unknown}${room})`);
  }

  /** Returns the maximum usage of pending attempts and of those of unknown usage. */
  #heldOf(meter: Meter): number {
    return meter.held([this.#underway, this.#unknown]);
  }

  /** Returns the known and reserved amount of a quantity; 0 without it. */
  #usedUp(meter: Meter | undefined): number {
    return meter === undefined ? 0 : this.#known(meter) + this.#heldOf(meter);
  }

  /** Returns the known usage of a quantity. */
  #known(meter: Meter): number {
    return meter === this.#money ? (this.cost ?? 0) : meter.of(this.tokens);
  }

  #count(answered: boolean, usage: RunSample['usage'], reserved: Most, isOfBatch = false): void {
    const used = tokensOf(usage);
    if (used === undefined) {
      this.#unknown.add(reserved);
      this.#isUncounted ||= answered;
      return;
    }
    this.#input += used.input;
    this.#output += used.output;
    if (isOfBatch) {
      this.#batch = { input: this.#batch.input + used.input, output: this.#batch.output + used.output };
      return;
    }
    this.#money?.count(used, reserved);
    this.#tokenMeter.count(used, reserved);
  }
}

const refused = (reason: string): Reserved => ({ kind: 'refused', reason });

const tokensOf = ({ inputTokens: input, outputTokens: output }: NonNullable<RunSample['usage']> = {}): Most =>
  input === undefined || output === undefined ? undefined : { input, output };

/** Tokens as servers count them. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Maximum tokens of an attempt; undefined where nothing bounds them. */
type Most = Tokens | undefined;

/** Sum of reservations. */
class Held {
  #input = 0;
  #output = 0;
  /** Number of reservations without a bound. */
  #unbounded = 0;
  count = 0;

  add(most: Most, sign: 1 | -1 = 1): void {
    this.count += sign;
    if (most === undefined) this.#unbounded += sign;
    this.#input += sign * (most?.input ?? 0);
    this.#output += sign * (most?.output ?? 0);
  }

  /**
   * @param of amount for tokens, proportional to them
   * @param each amount for a reservation without a bound
   */
  sum(of: (tokens: Tokens) => number, each: number): number {
    return of({ input: this.#input, output: this.#output }) + this.#unbounded * each;
  }
}

/** Limited quantity of attempts: money, or tokens. */
class Meter {
  readonly of: (tokens: Tokens) => number;
  readonly limit: number | undefined;
  readonly name: 'cost' | 'token';
  /** Formats an amount. */
  readonly text: (amount: number) => string;
  /** Maximum amount of an attempt. */
  #dearest = 0;
  /** Maximum amount of an attempt that exceeded its bound. */
  #overrun = 0;
  /** Amount of other runs of the experiment. */
  others = 0;

  constructor(
    name: Meter['name'],
    of: (tokens: Tokens) => number,
    limit: number | undefined,
    text: (amount: number) => string,
  ) {
    this.name = name;
    this.of = of;
    this.limit = limit;
    this.text = text;
  }

  /** @param reserved expected maximum of the attempt */
  count(used: Tokens, reserved: Most): void {
    const amount = this.of(used);
    this.#dearest = Math.max(this.#dearest, amount);
    if (reserved !== undefined && amount > this.of(reserved)) this.#overrun = Math.max(this.#overrun, amount);
  }

  /** Returns the maximum amount of an attempt; a server that exceeded a bound may do so again. */
  most(most: Most): number {
    return most === undefined ? this.#dearest : Math.max(this.of(most), this.#overrun);
  }

  /** Returns the maximum amount of unsettled attempts. */
  held(held: readonly Held[]): number {
    return held.reduce((sum, one) => sum + one.sum(this.of, this.#dearest), 0);
  }
}
