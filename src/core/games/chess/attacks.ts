import { TURN, WHITE } from './frame.ts';
import { BETWEEN, BISHOP_RAYS, KING, KNIGHT, lowestBit, PAWN, ROOK_RAYS } from './geometry.ts';

/** Returns true if a color attacks a square, given the occupied squares (pieces off `occupied` still attack). */
export function isAttacked(
  words: Int32Array,
  at: number,
  square: number,
  by: number,
  occupiedLow: number,
  occupiedHigh: number,
): boolean {
  const theirLow = words[at + WHITE + 2 * by];
  const theirHigh = words[at + WHITE + 2 * by + 1];
  const s = 2 * square;
  const pawns = 128 * (by ^ 1) + s;
  if (
    (((KNIGHT[s] & words[at + 2]) | (KING[s] & words[at + 10]) | (PAWN[pawns] & words[at])) & theirLow) !== 0 ||
    (((KNIGHT[s + 1] & words[at + 3]) | (KING[s + 1] & words[at + 11]) | (PAWN[pawns + 1] & words[at + 1])) &
      theirHigh) !==
      0
  ) {
    return true;
  }
  return isSlidAt(words, at, square, theirLow, theirHigh, occupiedLow, occupiedHigh);
}

/** Returns true if a slider among `their` pieces attacks a square: one on a line with it, and nothing between. */
export function isSlidAt(
  words: Int32Array,
  at: number,
  square: number,
  theirLow: number,
  theirHigh: number,
  occupiedLow: number,
  occupiedHigh: number,
): boolean {
  const s = 2 * square;
  const queensLow = words[at + 8];
  const queensHigh = words[at + 9];
  let low = ((ROOK_RAYS[s] & (words[at + 6] | queensLow)) | (BISHOP_RAYS[s] & (words[at + 4] | queensLow))) & theirLow;
  let high =
    ((ROOK_RAYS[s + 1] & (words[at + 7] | queensHigh)) | (BISHOP_RAYS[s + 1] & (words[at + 5] | queensHigh))) &
    theirHigh;
  for (; low !== 0; low &= low - 1) {
    const b = ((square << 6) | (31 - Math.clz32(low & -low))) << 1;
    if (((BETWEEN[b] & occupiedLow) | (BETWEEN[b + 1] & occupiedHigh)) === 0) return true;
  }
  for (; high !== 0; high &= high - 1) {
    const b = ((square << 6) | (63 - Math.clz32(high & -high))) << 1;
    if (((BETWEEN[b] & occupiedLow) | (BETWEEN[b + 1] & occupiedHigh)) === 0) return true;
  }
  return false;
}

/** Returns the square of a color's king. */
export function kingSquare(words: Int32Array, at: number, color: number): number {
  const low = words[at + 10] & words[at + WHITE + 2 * color];
  return low !== 0 ? lowestBit(low) : 32 + lowestBit(words[at + 11] & words[at + WHITE + 2 * color + 1]);
}

/** Returns true if the side to move is in check. */
export function inCheck(words: Int32Array, at: number): boolean {
  const us = words[at + TURN];
  return isAttacked(
    words,
    at,
    kingSquare(words, at, us),
    us ^ 1,
    words[at + WHITE] | words[at + WHITE + 2],
    words[at + WHITE + 1] | words[at + WHITE + 3],
  );
}
