import { partSeed } from '../base/text/hash.ts';

/** Drawn item with its rank: the lowest ranks are kept. */
interface Drawn<T> {
  readonly item: T;
  readonly rank: number;
  /** Number among all offered items. */
  readonly order: number;
}

const isBefore = (a: Drawn<unknown>, b: Drawn<unknown>): boolean =>
  a.rank < b.rank || (a.rank === b.rank && a.order < b.order);

/** Returns the rank of an item in [0, 1): the same for a seed and a place in the order, on every machine. */
const rankOf = (seed: number, order: number): number => partSeed(seed, `sample ${order}`) / 0x1_0000_0000;

/** Returns true if an item is in a sample of this share; each is drawn independently. */
export const isInShare = (share: number, seed: number, order: number): boolean => rankOf(seed, order) < share;

/** Items of one stratum, the highest rank on top (a binary heap). */
class Stratum<T> {
  /** Tie break between strata of one size. */
  readonly rank: number;
  /** Number of offered items. */
  offered = 0;
  readonly #items: Drawn<T>[] = [];
  /** Lowest rank that was given up: nothing from there on is accepted, or worse items would replace better ones. */
  #ceiling = Number.POSITIVE_INFINITY;

  constructor(rank: number) {
    this.rank = rank;
  }

  get ceiling(): number {
    return this.#ceiling;
  }

  /** Records the rank of an item that is not kept. */
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

  /** Removes the item of the highest rank; returns false where there is none. */
  pop(): boolean {
    const items = this.#items;
    this.giveUp(items[0]?.rank ?? Number.POSITIVE_INFINITY);
    const last = items.pop();
    if (last === undefined || items.length === 0) return last !== undefined;
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
    return true;
  }
}

/** Allocations of a sample to strata: as evenly as these allow, or in proportion to their sizes. */
export const ALLOCATIONS = ['equal', 'proportional'] as const;
export type Allocation = (typeof ALLOCATIONS)[number];

/** Figures of a stratum after the last item was offered. */
export interface StratumFigures {
  readonly name: string;
  /** Number of offered items with a weight. */
  readonly size: number;
  readonly sampled: number;
  /** Number of items for each sampled one, `size / sampled`; null where none was drawn, or where items have their own weights. */
  readonly weight: number | null;
}

/**
 * Random sample of a number of items in one pass, by seed. The seed alone decides which strata get the items that do
 * not divide evenly, so they do not depend on the order of the input. Memory: equal allocation holds the sample,
 * proportional allocation up to a sample of each stratum, since a quota is known only at the end.
 */
export class Sampler<T> {
  readonly #size: number;
  readonly #seed: number;
  readonly #allocation: Allocation;
  readonly #strata = new Map<string, Stratum<T>>();
  #offered = 0;
  #kept = 0;
  #isWeighted = false;

  constructor(size: number, seed: number, allocation: Allocation = 'equal') {
    this.#size = size;
    this.#seed = seed;
    this.#allocation = allocation;
  }

  /**
   * Offers the next item; `make` is called only if it is kept for now.
   *
   * @param weight weight of all items or of none: each next item of the sample is drawn with a probability in
   * proportion to it (Efraimidis and Spirakis 2006); 0 is never drawn
   */
  offer(name: string, make: () => T, weight?: number): void {
    const order = this.#offered++;
    const drawn = rankOf(this.#seed, order);
    const rank = weight === undefined ? drawn : -Math.log(1 - drawn) / weight;
    this.#isWeighted ||= weight !== undefined;
    if (weight === 0) return;
    const own = this.#strata.get(name) ?? new Stratum<T>(partSeed(this.#seed, `stratum ${name}`));
    this.#strata.set(name, own);
    own.offered++;
    if (rank >= own.ceiling) return;
    const isFull = this.#allocation === 'equal' ? this.#kept >= this.#size : own.size >= this.#size;
    const loser = isFull ? this.#loser(own) : undefined;
    if (loser === own && rank >= (own.top?.rank ?? 0)) {
      own.giveUp(rank);
      return;
    }
    if (loser?.pop() === true) this.#kept--;
    own.push({ item: make(), rank, order });
    this.#kept++;
  }

  /**
   * Returns the stratum that gives up an item for one more of `own`: the largest one then, of equal ones that of the
   * highest rank.
   */
  #loser(own: Stratum<T>): Stratum<T> {
    if (this.#allocation === 'proportional') return own;
    let loser = own;
    let most = own.size + 1;
    for (const stratum of this.#strata.values()) {
      if (stratum === own || stratum.size < most) continue;
      if (stratum.size > most || stratum.rank > loser.rank) loser = stratum;
      most = stratum.size;
    }
    return loser;
  }

  /** Returns the sample, in the order in which its items were offered. */
  items(): T[] {
    return [...this.#drawn().values()]
      .flat()
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }

  /** Returns the strata in the order of their names. */
  figures(): StratumFigures[] {
    const drawn = this.#drawn();
    return [...this.#strata]
      .map(([name, { offered: size }]) => {
        const sampled = drawn.get(name)?.length ?? 0;
        return { name, size, sampled, weight: sampled === 0 || this.#isWeighted ? null : size / sampled };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns the items of the sample by stratum. */
  #drawn(): Map<string, readonly Drawn<T>[]> {
    const quotas = this.#allocation === 'equal' ? undefined : this.#quotas();
    const drawn = new Map<string, readonly Drawn<T>[]>();
    for (const [name, { items }] of this.#strata) {
      const quota = quotas?.get(name);
      drawn.set(
        name,
        quota === undefined ? items : [...items].sort((a, b) => (isBefore(a, b) ? -1 : 1)).slice(0, quota),
      );
    }
    return drawn;
  }

  /**
   * Returns the number of items of each stratum in proportion to its size. The whole parts of the quotas leave some
   * items over: systematic sampling along the ranks of the strata gives each stratum one more with a probability of its
   * fraction, so that all items are drawn equally often.
   */
  #quotas(): Map<string, number> {
    const strata = [...this.#strata].sort(([, a], [, b]) => a.rank - b.rank);
    const all = strata.reduce((sum, [, { offered }]) => sum + offered, 0);
    const size = Math.min(this.#size, all);
    const start = partSeed(this.#seed, 'remainder') / 0x1_0000_0000;
    let before = 0;
    return new Map(
      strata.map(([name, { offered }]) => {
        // Whole numbers up to here, so that the sums are exact and the quotas add up.
        const from = Math.floor((before * size) / all + start);
        before += offered;
        return [name, Math.floor((before * size) / all + start) - from];
      }),
    );
  }
}
