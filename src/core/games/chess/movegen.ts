import { isAttacked, kingSquare } from './attacks.ts';
import { CHESS960, COUNT, MAP, MOVERS, PUSH, RIGHTS, TARGETS, TURN, WHITE } from './frame.ts';
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

/** Constraints of the king's safety on the other pieces, written by `readSafety`; two words each, low and high. */
const SAFETY = new Int32Array(6);
/** Pieces that give check. */
const CHECK = 0;
/** Own pieces pinned to the king. */
const PINNED = 2;
/**
 * Squares that answer a check: the checker's, and those between. All squares without a check, none with two checkers.
 */
const ANSWER = 4;

/** Fills the move map at `map[m]` for the position at `words[at]`; returns the number of legal moves. */
export function fillMap(words: Int32Array, at: number, map: Int32Array, m: number): number {
  const us = words[at + TURN];
  const own = at + WHITE + 2 * us;
  const ownLow = words[own];
  const ownHigh = words[own + 1];
  const their = at + WHITE + 2 * (us ^ 1);
  const occLow = ownLow | words[their];
  const occHigh = ownHigh | words[their + 1];
  const kingLow = words[at + 10] & ownLow;
  const kingHigh = words[at + 11] & ownHigh;
  const king = kingLow !== 0 ? lowestBit(kingLow) : 32 + lowestBit(kingHigh);
  readSafety(words, at, king, us, ownLow, ownHigh, occLow, occHigh);
  const checkLow = SAFETY[CHECK];
  const checkHigh = SAFETY[CHECK + 1];
  const answerLow = SAFETY[ANSWER];
  const answerHigh = SAFETY[ANSWER + 1];
  const mayCastle = (checkLow | checkHigh) === 0 && words[at + RIGHTS] !== 0;
  let count = addKing(words, at, map, m, king, us, ownLow, ownHigh, occLow, occHigh, mayCastle);
  if ((answerLow | answerHigh) === 0) {
    map[m + COUNT] = count;
    map[m + MOVERS] = kingLow;
    map[m + MOVERS + 1] = kingHigh;
    map.fill(0, m + PUSH, m + TARGETS);
    return count;
  }
  const pinnedLow = SAFETY[PINNED];
  const pinnedHigh = SAFETY[PINNED + 1];
  const goLow = answerLow & ~ownLow;
  const goHigh = answerHigh & ~ownHigh;
  // a pinned knight never moves
  const knightsLow = words[at + 2] & ownLow & ~pinnedLow;
  const knightsHigh = words[at + 3] & ownHigh & ~pinnedHigh;
  count += addKnights(map, m, knightsLow, knightsHigh, goLow, goHigh);
  const straightLow = (words[at + 6] | words[at + 8]) & ownLow;
  const straightHigh = (words[at + 7] | words[at + 9]) & ownHigh;
  const diagonalLow = (words[at + 4] | words[at + 8]) & ownLow;
  const diagonalHigh = (words[at + 5] | words[at + 9]) & ownHigh;
  map[m + MOVERS] = kingLow | knightsLow | straightLow | diagonalLow;
  map[m + MOVERS + 1] = kingHigh | knightsHigh | straightHigh | diagonalHigh;
  count += addSliders(
    map,
    m,
    king,
    straightLow,
    straightHigh,
    diagonalLow,
    diagonalHigh,
    pinnedLow,
    pinnedHigh,
    occLow,
    occHigh,
    goLow,
    goHigh,
  );
  count += addPawns(words, at, map, m, king, checkLow, checkHigh, pinnedLow, pinnedHigh, answerLow, answerHigh);
  map[m + COUNT] = count;
  return count;
}

/** Finds checkers, own pieces pinned to the king, and the squares that answer a check. */
function readSafety(
  words: Int32Array,
  at: number,
  king: number,
  us: number,
  ownLow: number,
  ownHigh: number,
  occLow: number,
  occHigh: number,
): void {
  const theirLow = occLow & ~ownLow;
  const theirHigh = occHigh & ~ownHigh;
  const k2 = 2 * king;
  const queensLow = words[at + 8];
  const queensHigh = words[at + 9];
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
    } else if (isSingle(blockLow, blockHigh)) {
      pinnedLow |= blockLow & ownLow;
      pinnedHigh |= blockHigh & ownHigh;
    }
  }
  let answerLow = -1;
  let answerHigh = -1;
  if ((checkLow | checkHigh) !== 0) {
    const isOne = isSingle(checkLow, checkHigh);
    const b = (king * 64 + (checkLow !== 0 ? lowestBit(checkLow) : 32 + lowestBit(checkHigh))) << 1;
    answerLow = isOne ? checkLow | BETWEEN[b] : 0;
    answerHigh = isOne ? checkHigh | BETWEEN[b + 1] : 0;
  }
  SAFETY[CHECK] = checkLow;
  SAFETY[CHECK + 1] = checkHigh;
  SAFETY[PINNED] = pinnedLow;
  SAFETY[PINNED + 1] = pinnedHigh;
  SAFETY[ANSWER] = answerLow;
  SAFETY[ANSWER + 1] = answerHigh;
}

