import { DOUBLE, EAST, MOVERS, PUSH, TARGETS, TURN, WEST } from './frame.ts';
import { popcount } from './geometry.ts';

/**
 * Upper bound of the legal moves of a position (218 is the known maximum of reachable ones; nine queens and more fit
 * too).
 */
export const MAX_LEGAL = 512;

/**
 * Pawn directions of a move map, with the step from target back to source for White; Black's is the same rank-mirrored.
 */
const DIRECTIONS = [PUSH, DOUBLE, WEST, EAST] as const;
const BACK_WHITE = [-8, -16, -7, -9] as const;
const BACK_BLACK = [8, 16, 9, 7] as const;

function addPawnMoves(low: number, high: number, back: number, out: Int32Array, at: number): number {
  let n = at;
  for (let half = 0; half < 2; half++) {
    for (let bits = half === 0 ? low : high; bits !== 0; bits &= bits - 1) {
      const to = (half << 5) + 31 - Math.clz32(bits & -bits);
      const move = (to + back) | (to << 6);
      if (to < 8 || to >= 56) {
        out[n++] = move | (4 << 12);
        out[n++] = move | (3 << 12);
        out[n++] = move | (2 << 12);
        out[n++] = move | (1 << 12);
      } else out[n++] = move;
    }
  }
  return n;
}

function addPieceMoves(from: number, low: number, high: number, out: Int32Array, at: number): number {
  let n = at;
  for (let bits = low; bits !== 0; bits &= bits - 1) out[n++] = from | ((31 - Math.clz32(bits & -bits)) << 6);
  for (let bits = high; bits !== 0; bits &= bits - 1) out[n++] = from | ((63 - Math.clz32(bits & -bits)) << 6);
  return n;
}

/** Writes the moves of a map into `out` from `start` on; returns the index after the last. */
export function listMoves(
  words: Int32Array,
  at: number,
  map: Int32Array,
  m: number,
  out: Int32Array,
  start: number,
): number {
  let n = start;
  const back = words[at + TURN] === 0 ? BACK_WHITE : BACK_BLACK;
  for (let d = 0; d < 4; d++) {
    const i = m + DIRECTIONS[d];
    if ((map[i] | map[i + 1]) !== 0) n = addPawnMoves(map[i], map[i + 1], back[d], out, n);
  }
  for (let half = 0; half < 2; half++) {
    for (let bits = map[m + MOVERS + half]; bits !== 0; bits &= bits - 1) {
      const from = (half << 5) + 31 - Math.clz32(bits & -bits);
      n = addPieceMoves(from, map[m + TARGETS + 2 * from], map[m + TARGETS + 2 * from + 1], out, n);
    }
  }
  return n;
}

/** Returns the targets of a pawn of the side to move, collected from a map's directions. */
function pawnTargets(turn: number, from: number, map: Int32Array, m: number, half: number): number {
  const back = turn === 0 ? BACK_WHITE : BACK_BLACK;
  let bits = 0;
  for (let d = 0; d < 4; d++) {
    const to = from - back[d];
    if (to >> 5 === half && to >= 0) bits |= map[m + DIRECTIONS[d] + half] & (1 << (to & 31));
  }
  return bits;
}

/**
 * Counts the moves that two maps share, and lists them if `out` is given. Two moves are the same if their UCI strings
 * are, whatever piece moves: a pawn's push to the last rank is none of a rook's moves, since it names a piece.
 */
export function commonMoves(
  words: Int32Array,
  a: number,
  b: number,
  map: Int32Array,
  ma: number,
  mb: number,
  out: Int32Array | undefined,
  start: number,
): number {
  const count =
    words[a + TURN] === words[b + TURN] && out === undefined
      ? map[ma] - countOnlyInFirst(words[a + TURN], map, ma, mb)
      : listCommon(words, a, b, map, ma, mb, out, start);
  return count + mixedMoves(words, a, b, map, ma, mb, out, start + count);
}

/**
 * Counts moves of the first map that are not in the second, piece by piece and pawn direction by pawn direction.
 * Positions worth comparing share most moves, so counting the differences meets mostly empty sets.
 */
function countOnlyInFirst(turn: number, map: Int32Array, ma: number, mb: number): number {
  let count = 0;
  for (let half = 0; half < 2; half++) {
    const inB = map[mb + MOVERS + half];
    for (let bits = map[ma + MOVERS + half]; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const t = TARGETS + 2 * ((half << 5) + 31 - Math.clz32(bit));
      let low = map[ma + t];
      let high = map[ma + t + 1];
      if ((inB & bit) !== 0) {
        low &= ~map[mb + t];
        high &= ~map[mb + t + 1];
      }
      if ((low | high) !== 0) count += popcount(low, high);
    }
  }
  for (let i = PUSH; i < TARGETS; i += 2) {
    const low = map[ma + i] & ~map[mb + i];
    const high = map[ma + i + 1] & ~map[mb + i + 1];
    if ((low | high) === 0) continue;
    count += popcount(low, high);
    const last = turn === 0 ? high & 0xff000000 : low & 0xff;
    if (last !== 0) count += 3 * popcount(last, 0);
  }
  return count;
}

