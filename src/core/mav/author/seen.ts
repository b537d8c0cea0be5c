/** Digits of an id that choose a set: a set holds 2^24 values at the most. */
const CHOOSING = 3;

/** Ids of 16 hexadecimal digits that were seen already; tens of millions fit. */
export class SeenIds {
  readonly #sets = new Map<string, Set<number>>();

  /** Whether an id comes for the first time; it is remembered. */
  isNew(id: string): boolean {
    const chosen = id.slice(0, CHOOSING);
    // 52 bits, which a number holds exactly
    const rest = Number.parseInt(id.slice(CHOOSING), 16);
    const set = this.#sets.get(chosen) ?? new Set();
    this.#sets.set(chosen, set);
    if (set.has(rest)) return false;
    set.add(rest);
    return true;
  }
}