/** Returns true if a set that is not empty has one square. */
const isSingle = (low: number, high: number): boolean =>
  low === 0 ? (high & (high - 1)) === 0 : high === 0 && (low & (low - 1)) === 0;

/** Adds the king's moves: not onto squares attacked once the king has left its square. */
function addKing(
  words: Int32Array,
  at: number,
  map: Int32Array,
  m: number,
  king: number,
  us: number,
  ownLow: number,
  ownHigh: number,
  occLow: number,
  occHigh: number,
  mayCastle: boolean,
): number {
  const k2 = 2 * king;
  let toLow = KING[k2] & ~ownLow;
  let toHigh = KING[k2 + 1] & ~ownHigh;
  if ((toLow | toHigh) !== 0) {
    const leftLow = king < 32 ? occLow & ~(1 << king) : occLow;
    const leftHigh = king < 32 ? occHigh : occHigh & ~(1 << (king - 32));
    let tryLow = toLow;
    let tryHigh = toHigh;
    while (tryLow !== 0) {
      const bit = tryLow & -tryLow;
      tryLow ^= bit;
      if (isAttacked(words, at, 31 - Math.clz32(bit), us ^ 1, leftLow, leftHigh)) toLow ^= bit;
    }
    while (tryHigh !== 0) {
      const bit = tryHigh & -tryHigh;
      tryHigh ^= bit;
      if (isAttacked(words, at, 63 - Math.clz32(bit), us ^ 1, leftLow, leftHigh)) toHigh ^= bit;
    }
  }
  if (mayCastle) {
    const castling = castlingTargets(words, at, king, occLow, occHigh);
    if (king < 32) toLow |= castling;
    else toHigh |= castling;
  }
  map[m + TARGETS + k2] = toLow;
  map[m + TARGETS + k2 + 1] = toHigh;
  return popcount(toLow, toHigh);
}

/** Adds the moves of knights that are not pinned. */
function addKnights(
  map: Int32Array,
  m: number,
  knightsLow: number,
  knightsHigh: number,
  goLow: number,
  goHigh: number,
): number {
  let fromLow = knightsLow;
  let fromHigh = knightsHigh;
  let count = 0;
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
  return count;
}

/**
 * Adds the moves of bishops, rooks and queens.
 *
 * @param king square of the own king, to which pieces are pinned
 * @param straightLow, straightHigh rooks and queens
 * @param diagonalLow, diagonalHigh bishops and queens
 */
function addSliders(
  map: Int32Array,
  m: number,
  king: number,
  straightLow: number,
  straightHigh: number,
  diagonalLow: number,
  diagonalHigh: number,
  pinnedLow: number,
  pinnedHigh: number,
  occLow: number,
  occHigh: number,
  goLow: number,
  goHigh: number,
): number {
  let fromLow = straightLow | diagonalLow;
  let fromHigh = straightHigh | diagonalHigh;
  let count = 0;
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
  return count;
}

/**
 * Returns castling targets as bits of the half of the board that holds the king. The side to move must not be in check.
 */
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
    // Squares of the king's path are tested without the king, the last one with the rook on its target.
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

/** Returns the files from a to b, both included, as bits. */
const span = (a: number, b: number): number => (a < b ? (2 << b) - (1 << a) : (2 << a) - (1 << b));

const map = new Int32Array(MAP);

/**
 * Returns true if the side to move has no legal move. Most kings can step aside, which is tested without counting
 * moves.
 */
export function hasNoMove(words: Int32Array, at: number): boolean {
  const us = words[at + TURN];
  const king = kingSquare(words, at, us);
  const own = at + WHITE + 2 * us;
  const their = at + WHITE + 2 * (us ^ 1);
  const low = (words[own] | words[their]) & ~(king < 32 ? 1 << king : 0);
  const high = (words[own + 1] | words[their + 1]) & ~(king < 32 ? 0 : 1 << (king - 32));
  for (let bits = KING[2 * king] & ~words[own]; bits !== 0; bits &= bits - 1) {
    if (!isAttacked(words, at, 31 - Math.clz32(bits & -bits), us ^ 1, low, high)) return false;
  }
  for (let bits = KING[2 * king + 1] & ~words[own + 1]; bits !== 0; bits &= bits - 1) {
    if (!isAttacked(words, at, 63 - Math.clz32(bits & -bits), us ^ 1, low, high)) return false;
  }
  return fillMap(words, at, map, 0) === 0;
}
