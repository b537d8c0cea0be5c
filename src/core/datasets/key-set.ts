/** A set of keys of equal length, each some numbers of 32 bits. */
export interface KeySet {
  readonly has: (key: KeyWords) => boolean;
  /** Adds a key; false if it is there. */
  readonly add: (key: KeyWords) => boolean;
}

/** The words of a key, as many as its set has. */
export type KeyWords = readonly number[];

/** Makes an empty set of keys of so many words. */
export type NewKeySet = (words: number) => KeySet;

const FIRST_CAPACITY = 1 << 10;
/** Share of the places that are taken before a table grows. */
export const MAX_LOAD = 0.6;

/** The place where the search for a key begins, among `capacity` places, a power of two. */
export function keySlot(key: KeyWords, capacity: number): number {
  let hash = 0;
  for (const word of key) hash = Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) & (capacity - 1);
}

/** The key with no word that could be taken for an empty place: one of nothing but zeros counts as another. */
export const storedKey = (key: KeyWords): KeyWords =>
  key.some((word) => (word | 0) !== 0) ? key : [1, ...key.slice(1)];

/** The keys of a table in which empty places are zeros. */
export function* keysIn(table: Int32Array, words: number): Generator<KeyWords> {
  for (let at = 0; at < table.length; at += words) {
    const key = table.subarray(at, at + words);
    if (key.some((word) => word !== 0)) yield [...key];
  }
}

/** A set in memory: an open table, 4 bytes a word and 1.7 to 3.4 places a key. */
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

  /** Places for keys. */
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

  /** All keys, in no order. */
  keys(): Generator<KeyWords> {
    return keysIn(this.#table, this.#words);
  }

  /** The empty place for a key; -1 if the key is there. */
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
