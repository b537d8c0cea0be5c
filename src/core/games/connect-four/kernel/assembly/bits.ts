// Boards of 49 bits, seven a column, the lowest cell first and the seventh always empty (../../bit-board.ts has them in
// halves).
export const COLUMN: u64 = 63;
export const BOARD: u64 = 0x0000fdfbf7efdfbf;
export const BOTTOM: u64 = 0x0000040810204081;

/** Returns the cells that would complete a line of four along one direction, `step` bits from cell to cell. */
// @ts-ignore: decorator
@inline
function along(stones: u64, step: u64): u64 {
  const two = (stones << step) & (stones << (2 * step));
  const back = (stones >> step) & (stones >> (2 * step));
  return (
    (two & ((stones << (3 * step)) | (stones >> step))) | (back & ((stones << step) | (stones >> (3 * step))))
  );
}

// @ts-ignore: decorator
@inline
export function lineEnds(stones: u64): u64 {
  const up = (stones << 1) & (stones << 2) & (stones << 3);
  return up | along(stones, 7) | along(stones, 6) | along(stones, 8);
}

/** Returns the three lowest columns of a word of 28 or 21 bits in reverse order. */
// @ts-ignore: decorator
@inline
export function reversed(word: i32): i32 {
  return ((word >> 14) & 127) | (word & (127 << 7)) | ((word & 127) << 14);
}
