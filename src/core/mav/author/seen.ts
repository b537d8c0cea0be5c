/** Digits of an id that choose a set: a set holds 2^24 values at the most. */
const CHOOSING = 3;

/** Ids of 16 hexadecimal digits that were seen already; tens of millions fit. */
export class SeenIds {
  readonly #sets = new Map<string, Set<number>>();

  /** True if an id was seen; it is not remembered. */
  has(id: string): boolean {
    return this.#sets.get(id.slice(0, CHOOSING))?.has(restOf(id)) === true;
  }

  /** True if an id comes for the first time; it is remembered. */
  isNew(id: string): boolean {
    const chosen = id.slice(0, CHOOSING);
    const rest = restOf(id);
    const set = this.#sets.get(chosen) ?? new Set();
    this.#sets.set(chosen, set);
    if (set.has(rest)) return false;
    set.add(rest);
    return true;
  }
}

/** Ids that may come some times. */
export class RepeatedIds {
  readonly #most: number;
  /** The ids that came once, twice, and so on. */
  readonly #times: SeenIds[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** True if an id has not come as often as it may; it is remembered. */
  isAllowed(id: string): boolean {
    for (let time = 0; time < this.#most; time++) {
      const seen = (this.#times[time] ??= new SeenIds());
      if (seen.isNew(id)) return true;
    }
    return false;
  }
}

/** 52 bits, which a number holds exactly. */
const restOf = (id: string): number => Number.parseInt(id.slice(CHOOSING), 16);
