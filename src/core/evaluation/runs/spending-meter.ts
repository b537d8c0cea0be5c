/** Tokens as servers count them. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Tokens that an attempt may use up; undefined where nothing bounds them. */
export type Most = Tokens | undefined;

/** Reservations, added up. */
export class Held {
  #input = 0;
  #output = 0;
  /** Reservations without a bound. */
  #unbounded = 0;
  count = 0;

  add(most: Most, sign: 1 | -1 = 1): void {
    this.count += sign;
    if (most === undefined) this.#unbounded += sign;
    this.#input += sign * (most?.input ?? 0);
    this.#output += sign * (most?.output ?? 0);
  }

  /**
   * @param of a quantity of tokens, in proportion to them
   * @param each what one without a bound counts as
   */
  sum(of: (tokens: Tokens) => number, each: number): number {
    return of({ input: this.#input, output: this.#output }) + this.#unbounded * each;
  }
}

/** What attempts use up, and a limit may bound: money, or tokens. */
export class Meter {
  readonly of: (tokens: Tokens) => number;
  readonly limit: number | undefined;
  readonly name: 'cost' | 'token';
  /** An amount for people. */
  readonly text: (amount: number) => string;
  /** Of the dearest attempt. */
  #dearest = 0;
  /** Of the dearest attempt that took more than it was thought to take at most. */
  #overrun = 0;
  /** Of other runs of the experiment. */
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

  /** @param reserved what the attempt was thought to take at most */
  count(used: Tokens, reserved: Most): void {
    const amount = this.of(used);
    this.#dearest = Math.max(this.#dearest, amount);
    if (reserved !== undefined && amount > this.of(reserved)) this.#overrun = Math.max(this.#overrun, amount);
  }

  /** The most that an attempt may use up; a server that went over a bound may do so again. */
  most(most: Most): number {
    return most === undefined ? this.#dearest : Math.max(this.of(most), this.#overrun);
  }

  /** The most that attempts may use up that are not settled. */
  held(held: readonly Held[]): number {
    return held.reduce((sum, one) => sum + one.sum(this.of, this.#dearest), 0);
  }
}
