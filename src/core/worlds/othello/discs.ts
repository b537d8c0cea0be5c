/*
 * Discs of Othello in two words of 32 bits: bit 8 r + c is the cell in row r and column c, both from 0, the four upper
 * rows in the low word. Boards of six rows use the upper left corner. Results are left in `result`, so that nothing is allocated.
 */

/** The two words of the last result of `placesOf` and `turned`. */
export const result = new Int32Array(2);

/** Columns b to g, in a word: what a line along a row or a diagonal can run through. */
const INNER = 0x7e7e7e7e;

/** Steps to the next cell towards higher bits: right, down left, down, down right; each stands for its opposite, too. */
const STEPS = [1, 7, 8, 9] as const;
/** More discs than six are never between two others. */
const BETWEEN = 6;

/** Cells that the player with `own` may take: empty ones from which a line of the other's discs leads to an own one. */
export function placesOf(
  ownLow: number,
  ownHigh: number,
  otherLow: number,
  otherHigh: number,
  boardLow: number,
  boardHigh: number,
): void {
  let [low, high] = [0, 0];
  for (const step of STEPS) {
    const back = 32 - step;
    const mask = step === 8 ? -1 : INNER;
    const [throughLow, throughHigh] = [otherLow & mask, otherHigh & mask];
    let upLow = (ownLow << step) & throughLow;
    let upHigh = ((ownHigh << step) | (ownLow >>> back)) & throughHigh;
    let downLow = ((ownLow >>> step) | (ownHigh << back)) & throughLow;
    let downHigh = (ownHigh >>> step) & throughHigh;
    for (let i = 1; i < BETWEEN; i++) {
      upHigh |= ((upHigh << step) | (upLow >>> back)) & throughHigh;
      upLow |= (upLow << step) & throughLow;
      downLow |= ((downLow >>> step) | (downHigh << back)) & throughLow;
      downHigh |= (downHigh >>> step) & throughHigh;
    }
    low |= (upLow << step) | (downLow >>> step) | (downHigh << back);
    high |= (upHigh << step) | (upLow >>> back) | (downHigh >>> step);
  }
  result[0] = low & boardLow & ~(ownLow | otherLow);
  result[1] = high & boardHigh & ~(ownHigh | otherHigh);
}

/** The discs that a disc of the player with `own` on an empty cell turns over: none where it may not be placed. */
export function turned(cell: number, ownLow: number, ownHigh: number, otherLow: number, otherHigh: number): void {
  const putLow = cell < 32 ? 1 << cell : 0;
  const putHigh = cell < 32 ? 0 : 1 << (cell - 32);
  let [low, high] = [0, 0];
  for (const step of STEPS) {
    const back = 32 - step;
    const mask = step === 8 ? -1 : INNER;
    const [throughLow, throughHigh] = [otherLow & mask, otherHigh & mask];
    let upLow = (putLow << step) & throughLow;
    let upHigh = ((putHigh << step) | (putLow >>> back)) & throughHigh;
    let downLow = ((putLow >>> step) | (putHigh << back)) & throughLow;
    let downHigh = (putHigh >>> step) & throughHigh;
    for (let i = 1; i < BETWEEN; i++) {
      upHigh |= ((upHigh << step) | (upLow >>> back)) & throughHigh;
      upLow |= (upLow << step) & throughLow;
      downLow |= ((downLow >>> step) | (downHigh << back)) & throughLow;
      downHigh |= (downHigh >>> step) & throughHigh;
    }
    // the line is closed by an own disc behind its last one
    if ((((upLow << step) & ownLow) | (((upHigh << step) | (upLow >>> back)) & ownHigh)) !== 0) {
      low |= upLow;
      high |= upHigh;
    }
    if (((((downLow >>> step) | (downHigh << back)) & ownLow) | ((downHigh >>> step) & ownHigh)) !== 0) {
      low |= downLow;
      high |= downHigh;
    }
  }
  result[0] = low;
  result[1] = high;
}

/** Number of bits that are set. */
export function bitCount(word: number): number {
  let n = word - ((word >> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >> 2) & 0x33333333);
  return Math.imul((n + (n >> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
