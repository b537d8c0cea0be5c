/*
 * Attack tables for a board in two 32-bit halves: square 0 is a1, 7 is h1, 63 is h8; the low half holds ranks 1 to 4. A
 * table of sets has the low and the high half of square s at [2 s] and [2 s + 1].
 */

/** Returns the index of the lowest set bit of a non-zero 32-bit number. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** Returns the number of set bits of two 32-bit halves. */
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
/** Squares strictly between two squares of one line, at [2 (64 a + b)]; empty if they share no line. */
export const BETWEEN = new Int32Array(64 * 64 * 2);
/** The whole line through two squares, at [2 (64 a + b)]; empty if they share no line. */
export const LINE = new Int32Array(64 * 64 * 2);

const ROOK_STEPS = [1, 0, -1, 0, 0, 1, 0, -1] as const;
const BISHOP_STEPS = [1, 1, 1, -1, -1, 1, -1, -1] as const;

const add = (table: Int32Array, at: number, square: number): void => {
  const i = at + (square >> 5);
  table[i] = table[i] | (1 << (square & 31));
};

/** Calls `visit` for every square of the ray from `from`, without it, to the edge or until `visit` stops it. */
function walk(from: number, df: number, dr: number, visit: (square: number) => boolean): void {
  let file = (from & 7) + df;
  let rank = (from >> 3) + dr;
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    if (!visit(rank * 8 + file)) return;
    file += df;
    rank += dr;
  }
}

function leap(table: Int32Array, offset: number, from: number, steps: readonly number[]): void {
  for (let i = 0; i < steps.length; i += 2) {
    const file = (from & 7) + steps[i];
    const rank = (from >> 3) + steps[i + 1];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) add(table, offset + 2 * from, rank * 8 + file);
  }
}

function fillRays(table: Int32Array, at: number, from: number, steps: readonly number[]): void {
  for (let i = 0; i < steps.length; i += 2) {
    walk(from, steps[i], steps[i + 1], (s) => {
      add(table, at, s);
      return true;
    });
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
 * Sliders by line lookup ("kindergarten bitboards"): the occupancy of a line, folded into the six inner bits of a byte,
 * selects the attacks along it from a table of eight positions by 64 occupancies. The tables take 7 KB and stay in the
 * L1 cache; magic multiplication needs 860 KB and was slower here.
 */

/** Squares of the diagonals through a square, without it: rising low, rising high, falling low, falling high. */
export const DIAGONALS = new Int32Array(64 * 4);
/** Attacks along a rank, in every byte of the number: [64 * file + inner occupancy]. */
export const ALONG_RANK = new Int32Array(8 * 64);
/** Attacks along the a-file: low and high half at [2 * (64 * rank + inner occupancy)]. */
export const ALONG_FILE = new Int32Array(8 * 64 * 2);

/** Returns the six inner squares of a file's occupancy as an index, gathered by one multiplication per half. */
export const fileIndex = (file: number, low: number, high: number): number =>
  ((Math.imul((low >>> file) & 0x01010101, 0x01020408) >>> 25) & 7) |
  ((Math.imul((high >>> file) & 0x01010101, 0x01020408) >>> 21) & 0x38);

/** Returns the low half of the squares that a rook attacks, given the occupied squares. */
export function rookLow(square: number, low: number, high: number): number {
  const file = square & 7;
  const along = ALONG_FILE[(((square >>> 3) << 6) | fileIndex(file, low, high)) << 1] << file;
  if (square >= 32) return along;
  const shift = square & 24;
  return along | (ALONG_RANK[(file << 6) | ((low >>> (shift + 1)) & 63)] & (0xff << shift));
}

/** Returns the high half of the squares that a rook attacks, given the occupied squares. */
export function rookHigh(square: number, low: number, high: number): number {
  const file = square & 7;
  const along = ALONG_FILE[((((square >>> 3) << 6) | fileIndex(file, low, high)) << 1) + 1] << file;
  if (square < 32) return along;
  const shift = square & 24;
  return along | (ALONG_RANK[(file << 6) | ((high >>> (shift + 1)) & 63)] & (0xff << shift));
}

/** Returns the attacks along one diagonal, in every byte: it has one square a file, so its ranks fold into one byte. */
export const alongDiagonal = (file: number, occupied: number): number =>
  ALONG_RANK[(file << 6) | ((Math.imul(occupied, 0x01010101) >>> 25) & 63)];

/** Returns the attacks of a piece at `place` of a line of eight, given its six inner squares. */
function alongLine(place: number, inner: number): number {
  const occupied = inner << 1;
  let attacks = 0;
  for (let i = place + 1; i < 8; i++) {
    attacks |= 1 << i;
    if (((occupied >> i) & 1) !== 0) break;
  }
  for (let i = place - 1; i >= 0; i--) {
    attacks |= 1 << i;
    if (((occupied >> i) & 1) !== 0) break;
  }
  return attacks;
}

for (let s = 0; s < 64; s++) {
  leap(KNIGHT, 0, s, [1, 2, 2, 1, 2, -1, 1, -2, -1, -2, -2, -1, -2, 1, -1, 2]);
  leap(KING, 0, s, [...ROOK_STEPS, ...BISHOP_STEPS]);
  leap(PAWN, 0, s, [-1, 1, 1, 1]);
  leap(PAWN, 128, s, [-1, -1, 1, -1]);
  fillRays(ROOK_RAYS, 2 * s, s, ROOK_STEPS);
  fillRays(BISHOP_RAYS, 2 * s, s, BISHOP_STEPS);
  fillRays(DIAGONALS, 4 * s, s, [1, 1, -1, -1]);
  fillRays(DIAGONALS, 4 * s + 2, s, [-1, 1, 1, -1]);
  fillLines(s, ROOK_STEPS);
  fillLines(s, BISHOP_STEPS);
}
for (let place = 0; place < 8; place++) {
  for (let inner = 0; inner < 64; inner++) {
    const attacks = alongLine(place, inner);
    const at = 64 * place + inner;
    ALONG_RANK[at] = Math.imul(attacks, 0x01010101);
    for (let rank = 0; rank < 8; rank++) {
      if (((attacks >> rank) & 1) !== 0) ALONG_FILE[2 * at + (rank >> 2)] |= 1 << (8 * (rank & 3));
    }
  }
}
