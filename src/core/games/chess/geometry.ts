import { BISHOP_MAGICS, ROOK_MAGICS } from './magics.ts';

/*
 * Attack tables for a board in two 32-bit halves: square 0 is a1, 7 is h1, 63 is h8; the low half holds ranks 1 to 4.
 * A table of sets has the low and the high half of square s at [2 s] and [2 s + 1].
 */

/** Index of the lowest set bit of a non-zero 32-bit number. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** Number of set bits of two 32-bit halves. */
export function popcount(low: number, high: number): number {
  let a = low - ((low >>> 1) & 0x55555555);
  let b = high - ((high >>> 1) & 0x55555555);
  a = (a & 0x33333333) + ((a >>> 2) & 0x33333333);
  b = (b & 0x33333333) + ((b >>> 2) & 0x33333333);
  a += b;
  return Math.imul((a & 0x0f0f0f0f) + ((a >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Squares a knight attacks. */
export const KNIGHT = new Int32Array(128);
/** Squares a king attacks. */
export const KING = new Int32Array(128);
/** Squares a pawn attacks: White's at [2 s], Black's at [128 + 2 s]. */
export const PAWN = new Int32Array(256);
/** Squares a rook attacks on an empty board. */
export const ROOK_RAYS = new Int32Array(128);
/** Squares a bishop attacks on an empty board. */
export const BISHOP_RAYS = new Int32Array(128);
/** Squares strictly between two squares of one line, at [2 (64 a + b)]; empty when they share no line. */
export const BETWEEN = new Int32Array(64 * 64 * 2);
/** The whole line through two squares, at [2 (64 a + b)]; empty when they share no line. */
export const LINE = new Int32Array(64 * 64 * 2);

const ROOK_STEPS = [1, 0, -1, 0, 0, 1, 0, -1] as const;
const BISHOP_STEPS = [1, 1, 1, -1, -1, 1, -1, -1] as const;

const add = (table: Int32Array, at: number, square: number): void => {
  const i = at + (square >> 5);
  table[i] = table[i] | (1 << (square & 31));
};

/** Calls `visit` for every square of the ray from `from`, without it, until the edge or until `visit` says stop. */
function walk(from: number, df: number, dr: number, visit: (square: number) => boolean): void {
  let file = (from & 7) + df;
  let rank = (from >> 3) + dr;
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    if (!visit(rank * 8 + file)) return;
    file += df;
    rank += dr;
  }
}

/** Attacks along `steps` on a board with occupied squares, written to `table[at]` and `table[at + 1]`. */
function slide(from: number, steps: readonly number[], low: number, high: number, table: Int32Array, at: number): void {
  for (let i = 0; i < steps.length; i += 2) {
    walk(from, steps[i], steps[i + 1], (s) => {
      add(table, at, s);
      return (((s < 32 ? low : high) >>> (s & 31)) & 1) === 0;
    });
  }
}

function leap(table: Int32Array, offset: number, from: number, steps: readonly number[]): void {
  for (let i = 0; i < steps.length; i += 2) {
    const file = (from & 7) + steps[i];
    const rank = (from >> 3) + steps[i + 1];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) add(table, offset + 2 * from, rank * 8 + file);
  }
}

function fillLines(from: number, steps: readonly number[]): void {
  for (let i = 0; i < steps.length; i += 2) {
    const df = steps[i];
    const dr = steps[i + 1];
    const passed: number[] = [];
    walk(from, df, dr, (s) => {
      const at = 2 * (64 * from + s);
      for (const p of passed) add(BETWEEN, at, p);
      passed.push(s);
      add(LINE, at, from);
      const onLine = (t: number): boolean => {
        add(LINE, at, t);
        return true;
      };
      walk(from, df, dr, onLine);
      walk(from, -df, -dr, onLine);
      return true;
    });
  }
}

/*
 * Magic multiplication in 32 bits: the occupied relevant squares, each half times its factor, give the slot of the
 * attack set. One row of 16 numbers a square: for the rook, then from +8 for the bishop: mask low, mask high,
 * factor low, factor high, shift, first index into ATTACKS.
 */
const MAGIC = new Int32Array(64 * 16);
/** Attack sets of sliders for every relevant occupancy; see `rookSlot` and `bishopSlot`. */
export const ATTACKS = new Int32Array(2 * (102400 + 5248));

/** Index into ATTACKS of a rook's attacks: low half there, high half at the next index. */
export function rookSlot(square: number, low: number, high: number): number {
  const m = square << 4;
  return (
    MAGIC[m + 5] +
    (((Math.imul(low & MAGIC[m], MAGIC[m + 2]) ^ Math.imul(high & MAGIC[m + 1], MAGIC[m + 3])) >>> MAGIC[m + 4]) << 1)
  );
}

/** Index into ATTACKS of a bishop's attacks: low half there, high half at the next index. */
export function bishopSlot(square: number, low: number, high: number): number {
  const m = (square << 4) + 8;
  return (
    MAGIC[m + 5] +
    (((Math.imul(low & MAGIC[m], MAGIC[m + 2]) ^ Math.imul(high & MAGIC[m + 1], MAGIC[m + 3])) >>> MAGIC[m + 4]) << 1)
  );
}

/** Relevant squares: those whose occupancy can change the attacks, so without the last square of each ray. */
function relevantMask(square: number, steps: readonly number[], mask: Int32Array): void {
  for (let i = 0; i < steps.length; i += 2) {
    let last = -1;
    walk(square, steps[i], steps[i + 1], (s) => {
      if (last >= 0) add(mask, 0, last);
      last = s;
      return true;
    });
  }
}

function fillMagics(steps: readonly number[], factors: readonly number[], column: number, firstSlot: number): number {
  let next = firstSlot;
  const mask = new Int32Array(2);
  for (let s = 0; s < 64; s++) {
    mask.fill(0);
    relevantMask(s, steps, mask);
    const [maskLow, maskHigh] = mask as unknown as [number, number];
    const bits = popcount(maskLow, maskHigh);
    const [a, b] = [factors[2 * s], factors[2 * s + 1]];
    MAGIC.set([maskLow, maskHigh, a, b, 32 - bits, next], 16 * s + column);
    // every subset of the mask, by the carry-rippler trick on each half
    let low = 0;
    do {
      let high = 0;
      do {
        const slot = next + (((Math.imul(low, a) ^ Math.imul(high, b)) >>> (32 - bits)) << 1);
        ATTACKS[slot] = 0;
        ATTACKS[slot + 1] = 0;
        slide(s, steps, low, high, ATTACKS, slot);
        high = (high - maskHigh) & maskHigh;
      } while (high !== 0);
      low = (low - maskLow) & maskLow;
    } while (low !== 0);
    next += 2 << bits;
  }
  return next;
}

for (let s = 0; s < 64; s++) {
  leap(KNIGHT, 0, s, [1, 2, 2, 1, 2, -1, 1, -2, -1, -2, -2, -1, -2, 1, -1, 2]);
  leap(KING, 0, s, [...ROOK_STEPS, ...BISHOP_STEPS]);
  leap(PAWN, 0, s, [-1, 1, 1, 1]);
  leap(PAWN, 128, s, [-1, -1, 1, -1]);
  slide(s, ROOK_STEPS, 0, 0, ROOK_RAYS, 2 * s);
  slide(s, BISHOP_STEPS, 0, 0, BISHOP_RAYS, 2 * s);
  fillLines(s, ROOK_STEPS);
  fillLines(s, BISHOP_STEPS);
}
fillMagics(BISHOP_STEPS, BISHOP_MAGICS, 8, fillMagics(ROOK_STEPS, ROOK_MAGICS, 0, 0));
