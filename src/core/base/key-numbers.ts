const LEAST_SLOTS = 1 << 12;

/**
 * Numbers for keys, from 0 on in the order in which keys first come. Keys are whole numbers below 2^53 whose low bits are spread as a
 * hash's are: millions take 24 bytes each and no objects.
 */
export class KeyNumbers {
  #keys = new Float64Array(LEAST_SLOTS);
  /** Number and 1; 0 for a free slot. */
  #numbers = new Int32Array(LEAST_SLOTS);
  #count = 0;

  /** Number of different keys. */
  get count(): number {
    return this.#count;
  }

  /** The number of a key, which is remembered. */
  of(key: number): number {
    if (2 * this.#count >= this.#keys.length) this.#grow();
    const slot = this.#slotOf(key);
    const known = this.#numbers[slot]!;
    if (known > 0) return known - 1;
    this.#keys[slot] = key;
    this.#numbers[slot] = ++this.#count;
    return this.#count - 1;
  }

  /** The number of a key; undefined for one that never came. */
  known(key: number): number | undefined {
    const number = this.#numbers[this.#slotOf(key)]!;
    return number > 0 ? number - 1 : undefined;
  }

  /** The slot that has a key, or would take it. */
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
