import { reversed } from './bits';

// `BoundTable` of ../../null-window-search.ts in this memory: slots of a key's two words.
export const TABLE: usize = 65536;
const OFFSET: i32 = 22;
const UPPER: i32 = 2 * OFFSET;
const KEY_BITS: i32 = 21;
const KEY_MASK: i32 = (1 << KEY_BITS) - 1;
const WORD: u64 = 0xfffffff;

let shift: i32 = 32;
let keyLow: i32 = 0;
let keyHigh: i32 = 0;

export function setTable(bits: i32): void {
  shift = 32 - bits;
}

/** Returns the slot of a position or its mirror image, and leaves its key. */
// @ts-ignore: decorator
@inline
function slotOf(key: u64): usize {
  const low = <i32>(key & WORD);
  const high = <i32>(key >> 28);
  const otherLow = reversed(high) | (low & (127 << 21));
  const otherHigh = reversed(low);
  const turn = otherLow < low || (otherLow == low && otherHigh < high);
  keyLow = turn ? otherLow : low;
  keyHigh = turn ? otherHigh : high;
  const mixed = (keyLow ^ (keyHigh * <i32>0x9e3779b1)) * <i32>0x85ebca6b;
  const slot = <u32>((mixed ^ (mixed >>> 15)) * <i32>0xc2b2ae35) >>> shift;
  return TABLE + ((<usize>slot) << 3);
}

/** Returns 1 if the score is known to be at least `target`, 0 if it is known to be below, -1 otherwise. */
// @ts-ignore: decorator
@inline
export function find(key: u64, target: i32): i32 {
  const at = slotOf(key);
  const word = load<i32>(at, 4);
  if (load<i32>(at) != keyLow || (word & KEY_MASK) != keyHigh) return -1;
  const code = word >> KEY_BITS;
  if (code == 0) return -1;
  if (code > UPPER) return code - UPPER - OFFSET < target ? 0 : -1;
  return code - OFFSET >= target ? 1 : -1;
}

// @ts-ignore: decorator
@inline
export function put(key: u64, bound: i32, isLower: bool): void {
  const at = slotOf(key);
  store<i32>(at, keyLow);
  store<i32>(at, keyHigh | ((bound + OFFSET + (isLower ? 0 : UPPER)) << KEY_BITS), 4);
}
