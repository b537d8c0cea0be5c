import { partSeed } from '../base/text/fingerprint.ts';

/** A drawn item with what decides between items: the lowest are kept. */
interface Drawn<T> {
  readonly item: T;
  readonly rank: number;
  /** Number among all items that were offered. */
  readonly order: number;
}

const isBefore = (a: Drawn<unknown>, b: Drawn<unknown>): boolean =>
  a.rank < b.rank || (a.rank === b.rank && a.order < b.order);

/** The number in [0, 1) that decides about an item: the same for a seed and a place in the order, on every machine. */
const rankOf = (seed: number, order: number): number => partSeed(seed, `sample ${order}`) / 0x1_0000_0000;

/** True if an item is in a sample of this share; each is drawn by itself. */
export const isInShare = (share: number, seed: number, order: number): boolean => rankOf(seed, order) < share;

/** Items of one stratum, the highest rank on top (a binary heap). */
class Stratum<T> {
  readonly #items: Drawn<T>[] = [];
  /** The lowest rank that was given up: nothing from there on is taken, or worse items would replace better ones. */
  #ceiling = Number.POSITIVE_INFINITY;

  get ceiling(): number {
    return this.#ceiling;
  }

  /** Remembers the rank of an item that is not taken. */
  giveUp(rank: number): void {
    this.#ceiling = Math.min(this.#ceiling, rank);
  }

  get size(): number {
    return this.#items.length;
  }

  get top(): Drawn<T> | undefined {
    return this.#items[0];
  }

  get items(): readonly Drawn<T>[] {
    return this.#items;
  }

  push(drawn: Drawn<T>): void {
    const items = this.#items;
    let at = items.length;
    items.push(drawn);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = items[up];
      if (parent === undefined || !isBefore(parent, drawn)) break;
      items[at] = parent;
      at = up;
    }
    items[at] = drawn;
  }

  /** Removes the item of the highest rank. */
  pop(): void {
    const items = this.#items;
    this.giveUp(items[0]?.rank ?? Number.POSITIVE_INFINITY);
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      const [left, right] = [items[down], items[down + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(left, right)) down++;
      const child = items[down];
      if (child === undefined || !isBefore(last, child)) break;
      items[at] = child;
      at = down;
    }
    items[at] = last;
  }
}

/**
 * A random sample of a number of items in one pass, by seed, with every stratum as large as any other as far as it has items.
 * Memory holds the sample. Where the sample is full, the largest stratum gives up the item of its highest rank.
 */
export class Sampler<T> {
  readonly #size: number;
  readonly #seed: number;
  readonly #strata = new Map<string, Stratum<T>>();
  #offered = 0;
  #kept = 0;

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#seed = seed;
  }

  /**
   * Offers the next item; `make` is called only if it is kept for now.
   *
   * @param weight of all items or of none: each next item of the sample is drawn with a probability in proportion to it (Efraimidis and
   * Spirakis 2006); 0 is never drawn
   */
  offer(stratum: string, make: () => T, weight?: number): void {
    const order = this.#offered++;
    const drawn = rankOf(this.#seed, order);
    const rank = weight === undefined ? drawn : -Math.log(1 - drawn) / weight;
    if (weight === 0) return;
    const own = this.#strata.get(stratum) ?? new Stratum<T>();
    if (rank >= own.ceiling) return;
    this.#strata.set(stratum, own);
    const isFull = this.#kept >= this.#size;
    const largest = isFull ? this.#largest(own) : undefined;
    if (largest === own && rank >= (own.top?.rank ?? 0)) {
      own.giveUp(rank);
      return;
    }
    largest?.pop();
    own.push({ item: make(), rank, order });
    if (!isFull) this.#kept++;
  }

  /** The stratum that gives up an item for one more of `own`: the largest, `own` itself if no other has more. */
  #largest(own: Stratum<T>): Stratum<T> {
    let largest = own;
    for (const stratum of this.#strata.values()) if (stratum.size > largest.size) largest = stratum;
    return largest;
  }

  /** The sample, in the order in which its items were offered. */
  items(): T[] {
    return [...this.#strata.values()]
      .flatMap(({ items }) => items)
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }
}
