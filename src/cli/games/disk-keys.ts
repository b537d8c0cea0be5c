import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import {
  type KeySet,
  KeyTable,
  type KeyWords,
  keySlot,
  keysIn,
  MAX_LOAD,
  type NewKeySet,
  storedKey,
} from '../../core/datasets/key-set.ts';
import { temporaryFolder } from '../../models/node-files.ts';
import { attempt } from '../command.ts';

/** Size limit of the tables in memory, in bytes for all sets together; above it the sets continue on disk. */
const MAX_MEMORY = 256 << 20;
/** Slots read at a time: a search seldom needs more. */
const WINDOW = 32;
/** Slots read at a time when a table grows. */
const SCAN = 1 << 14;

/** An open-addressing table in a file, like the one of `KeyTable` in memory. */
class DiskTable implements KeySet {
  readonly #words: number;
  readonly #file: string;
  readonly #window: Int32Array;
  #handle: number;
  #capacity: number;
  #count = 0;
  #generation = 0;

  constructor(file: string, words: number, capacity: number) {
    this.#words = words;
    this.#file = file;
    this.#capacity = capacity;
    this.#window = new Int32Array(WINDOW * words);
    this.#handle = this.#open();
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

  close(): void {
    closeSync(this.#handle);
  }

  /** Creates an empty file, sparse if the file system supports it. */
  #open(): number {
    return attempt(`cannot write ${this.#file}`, () => {
      const handle = openSync(`${this.#file}.${this.#generation++}`, 'w+');
      ftruncateSync(handle, this.#capacity * this.#words * Int32Array.BYTES_PER_ELEMENT);
      return handle;
    });
  }

  /** Returns the empty slot for a key; -1 if the key exists. */
  #find(key: KeyWords): number {
    const words = this.#words;
    const size = words * Int32Array.BYTES_PER_ELEMENT;
    const window = this.#window;
    for (let place = keySlot(key, this.#capacity); ; ) {
      const read = Math.min(WINDOW, this.#capacity - place);
      readSync(this.#handle, window, 0, read * size, place * size);
      for (let i = 0; i < read; i++) {
        const at = i * words;
        if (key.every((word, k) => window[at + k] === (word | 0))) return -1;
        if (key.every((_, k) => window[at + k] === 0)) return place + i;
      }
      place = (place + read) % this.#capacity;
    }
  }

  #put(place: number, key: KeyWords): void {
    const bytes = Int32Array.from(key);
    attempt(`cannot write ${this.#file}`, () =>
      writeSync(this.#handle, bytes, 0, bytes.byteLength, place * bytes.byteLength),
    );
  }

  #grow(): void {
    const old = this.#handle;
    const oldFile = `${this.#file}.${this.#generation - 1}`;
    const size = this.#words * Int32Array.BYTES_PER_ELEMENT;
    const places = this.#capacity;
    this.#capacity *= 2;
    this.#handle = this.#open();
    const part = new Int32Array(SCAN * this.#words);
    for (let place = 0; place < places; place += SCAN) {
      const read = readSync(old, part, 0, Math.min(SCAN, places - place) * size, place * size);
      for (const key of keysIn(part.subarray(0, read / Int32Array.BYTES_PER_ELEMENT), this.#words))
        this.#put(this.#find(key), key);
    }
    closeSync(old);
    rmSync(oldFile, { force: true });
  }
}

/** Sets of keys that stay in memory up to a size limit and continue in a folder for temporary files. */
export class KeyStore {
  readonly #most: number;
  #folder: string | undefined;
  #bytes = 0;
  #files = 0;
  readonly #open: DiskTable[] = [];

  /** @param most approximate limit in bytes of memory for all sets together */
  constructor(most = MAX_MEMORY) {
    this.#most = most;
  }

  /** True once a set is on disk. */
  get isOnDisk(): boolean {
    return this.#folder !== undefined;
  }

  readonly newSet: NewKeySet = (words) => {
    let set: KeySet = new KeyTable(words);
    let known = 0;
    return {
      has: (key) => set.has(key),
      add: (key) => {
        const isNew = set.add(key);
        if (set instanceof KeyTable && set.bytes !== known) {
          this.#bytes += set.bytes - known;
          known = set.bytes;
          if (this.#bytes > this.#most) {
            this.#bytes -= known;
            set = this.#moved(set, words);
          }
        }
        return isNew;
      },
    };
  };

  /** Removes the files on disk. */
  close(): void {
    for (const table of this.#open) table.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #moved(set: KeyTable, words: number): DiskTable {
    this.#folder ??= attempt('cannot write temporary files', temporaryFolder);
    const table = new DiskTable(path.join(this.#folder, String(this.#files++)), words, 2 * set.capacity);
    for (const key of set.keys()) table.add(key);
    this.#open.push(table);
    return table;
  }
}
