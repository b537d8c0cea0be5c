import { isAttacked } from './attacks.ts';
import { castlingTargets } from './castling.ts';
import { COUNT, MOVERS, PUSH, RIGHTS, TARGETS, TURN, WHITE } from './frame.ts';
import {
  alongDiagonal,
  BETWEEN,
  BISHOP_RAYS,
  DIAGONALS,
  KING,
  KNIGHT,
  LINE,
  lowestBit,
  PAWN,
  popcount,
  ROOK_RAYS,
  rookHigh,
  rookLow,
} from './geometry.ts';
import { addPawns } from './pawn-moves.ts';

/** Fills the move map at `map[m]` for the position at `words[at]`; returns the number of legal moves. */
export function fillMap(words: Int32Array, at: number, map: Int32Array, m: number): number {
  const us = words[at + TURN];
  const own = at + WHITE + 2 * us;
  const ownLow = words[own];
  const ownHigh = words[own + 1];
  const their = at + WHITE + 2 * (us ^ 1);
  const theirLow = words[their];
  const theirHigh = words[their + 1];
  const occLow = ownLow | theirLow;
  const occHigh = ownHigh | theirHigh;
  const kingLow = words[at + 10] & ownLow;
  const kingHigh = words[at + 11] & ownHigh;
  const king = kingLow !== 0 ? lowestBit(kingLow) : 32 + lowestBit(kingHigh);
  const k2 = 2 * king;
  const queensLow = words[at + 8];
  const queensHigh = words[at + 9];

  // Checkers, and own pieces pinned to the king.
  const pawnIndex = 128 * us + k2;
  let checkLow = ((KNIGHT[k2] & words[at + 2]) | (PAWN[pawnIndex] & words[at])) & theirLow;
  let checkHigh = ((KNIGHT[k2 + 1] & words[at + 3]) | (PAWN[pawnIndex + 1] & words[at + 1])) & theirHigh;
  let pinnedLow = 0;
  let pinnedHigh = 0;
  let snipersLow =
    ((ROOK_RAYS[k2] & (words[at + 6] | queensLow)) | (BISHOP_RAYS[k2] & (words[at + 4] | queensLow))) & theirLow;
  let snipersHigh =
    ((ROOK_RAYS[k2 + 1] & (words[at + 7] | queensHigh)) | (BISHOP_RAYS[k2 + 1] & (words[at + 5] | queensHigh))) &
    theirHigh;
  while ((snipersLow | snipersHigh) !== 0) {
    let sniper: number;
    if (snipersLow !== 0) {
      sniper = lowestBit(snipersLow);
      snipersLow &= snipersLow - 1;
    } else {
      sniper = 32 + lowestBit(snipersHigh);
      snipersHigh &= snipersHigh - 1;
    }
    const b = (king * 64 + sniper) << 1;
    const blockLow = BETWEEN[b] & occLow;
    const blockHigh = BETWEEN[b + 1] & occHigh;
    if ((blockLow | blockHigh) === 0) {
      if (sniper < 32) checkLow |= 1 << sniper;
      else checkHigh |= 1 << (sniper - 32);
    } else if (
      blockLow === 0 ? (blockHigh & (blockHigh - 1)) === 0 : blockHigh === 0 && (blockLow & (blockLow - 1)) === 0
    ) {
      pinnedLow |= blockLow & ownLow;
      pinnedHigh |= blockHigh & ownHigh;
    }
  }

  // Squares that answer a check: the checker's, and those between. All squares when there is none.
  let count = 0;
  let answerLow = -1;
  let answerHigh = -1;
  const checked = (checkLow | checkHigh) !== 0;
  if (checked) {
    const single =
      checkLow === 0 ? (checkHigh & (checkHigh - 1)) === 0 : checkHigh === 0 && (checkLow & (checkLow - 1)) === 0;
    if (single) {
      const b = (king * 64 + (checkLow !== 0 ? lowestBit(checkLow) : 32 + lowestBit(checkHigh))) << 1;
      answerLow = checkLow | BETWEEN[b];
      answerHigh = checkHigh | BETWEEN[b + 1];
    } else {
      answerLow = 0;
      answerHigh = 0;
    }
  }

  // King moves: not onto squares attacked once the king has left its own.
  let toLow = KING[k2] & ~ownLow;
  let toHigh = KING[k2 + 1] & ~ownHigh;
  if ((toLow | toHigh) !== 0) {
    const awayLow = occLow & ~kingLow;
    const awayHigh = occHigh & ~kingHigh;
    let tryLow = toLow;
    let tryHigh = toHigh;
    while (tryLow !== 0) {
      const bit = tryLow & -tryLow;
      tryLow ^= bit;
      if (isAttacked(words, at, 31 - Math.clz32(bit), us ^ 1, awayLow, awayHigh)) toLow ^= bit;
    }
    while (tryHigh !== 0) {
      const bit = tryHigh & -tryHigh;
      tryHigh ^= bit;
      if (isAttacked(words, at, 63 - Math.clz32(bit), us ^ 1, awayLow, awayHigh)) toHigh ^= bit;
    }
  }
  if (!checked && words[at + RIGHTS] !== 0) {
    const castling = castlingTargets(words, at, king, occLow, occHigh);
    if (king < 32) toLow |= castling;
    else toHigh |= castling;
  }
  count = popcount(toLow, toHigh);
  map[m + TARGETS + k2] = toLow;
  map[m + TARGETS + k2 + 1] = toHigh;
  let moversLow = kingLow;
  let moversHigh = kingHigh;

  if ((answerLow | answerHigh) === 0) {
    map[m + COUNT] = count;
    map[m + MOVERS] = moversLow;
    map[m + MOVERS + 1] = moversHigh;
    map.fill(0, m + PUSH, m + TARGETS);
    return count;
  }
  const goLow = answerLow & ~ownLow;
  const goHigh = answerHigh & ~ownHigh;

  // Knights: a pinned one never moves.
  let fromLow = words[at + 2] & ownLow & ~pinnedLow;
  let fromHigh = words[at + 3] & ownHigh & ~pinnedHigh;
  moversLow |= fromLow;
  moversHigh |= fromHigh;
  while ((fromLow | fromHigh) !== 0) {
    let s2: number;
    if (fromLow !== 0) {
      s2 = (31 - Math.clz32(fromLow & -fromLow)) << 1;
      fromLow &= fromLow - 1;
    } else {
      s2 = (63 - Math.clz32(fromHigh & -fromHigh)) << 1;
      fromHigh &= fromHigh - 1;
    }
    const low = KNIGHT[s2] & goLow;
    const high = KNIGHT[s2 + 1] & goHigh;
    map[m + TARGETS + s2] = low;
    map[m + TARGETS + s2 + 1] = high;
    count += popcount(low, high);
  }

  // Sliders.
  const straightLow = (words[at + 6] | queensLow) & ownLow;
  const straightHigh = (words[at + 7] | queensHigh) & ownHigh;
  const diagonalLow = (words[at + 4] | queensLow) & ownLow;
  const diagonalHigh = (words[at + 5] | queensHigh) & ownHigh;
  fromLow = straightLow | diagonalLow;
  fromHigh = straightHigh | diagonalHigh;
  moversLow |= fromLow;
  moversHigh |= fromHigh;
  while ((fromLow | fromHigh) !== 0) {
    let s: number;
    let straight: number;
    let diagonal: number;
    let pinned: number;
    if (fromLow !== 0) {
      const bit = fromLow & -fromLow;
      fromLow ^= bit;
      s = 31 - Math.clz32(bit);
      straight = straightLow & bit;
      diagonal = diagonalLow & bit;
      pinned = pinnedLow & bit;
    } else {
      const bit = fromHigh & -fromHigh;
      fromHigh ^= bit;
      s = 63 - Math.clz32(bit);
      straight = straightHigh & bit;
      diagonal = diagonalHigh & bit;
      pinned = pinnedHigh & bit;
    }
    let low = 0;
    let high = 0;
    if (straight !== 0) {
      low = rookLow(s, occLow, occHigh);
      high = rookHigh(s, occLow, occHigh);
    }
    if (diagonal !== 0) {
      const d = s << 2;
      const file = s & 7;
      const riseLow = DIAGONALS[d];
      const riseHigh = DIAGONALS[d + 1];
      const fallLow = DIAGONALS[d + 2];
      const fallHigh = DIAGONALS[d + 3];
      const rise = alongDiagonal(file, (occLow & riseLow) | (occHigh & riseHigh));
      const fall = alongDiagonal(file, (occLow & fallLow) | (occHigh & fallHigh));
      low |= (rise & riseLow) | (fall & fallLow);
      high |= (rise & riseHigh) | (fall & fallHigh);
    }
    low &= goLow;
    high &= goHigh;
    if (pinned !== 0) {
      const l = (king * 64 + s) << 1;
      low &= LINE[l];
      high &= LINE[l + 1];
    }
    map[m + TARGETS + 2 * s] = low;
    map[m + TARGETS + 2 * s + 1] = high;
    count += popcount(low, high);
  }
  map[m + MOVERS] = moversLow;
  map[m + MOVERS + 1] = moversHigh;

  count += addPawns(words, at, map, m, king, checkLow, checkHigh, pinnedLow, pinnedHigh, answerLow, answerHigh);
  map[m + COUNT] = count;
  return count;
}
