/** Set of keys of equal length, each some numbers of 32 bits. */
export interface KeySet {
  readonly has: (key: KeyWords) => boolean;
  /** Adds a key; returns false if the set has it already. */
  readonly add: (key: KeyWords) => boolean;
}

/** Words of a key, as many as its set has. */
export type KeyWords = readonly number[];

/** Creates an empty set of keys of `words` words. */
export type NewKeySet = (words: number) => KeySet;

const FIRST_CAPACITY = 1 << 10;
/** Maximum share of taken slots before a table grows. */
export const MAX_LOAD = 0.6;

/** Returns the first slot of the search for a key, among `capacity` slots, a power of two. */
export function keySlot(key: KeyWords, capacity: number): number {
  let hash = 0;
  for (const word of key) hash = Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) & (capacity - 1);
}

/** Returns a key that cannot be read as an empty slot: a key of zeros alone counts as another. */
export const storedKey = (key: KeyWords): KeyWords =>
  key.some((word) => (word | 0) !== 0) ? key : [1, ...key.slice(1)];

/** Yields the keys of a table in which empty slots are zeros. */
export function* keysIn(table: Int32Array, words: number): Generator<KeyWords> {
  for (let at = 0; at < table.length; at += words) {
    const key = table.subarray(at, at + words);
    if (key.some((word) => word !== 0)) yield [...key];
  }
}

/** Set in memory: an open table, 4 bytes a word and 1.7 to 3.4 slots a key. */
export class KeyTable implements KeySet {
  readonly #words: number;
  #capacity = FIRST_CAPACITY;
  #table: Int32Array;
  #count = 0;

  constructor(words: number) {
    this.#words = words;
    this.#table = new Int32Array(this.#capacity * words);
  }

  get count(): number {
    return this.#count;
  }

  /** Number of slots. */
  get capacity(): number {
    return this.#capacity;
  }

  get bytes(): number {
    return this.#table.byteLength;
  }

  has(key: KeyWords): boolean {
    return this.#find(storedKey(key)) < 0;
  }

  add(key: KeyWords): boolean {
    const stored = storedKey(key);
    const place = this.#find(stored);
    if (place < 0) return false;
    this.#put(place, stored);
    if (++this.#count > MAX_LOAD * this.#capacity) this.#grow();
    return true;
  }

  /** Yields all keys, in no order. */
  keys(): Generator<KeyWords> {
    return keysIn(this.#table, this.#words);
  }

  /** Returns the empty slot for a key; -1 if the set has the key. */
  #find(key: KeyWords): number {
    const words = this.#words;
    const table = this.#table;
    for (let place = keySlot(key, this.#capacity); ; place = (place + 1) & (this.#capacity - 1)) {
      let isEmpty = true;
      let isEqual = true;
      for (let i = 0; i < words; i++) {
        const word = table[place * words + i] ?? 0;
        if (word !== 0) isEmpty = false;
        if (word !== ((key[i] ?? 0) | 0)) isEqual = false;
      }
      if (isEqual) return -1;
      if (isEmpty) return place;
    }
  }

  #put(place: number, key: KeyWords): void {
    for (let i = 0; i < this.#words; i++) this.#table[place * this.#words + i] = key[i] ?? 0;
  }

  #grow(): void {
    const old = this.#table;
    this.#capacity *= 2;
    this.#table = new Int32Array(this.#capacity * this.#words);
    for (const key of keysIn(old, this.#words)) this.#put(this.#find(key), key);
  }
}
