/*
 * Boards of Hex as rows of bits: bit c of word r is the cell of column c in row r. Arrays hold several boards, so each
 * function takes the index of a board's first row.
 */

/** The largest board has so many rows. */
export const MAX_ROWS = 26;

/** Room for a set of cells that grows. */
const REACH = new Int32Array(MAX_ROWS);

/**
 * Adds to a set the stones that hang together with it, until there are none left.
 *
 * @param reach the set, from index 0 on
 * @param stones the board whose stones are followed, from `at` on
 */
function flood(reach: Int32Array, stones: Int32Array, at: number, size: number): void {
  for (let changed = true, down = true; changed; down = !down) {
    changed = false;
    for (let i = 0; i < size; i++) {
      const row = down ? i : size - 1 - i;
      const own = stones[at + row];
      const before = reach[row];
      let bits = before | (touched(reach, row, size) & own);
      for (let grown = bits; ; bits = grown) {
        grown = bits | (((bits << 1) | (bits >> 1)) & own);
        if (grown === bits) break;
      }
      if (bits === before) continue;
      reach[row] = bits;
      changed = true;
    }
  }
}

/** Cells of a row that touch cells of a set in the rows above and below. */
function touched(reach: Int32Array, row: number, size: number): number {
  const above = row === 0 ? 0 : reach[row - 1];
  const below = row === size - 1 ? 0 : reach[row + 1];
  return above | (above >> 1) | below | (below << 1);
}

/** True if the chain of a stone touches both edges: top and bottom, or left and right. */
export function joins(
  stones: Int32Array,
  at: number,
  size: number,
  row: number,
  column: number,
  isVertical: boolean,
): boolean {
  REACH.fill(0, 0, size);
  REACH[row] = 1 << column;
  flood(REACH, stones, at, size);
  if (isVertical) return REACH[0] !== 0 && REACH[size - 1] !== 0;
  let all = 0;
  for (let i = 0; i < size; i++) all |= REACH[i];
  return (all & 1) !== 0 && (all & (1 << (size - 1))) !== 0;
}

/**
 * Whether a player can join its edges with so many more stones, if the other one never moves.
 *
 * @param own, other the first rows of the player's stones and of the other's, in the same array
 */
export function canJoin(
  boards: Int32Array,
  own: number,
  other: number,
  size: number,
  isVertical: boolean,
  stones: number,
): boolean {
  const full = size === 32 ? -1 : (1 << size) - 1;
  const lastColumn = 1 << (size - 1);
  for (let row = 0; row < size; row++) REACH[row] = boards[own + row] & (isVertical ? (row === 0 ? full : 0) : 1);
  flood(REACH, boards, own, size);
  for (let used = 0; ; used++) {
    let last = isVertical ? REACH[size - 1] : 0;
    if (!isVertical) for (let row = 0; row < size; row++) last |= REACH[row] & lastColumn;
    if (last !== 0) return true;
    if (used === stones) return false;
    // one stone more on any empty cell that touches what is reached, or on the first edge
    let above = 0;
    for (let row = 0; row < size; row++) {
      const here = REACH[row];
      const below = row === size - 1 ? 0 : REACH[row + 1];
      const edge = isVertical ? (row === 0 ? full : 0) : 1;
      const near = (here << 1) | (here >> 1) | above | (above >> 1) | below | (below << 1) | edge;
      REACH[row] = here | (near & full & ~(boards[own + row] | boards[other + row]));
      above = here;
    }
    flood(REACH, boards, own, size);
  }
}
