/** Disjoint sets of whole numbers from 0 on; a set is named by its least number. */
export class UnionFind {
  #parents = new Int32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds a set with the next number and returns that number. */
  add(): number {
    if (this.#count === this.#parents.length) {
      const more = new Int32Array(2 * this.#count);
      more.set(this.#parents);
      this.#parents = more;
    }
    this.#parents[this.#count] = this.#count;
    return this.#count++;
  }

  /** Returns the least number of the set that contains a number. */
  find(number: number): number {
    const parents = this.#parents;
    let at = number;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  /** Joins the sets of two numbers and returns the name of the joined set. */
  join(a: number, b: number): number {
    const [one, other] = [this.find(a), this.find(b)];
    const least = Math.min(one, other);
    this.#parents[Math.max(one, other)] = least;
    return least;
  }
}

const LEAST_SLOTS = 1 << 12;

/**
 * Numbers for keys, from 0 on in the order in which keys first appear. Keys are whole numbers below 2^53 whose low bits
 * are spread like those of a hash: millions take 24 bytes each and no objects.
 */
export class KeyNumbers {
  #keys = new Float64Array(LEAST_SLOTS);
  /** The number plus 1; 0 for a free slot. */
  #numbers = new Int32Array(LEAST_SLOTS);
  #count = 0;

  /** Number of different keys. */
  get count(): number {
    return this.#count;
  }

  /** Returns the number of a key, and adds the key if it is new. */
  of(key: number): number {
    if (2 * this.#count >= this.#keys.length) this.#grow();
    const slot = this.#slotOf(key);
    const known = this.#numbers[slot]!;
    if (known > 0) return known - 1;
    this.#keys[slot] = key;
    this.#numbers[slot] = ++this.#count;
    return this.#count - 1;
  }

  /** Returns the number of a key; undefined for a key that was not added. */
  known(key: number): number | undefined {
    const number = this.#numbers[this.#slotOf(key)]!;
    return number > 0 ? number - 1 : undefined;
  }

  /** Returns the slot of a key, or the free slot for it. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (key ^ (key / 0x1_0000_0000)) & mask;
    while (this.#numbers[slot]! > 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers];
    this.#keys = new Float64Array(2 * keys.length);
    this.#numbers = new Int32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (numbers[i] === 0) continue;
      const slot = this.#slotOf(keys[i]!);
      this.#keys[slot] = keys[i]!;
      this.#numbers[slot] = numbers[i]!;
    }
  }
}

/**
 * Returns the number of leading items for which a test holds, in a list whose items with that property come first: a
 * binary search.
 *
 * @param length number of items
 * @param isBefore called for at most log2(length) + 1 indices
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
