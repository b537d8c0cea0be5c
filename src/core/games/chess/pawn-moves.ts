import { isSlidAt } from './attacks.ts';
import { DOUBLE, EAST, EP, hasPiece, PUSH, TURN, WEST, WHITE } from './frame.ts';
import { LINE, popcount } from './geometry.ts';

const FILE_A = 0x01010101;
const FILE_H = 0x80808080 | 0;

/**
 * Adds the pawns' moves to a map; returns their number.
 *
 * @param king square of the own king
 * @param checkLow, checkHigh pieces that give check
 * @param pinnedLow, pinnedHigh own pieces pinned to the king
 * @param answerLow, answerHigh squares that answer a check; all if there is none
 */
export function addPawns(
  words: Int32Array,
  at: number,
  map: Int32Array,
  m: number,
  king: number,
  checkLow: number,
  checkHigh: number,
  pinnedLow: number,
  pinnedHigh: number,
  answerLow: number,
  answerHigh: number,
): number {
  const us = words[at + TURN];
  const own = at + WHITE + 2 * us;
  const ownLow = words[own];
  const ownHigh = words[own + 1];
  const their = at + WHITE + 2 * (us ^ 1);
  const theirLow = words[their];
  const theirHigh = words[their + 1];
  const freeLow = ~(ownLow | theirLow);
  const freeHigh = ~(ownHigh | theirHigh);
  // Unpinned pawns together by direction; pinned ones separately, since each has its own line.
  const pawnsLow = words[at] & ownLow;
  const pawnsHigh = words[at + 1] & ownHigh;
  const pLow = pawnsLow & ~pinnedLow;
  const pHigh = pawnsHigh & ~pinnedHigh;
  const wLow = pLow & ~FILE_A;
  const wHigh = pHigh & ~FILE_A;
  const eLow = pLow & ~FILE_H;
  const eHigh = pHigh & ~FILE_H;
  let pushLow: number;
  let pushHigh: number;
  let doubleLow: number;
  let doubleHigh: number;
  let westLow: number;
  let westHigh: number;
  let eastLow: number;
  let eastHigh: number;
  if (us === 0) {
    pushLow = (pLow << 8) & freeLow;
    pushHigh = ((pHigh << 8) | (pLow >>> 24)) & freeHigh;
    doubleLow = ((pushLow & 0x00ff0000) << 8) & freeLow & answerLow;
    doubleHigh = 0;
    westLow = (wLow << 7) & theirLow & answerLow;
    westHigh = ((wHigh << 7) | (wLow >>> 25)) & theirHigh & answerHigh;
    eastLow = (eLow << 9) & theirLow & answerLow;
    eastHigh = ((eHigh << 9) | (eLow >>> 23)) & theirHigh & answerHigh;
  } else {
    pushLow = ((pLow >>> 8) | (pHigh << 24)) & freeLow;
    pushHigh = (pHigh >>> 8) & freeHigh;
    doubleLow = 0;
    doubleHigh = ((pushHigh & 0x0000ff00) >>> 8) & freeHigh & answerHigh;
    westLow = ((wLow >>> 9) | (wHigh << 23)) & theirLow & answerLow;
    westHigh = (wHigh >>> 9) & theirHigh & answerHigh;
    eastLow = ((eLow >>> 7) | (eHigh << 25)) & theirLow & answerLow;
    eastHigh = (eHigh >>> 7) & theirHigh & answerHigh;
  }
  pushLow &= answerLow;
  pushHigh &= answerHigh;
  map[m + PUSH] = pushLow;
  map[m + PUSH + 1] = pushHigh;
  map[m + DOUBLE] = doubleLow;
  map[m + DOUBLE + 1] = doubleHigh;
  map[m + WEST] = westLow;
  map[m + WEST + 1] = westHigh;
  map[m + EAST] = eastLow;
  map[m + EAST + 1] = eastHigh;
  // Pushes and double pushes never share a target, nor do they with captures to one side.
  let count =
    popcount(pushLow | doubleLow, pushHigh | doubleHigh) + popcount(westLow, westHigh) + popcount(eastLow, eastHigh);
  if ((us === 0 ? pHigh & 0x00ff0000 : pLow & 0x0000ff00) !== 0)
    count += 3 * promotions(us, pushLow, pushHigh, westLow, westHigh, eastLow, eastHigh);
  // A pinned pawn cannot answer a check.
  if ((checkLow | checkHigh) === 0 && ((pawnsLow & pinnedLow) | (pawnsHigh & pinnedHigh)) !== 0) {
    count += addPinnedPawns(words, at, map, m, king, pawnsLow & pinnedLow, pawnsHigh & pinnedHigh);
  }
  if (words[at + EP] >= 0) count += addEnPassant(words, at, map, m, king, checkLow, checkHigh);
  return count;
}

