import type { Arena } from '../../base/automaton.ts';
import { bitCount, placesOf, result, turned } from './discs.ts';
import type { OthelloState } from './state.ts';

/** The action that turns nothing over, beside those of the cells 0 to 63. */
export const PASS = 64;

/** Words of a state: discs of the player to move, those of the other, and, once they are known, the cells to take. */
const OWN = 0;
const OTHER = 2;
const PLACES = 4;
const KNOWN = 6;
const WORDS = 7;

/** What of a state's places is known: nothing, them alone, or also that the player must pass, or that the game is over. */
const UNKNOWN = 0;
const OPEN = 1;
const PASSES = 2;
const OVER = 3;

/** Positions of Othello by handle. Whose discs are black changes no future, since names of cells do not say who plays. */
export class OthelloArena implements Arena<OthelloState> {
  legalA = 0;
  legalB = 0;
  readonly maxLegal = 64;
  readonly #name: (action: number) => string;
  readonly #boardLow: number;
  readonly #boardHigh: number;
  #words = new Int32Array(64 * WORDS);

  /** @param name the name of an action by its number: 8 r + c, or `PASS` */
  constructor(boardLow: number, boardHigh: number, name: (action: number) => string) {
    this.#boardLow = boardLow;
    this.#boardHigh = boardHigh;
    this.#name = name;
  }

  reserve(count: number): void {
    if (count * WORDS <= this.#words.length) return;
    const grown = new Int32Array(Math.max(count * WORDS, 2 * this.#words.length));
    grown.set(this.#words);
    this.#words = grown;
  }

  load(handle: number, { ownLow, ownHigh, otherLow, otherHigh }: OthelloState): void {
    this.#words.set([ownLow, ownHigh, otherLow, otherHigh, 0, 0, UNKNOWN], handle * WORDS);
  }

  copy(from: number, to: number): void {
    this.#words.copyWithin(to * WORDS, from * WORDS, (from + 1) * WORDS);
  }

  play(from: number, to: number, action: number): void {
    const words = this.#words;
    const [a, b] = [from * WORDS, to * WORDS];
    const [ownLow, ownHigh] = [words[a + OWN], words[a + OWN + 1]];
    const [otherLow, otherHigh] = [words[a + OTHER], words[a + OTHER + 1]];
    let [turnedLow, turnedHigh, putLow, putHigh] = [0, 0, 0, 0];
    if (action !== PASS) {
      turned(action, ownLow, ownHigh, otherLow, otherHigh);
      [turnedLow, turnedHigh] = result;
      if (action < 32) putLow = 1 << action;
      else putHigh = 1 << (action - 32);
    }
    words[b + OWN] = otherLow & ~turnedLow;
    words[b + OWN + 1] = otherHigh & ~turnedHigh;
    words[b + OTHER] = ownLow | turnedLow | putLow;
    words[b + OTHER + 1] = ownHigh | turnedHigh | putHigh;
    words[b + KNOWN] = UNKNOWN;
  }

  count(handle: number): number {
    const kind = this.#open(handle);
    if (kind !== OPEN) return kind === PASSES ? 1 : 0;
    const at = handle * WORDS + PLACES;
    return bitCount(this.#words[at]) + bitCount(this.#words[at + 1]);
  }

  legal(handle: number, out: Int32Array, at: number): number {
    const kind = this.#open(handle);
    if (kind === PASSES) out[at] = PASS;
    if (kind !== OPEN) return kind === PASSES ? 1 : 0;
    const from = handle * WORDS + PLACES;
    return list(this.#words[from], this.#words[from + 1], out, at);
  }

  common(a: number, b: number, out?: Int32Array, at = 0): number {
    this.legalA = this.count(a);
    this.legalB = this.count(b);
    const words = this.#words;
    const [from, other] = [a * WORDS, b * WORDS];
    const kind = words[from + KNOWN];
    if (kind !== words[other + KNOWN] || kind === OVER) return 0;
    if (kind === PASSES) {
      if (out !== undefined) out[at] = PASS;
      return 1;
    }
    const low = words[from + PLACES] & words[other + PLACES];
    const high = words[from + PLACES + 1] & words[other + PLACES + 1];
    return out === undefined ? bitCount(low) + bitCount(high) : list(low, high, out, at);
  }

  same(a: number, b: number): boolean {
    const words = this.#words;
    for (let i = 0; i < PLACES; i++) if (words[a * WORDS + i] !== words[b * WORDS + i]) return false;
    return true;
  }

  hashLow(handle: number): number {
    return this.#hash(handle, 0x9e3779b1);
  }

  hashHigh(handle: number): number {
    return this.#hash(handle, 0x85ebca6b);
  }

  /** How many discs more the player to move has than the other. */
  lead(handle: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    const own = bitCount(words[at + OWN]) + bitCount(words[at + OWN + 1]);
    return own - bitCount(words[at + OTHER]) - bitCount(words[at + OTHER + 1]);
  }

  actionName(action: number): string {
    return this.#name(action);
  }

  /** Finds the cells to take where they are not known, and returns what is known then. */
  #open(handle: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    if (words[at + KNOWN] !== UNKNOWN) return words[at + KNOWN];
    const [ownLow, ownHigh] = [words[at + OWN], words[at + OWN + 1]];
    const [otherLow, otherHigh] = [words[at + OTHER], words[at + OTHER + 1]];
    placesOf(ownLow, ownHigh, otherLow, otherHigh, this.#boardLow, this.#boardHigh);
    words[at + PLACES] = result[0];
    words[at + PLACES + 1] = result[1];
    let kind = OPEN;
    if ((result[0] | result[1]) === 0) {
      placesOf(otherLow, otherHigh, ownLow, ownHigh, this.#boardLow, this.#boardHigh);
      kind = (result[0] | result[1]) === 0 ? OVER : PASSES;
    }
    words[at + KNOWN] = kind;
    return kind;
  }

  #hash(handle: number, factor: number): number {
    const words = this.#words;
    const at = handle * WORDS;
    let hash = factor;
    for (let i = 0; i < PLACES; i++) {
      hash = Math.imul(hash ^ words[at + i], factor);
      hash ^= hash >>> 15;
    }
    return Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 13);
  }
}

/** Writes the bits that are set, from the lowest one. */
function list(low: number, high: number, out: Int32Array, at: number): number {
  let end = at;
  for (let rest = low; rest !== 0; rest &= rest - 1) out[end++] = 31 - Math.clz32(rest & -rest);
  for (let rest = high; rest !== 0; rest &= rest - 1) out[end++] = 63 - Math.clz32(rest & -rest);
  return end - at;
}