function listCommon(
  words: Int32Array,
  a: number,
  b: number,
  map: Int32Array,
  ma: number,
  mb: number,
  out: Int32Array | undefined,
  start: number,
): number {
  const turn = words[a + TURN];
  let count = 0;
  let n = start;
  for (let half = 0; half < 2; half++) {
    for (let bits = map[ma + MOVERS + half] & map[mb + MOVERS + half]; bits !== 0; bits &= bits - 1) {
      const from = (half << 5) + 31 - Math.clz32(bits & -bits);
      const t = TARGETS + 2 * from;
      const low = map[ma + t] & map[mb + t];
      const high = map[ma + t + 1] & map[mb + t + 1];
      count += popcount(low, high);
      if (out !== undefined) n = addPieceMoves(from, low, high, out, n);
    }
  }
  if (turn !== words[b + TURN]) return count;
  const back = turn === 0 ? BACK_WHITE : BACK_BLACK;
  for (let d = 0; d < 4; d++) {
    const i = DIRECTIONS[d];
    const low = map[ma + i] & map[mb + i];
    const high = map[ma + i + 1] & map[mb + i + 1];
    const last = turn === 0 ? high & 0xff000000 : low & 0xff;
    count += popcount(low, high) + 3 * popcount(last, 0);
    if (out !== undefined) n = addPawnMoves(low, high, back[d], out, n);
  }
  return count;
}

/**
 * Counts common moves from squares with a pawn in one position and another piece, or the other side's pawn, in the
 * other.
 */
function mixedMoves(
  words: Int32Array,
  a: number,
  b: number,
  map: Int32Array,
  ma: number,
  mb: number,
  out: Int32Array | undefined,
  start: number,
): number {
  const turnA = words[a + TURN];
  const turnB = words[b + TURN];
  let count = 0;
  let n = start;
  for (let half = 0; half < 2; half++) {
    const pawnsA = ownPawns(words, a, half);
    const pawnsB = ownPawns(words, b, half);
    let bits = (pawnsA & map[mb + MOVERS + half]) | (pawnsB & map[ma + MOVERS + half]);
    if (turnA !== turnB) bits |= pawnsA & pawnsB;
    for (; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const from = (half << 5) + 31 - Math.clz32(bit);
      const t = TARGETS + 2 * from;
      const isPawnA = (pawnsA & bit) !== 0;
      const isPawnB = (pawnsB & bit) !== 0;
      let low = isPawnA ? pawnTargets(turnA, from, map, ma, 0) : map[ma + t];
      let high = isPawnA ? pawnTargets(turnA, from, map, ma, 1) : map[ma + t + 1];
      low &= isPawnB ? pawnTargets(turnB, from, map, mb, 0) : map[mb + t];
      high &= isPawnB ? pawnTargets(turnB, from, map, mb, 1) : map[mb + t + 1];
      // promotions name a piece; on the outer ranks no two moves of this kind are equal
      low &= ~0xff;
      high &= 0x00ffffff;
      count += popcount(low, high);
      if (out !== undefined) n = addPieceMoves(from, low, high, out, n);
    }
  }
  return count;
}

/** Returns the pawns of the side to move in one half of the board. */
const ownPawns = (words: Int32Array, at: number, half: number): number =>
  words[at + half] & words[at + 12 + 2 * words[at + TURN] + half];

const PROMOTION_LETTERS = ['', 'n', 'b', 'r', 'q'] as const;
const SQUARES: readonly string[] = Array.from({ length: 64 }, (_, s) => 'abcdefgh'[s & 7] + String((s >> 3) + 1));

/** Names of moves, filled on demand: lists of legal moves are made of them over and over. */
const NAMES: string[] = new Array<string>(PROMOTION_LETTERS.length << 12);

/** Returns the name of a square, `a1` to `h8`. */
export const squareName = (square: number): string => SQUARES[square];

/** Returns the UCI name of a move, such as `e2e4` or `e7e8q`. */
export const moveName = (move: number): string =>
  (NAMES[move] ??= SQUARES[move & 63] + SQUARES[(move >>> 6) & 63] + PROMOTION_LETTERS[move >>> 12]);