/** Returns the number of targets on the last rank, where a pawn has four moves in place of one. */
function promotions(
  us: number,
  pushLow: number,
  pushHigh: number,
  westLow: number,
  westHigh: number,
  eastLow: number,
  eastHigh: number,
): number {
  const lastLow = us === 0 ? 0 : 0x000000ff;
  const lastHigh = us === 0 ? 0xff000000 | 0 : 0;
  return (
    popcount(pushLow & lastLow, pushHigh & lastHigh) +
    popcount(westLow & lastLow, westHigh & lastHigh) +
    popcount(eastLow & lastLow, eastHigh & lastHigh)
  );
}

function addPinnedPawns(
  words: Int32Array,
  at: number,
  map: Int32Array,
  m: number,
  king: number,
  pinnedLow: number,
  pinnedHigh: number,
): number {
  const us = words[at + TURN];
  const forward = us === 0 ? 8 : -8;
  let count = 0;
  const allow = (from: number, to: number, direction: number): void => {
    const l = ((king * 64 + from) << 1) + (to >>> 5);
    if (((LINE[l] >>> (to & 31)) & 1) === 0) return;
    map[m + direction + (to >>> 5)] |= 1 << (to & 31);
    count += to < 8 || to >= 56 ? 4 : 1;
  };
  const isFree = (s: number): boolean => !hasPiece(words, at, 0, s) && !hasPiece(words, at, 1, s);
  for (let s = 0; s < 64; s++) {
    if ((((s < 32 ? pinnedLow : pinnedHigh) >>> (s & 31)) & 1) === 0) continue;
    const file = s & 7;
    if (isFree(s + forward)) {
      allow(s, s + forward, PUSH);
      if (s >> 3 === (us === 0 ? 1 : 6) && isFree(s + 2 * forward)) allow(s, s + 2 * forward, DOUBLE);
    }
    if (file > 0 && hasPiece(words, at, us ^ 1, s + forward - 1)) allow(s, s + forward - 1, WEST);
    if (file < 7 && hasPiece(words, at, us ^ 1, s + forward + 1)) allow(s, s + forward + 1, EAST);
  }
  return count;
}

/**
 * Adds en passant captures. Each is tested by playing it: two pawns leave their squares together, so no pin test covers
 * it.
 */
function addEnPassant(
  words: Int32Array,
  at: number,
  map: Int32Array,
  m: number,
  king: number,
  checkLow: number,
  checkHigh: number,
): number {
  const us = words[at + TURN];
  const ep = words[at + EP];
  const captured = ep + (us === 0 ? -8 : 8);
  const capturedLow = captured < 32 ? 1 << captured : 0;
  const capturedHigh = captured < 32 ? 0 : 1 << (captured - 32);
  // A check by anything but a slider or the captured pawn stays.
  const steadyLow = checkLow & ~capturedLow & (words[at] | words[at + 2]);
  const steadyHigh = checkHigh & ~capturedHigh & (words[at + 1] | words[at + 3]);
  if ((steadyLow | steadyHigh) !== 0) return 0;
  const own = at + WHITE + 2 * us;
  const their = at + WHITE + 2 * (us ^ 1);
  let count = 0;
  for (let side = 0; side < 2; side++) {
    const file = (ep & 7) + (side === 0 ? 1 : -1);
    if (file < 0 || file > 7) continue;
    const from = captured - (ep & 7) + file;
    const bit = 1 << (from & 31);
    if ((words[at + (from >>> 5)] & words[own + (from >>> 5)] & bit) === 0) continue;
    let low = (words[own] | words[their]) & ~capturedLow;
    let high = (words[own + 1] | words[their + 1]) & ~capturedHigh;
    if (from < 32) low &= ~bit;
    else high &= ~bit;
    if (ep < 32) low |= 1 << ep;
    else high |= 1 << (ep - 32);
    if (isSlidAt(words, at, king, words[their], words[their + 1], low, high)) continue;
    map[m + (side === 0 ? WEST : EAST) + (ep >>> 5)] |= 1 << (ep & 31);
    count++;
  }
  return count;
}
