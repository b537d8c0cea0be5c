import { CHESS960, EP, hasPiece, RIGHTS, TURN, WHITE } from './frame.ts';
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

/*
 * Legal move generation into a "move map": for each piece of the side to move its legal target squares, and for pawns
 * the targets by direction. Counting moves, and counting those that two positions share, then needs no move list.
 *
 * A map takes MAP words: [COUNT] number of legal moves; [MOVERS] squares of pieces (no pawns) with an entry in the
 * table; pawn targets by direction at [PUSH], [DOUBLE], [WEST], [EAST] (en passant included); from [TARGETS] on the
 * target set of the piece on square s, at [TARGETS + 2 s].
 */
export const COUNT = 0;
export const MOVERS = 2;
export const PUSH = 4;
export const DOUBLE = 6;
export const WEST = 8;
export const EAST = 10;
export const TARGETS = 12;
/** Words of a move map. */
export const MAP = 140;

const FILE_A = 0x01010101;
const FILE_H = 0x80808080 | 0;

/** Whether a square is attacked by a colour, given what is occupied (pieces off `occupied` still attack). */
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

/** Whether a slider among `their` pieces attacks a square: one on a line with it, and nothing between. */
function isSlidAt(
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

/** Square of a colour's king. */
export function kingSquare(words: Int32Array, at: number, color: number): number {
  const low = words[at + 10] & words[at + WHITE + 2 * color];
  return low !== 0 ? lowestBit(low) : 32 + lowestBit(words[at + 11] & words[at + WHITE + 2 * color + 1]);
}

/** Whether the side to move is in check. */
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

  // Pawns, all at once by direction; pinned ones alone, since each has its own line.
  const pawnsLow = words[at] & ownLow;
  const pawnsHigh = words[at + 1] & ownHigh;
  const freeLow = ~occLow;
  const freeHigh = ~occHigh;
  const pLow = pawnsLow & ~pinnedLow;
  const pHigh = pawnsHigh & ~pinnedHigh;
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
    const wLow = pLow & ~FILE_A;
    const wHigh = pHigh & ~FILE_A;
    westLow = (wLow << 7) & theirLow & answerLow;
    westHigh = ((wHigh << 7) | (wLow >>> 25)) & theirHigh & answerHigh;
    const eLow = pLow & ~FILE_H;
    const eHigh = pHigh & ~FILE_H;
    eastLow = (eLow << 9) & theirLow & answerLow;
    eastHigh = ((eHigh << 9) | (eLow >>> 23)) & theirHigh & answerHigh;
  } else {
    pushLow = ((pLow >>> 8) | (pHigh << 24)) & freeLow;
    pushHigh = (pHigh >>> 8) & freeHigh;
    doubleLow = 0;
    doubleHigh = ((pushHigh & 0x0000ff00) >>> 8) & freeHigh & answerHigh;
    const wLow = pLow & ~FILE_A;
    const wHigh = pHigh & ~FILE_A;
    westLow = ((wLow >>> 9) | (wHigh << 23)) & theirLow & answerLow;
    westHigh = (wHigh >>> 9) & theirHigh & answerHigh;
    const eLow = pLow & ~FILE_H;
    const eHigh = pHigh & ~FILE_H;
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
  count +=
    popcount(pushLow | doubleLow, pushHigh | doubleHigh) + popcount(westLow, westHigh) + popcount(eastLow, eastHigh);
  const lastRank = us === 0 ? (pHigh >>> 16) & 0xff : (pLow >>> 8) & 0xff;
  if (lastRank !== 0) {
    // a pawn that reaches the last rank has four moves there
    const lastLow = us === 0 ? 0 : 0x000000ff;
    const lastHigh = us === 0 ? 0xff000000 | 0 : 0;
    count +=
      3 *
      (popcount(pushLow & lastLow, pushHigh & lastHigh) +
        popcount(westLow & lastLow, westHigh & lastHigh) +
        popcount(eastLow & lastLow, eastHigh & lastHigh));
  }
  // A pinned pawn cannot answer a check.
  if (!checked && ((pawnsLow & pinnedLow) | (pawnsHigh & pinnedHigh)) !== 0) {
    count += addPinnedPawns(words, at, map, m, king, pawnsLow & pinnedLow, pawnsHigh & pinnedHigh);
  }
  if (words[at + EP] >= 0) count += addEnPassant(words, at, map, m, king, checkLow, checkHigh);
  map[m + COUNT] = count;
  return count;
}

/** Castling targets as bits of the half of the board that holds the king. The side to move must not be in check. */
function castlingTargets(words: Int32Array, at: number, king: number, occLow: number, occHigh: number): number {
  const us = words[at + TURN];
  const rights = us === 0 ? words[at + RIGHTS] & 0xff : words[at + RIGHTS] >>> 8;
  const home = us === 0 ? 0 : 56;
  const rank = us === 0 ? occLow & 0xff : occHigh >>> 24;
  const kingFile = king - home;
  const chess960 = words[at + CHESS960] !== 0;
  let targets = 0;
  for (let bits = rights; bits !== 0; bits &= bits - 1) {
    const rookFile = lowestBit(bits);
    const kingside = rookFile > kingFile;
    const kingTo = kingside ? 6 : 2;
    const rookTo = kingside ? 5 : 3;
    const pieces = (1 << kingFile) | (1 << rookFile);
    const path = (span(kingFile, kingTo) | span(rookFile, rookTo)) & ~pieces;
    if ((rank & path) !== 0) continue;
    const shift = us === 0 ? 0 : 24;
    const rankAfter = pieces << shift;
    // Squares of the king's way are judged without the king, the last one with the rook where it lands.
    const wayLow = us === 0 ? occLow & ~(1 << kingFile) : occLow;
    const wayHigh = us === 0 ? occHigh : occHigh & ~(1 << (24 + kingFile));
    let safe = true;
    for (let file = kingFile; safe && file !== kingTo; ) {
      file += kingTo > kingFile ? 1 : -1;
      if (file !== kingTo) safe = !isAttacked(words, at, home + file, us ^ 1, wayLow, wayHigh);
    }
    if (!safe) continue;
    const rookBit = (1 << rookTo) << shift;
    const endLow = us === 0 ? (occLow & ~rankAfter) | rookBit : occLow;
    const endHigh = us === 0 ? occHigh : (occHigh & ~rankAfter) | rookBit;
    if (isAttacked(words, at, home + kingTo, us ^ 1, endLow, endHigh)) continue;
    targets |= (1 << (chess960 ? rookFile : kingTo)) << shift;
  }
  return targets;
}

/** Files from a to b, both included, as bits. */
const span = (a: number, b: number): number => (a < b ? (2 << b) - (1 << a) : (2 << a) - (1 << b));

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

/** En passant is judged by playing it: two pawns leave their squares at once, so no pin test covers it. */
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
