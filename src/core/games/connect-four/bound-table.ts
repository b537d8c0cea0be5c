import { mirroredHigh, mirroredLow } from './bits.ts';

/** Bounds are -21 to 21. */
const OFFSET = 22;
const UPPER = 2 * OFFSET;
/** Bits of a key's high word. */
const KEY_BITS = 21;
const KEY_MASK = (1 << KEY_BITS) - 1;

/**
 * What searches have proved, by position: a bound of its score, from below or above. A position and its mirror image are
 * one. Keys are whole (own stones plus all stones, 28 and 21 bits), so an entry never speaks for another position; of two
 * positions that fall on one slot the later one stays.
 */
export class BoundTable {
  readonly #slots: Int32Array;
  readonly #shift: number;

  /** @param bits log2 of the number of slots, 8 bytes each */
  constructor(bits: number) {
    this.#slots = new Int32Array(2 << bits);
    this.#shift = 32 - bits;
  }

  /** 1 when the score is known to be at least `target`, 0 when it is known to be below, -1 when neither. */
  find(low: number, high: number, target: number): number {
    const otherLow = mirroredLow(low, high);
    const otherHigh = mirroredHigh(low);
    const turn = otherLow < low || (otherLow === low && otherHigh < high);
    const keyLow = turn ? otherLow : low;
    const keyHigh = turn ? otherHigh : high;
    const at = this.#slotOf(keyLow, keyHigh);
    const word = this.#slots[at + 1];
    if (this.#slots[at] !== keyLow || (word & KEY_MASK) !== keyHigh) return -1;
    const code = word >> KEY_BITS;
    if (code === 0) return -1;
    if (code > UPPER) return code - UPPER - OFFSET < target ? 0 : -1;
    return code - OFFSET >= target ? 1 : -1;
  }

  put(low: number, high: number, bound: number, isLower: boolean): void {
    const otherLow = mirroredLow(low, high);
    const otherHigh = mirroredHigh(low);
    const turn = otherLow < low || (otherLow === low && otherHigh < high);
    const keyLow = turn ? otherLow : low;
    const keyHigh = turn ? otherHigh : high;
    const at = this.#slotOf(keyLow, keyHigh);
    this.#slots[at] = keyLow;
    this.#slots[at + 1] = keyHigh | ((bound + OFFSET + (isLower ? 0 : UPPER)) << KEY_BITS);
  }

  #slotOf(low: number, high: number): number {
    const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    return (Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> this.#shift) << 1;
  }
}
