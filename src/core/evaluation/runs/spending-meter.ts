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

  count(used: Tokens): void {
    this.#dearest = Math.max(this.#dearest, this.of(used));
  }

  /** The most that an attempt may use up. */
  most(most: Most): number {
    return most === undefined ? this.#dearest : this.of(most);
  }

  /** The most that attempts may use up that are not settled. */
  held(held: readonly Held[]): number {
    return held.reduce((sum, one) => sum + one.sum(this.of, this.#dearest), 0);
  }
}
