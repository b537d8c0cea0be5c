import { isAttacked, kingSquare } from './attacks.ts';
import {
  CHESS960,
  copyFrame,
  EP,
  encodeMove,
  FULLMOVES,
  HALFMOVES,
  hasPiece,
  MAP,
  play,
  RIGHTS,
  rightBit,
  TARGETS,
  TURN,
  WHITE,
} from './frame.ts';
import { BETWEEN, BISHOP_RAYS, KING, KNIGHT, ROOK_RAYS } from './geometry.ts';
import { fillMap } from './movegen.ts';
import { sanCastling, sanFile, sanPromotion, sanRank, sanRole, sanTarget } from './san-code.ts';

/** No legal move fits. */
export const ILLEGAL = -1;
/** Two or more legal moves fit. */
export const AMBIGUOUS = -2;

const map = new Int32Array(MAP);

/**
 * Plays the legal move that a SAN code (`san-code.ts`) means: the frame at `to` becomes the successor of the frame at
 * `from`. Returns the move (`frame.ts`), or `ILLEGAL` or `AMBIGUOUS`; then the frame at `to` holds nothing of use.
 * Capture and check signs are not judged. Allocates nothing.
 */
export function playSan(words: Int32Array, from: number, to: number, code: number): number {
  const castling = sanCastling(code);
  if (castling !== 0) return playCastling(words, from, to, castling === 1);
  const role = sanRole(code);
  if (role === 0) return playPawn(words, from, to, code);
  const us = words[from + TURN];
  const target = sanTarget(code);
  if (hasPiece(words, from, us, target)) return ILLEGAL;
  const own = from + WHITE + 2 * us;
  let low = words[from + 2 * role] & words[own];
  let high = words[from + 2 * role + 1] & words[own + 1];
  const t2 = 2 * target;
  if (role === 1) {
    low &= KNIGHT[t2];
    high &= KNIGHT[t2 + 1];
  } else if (role === 5) {
    low &= KING[t2];
    high &= KING[t2 + 1];
  } else {
    low &= (role === 3 ? 0 : BISHOP_RAYS[t2]) | (role === 2 ? 0 : ROOK_RAYS[t2]);
    high &= (role === 3 ? 0 : BISHOP_RAYS[t2 + 1]) | (role === 2 ? 0 : ROOK_RAYS[t2 + 1]);
  }
  const file = sanFile(code);
  if (file >= 0) {
    low &= 0x01010101 << file;
    high &= 0x01010101 << file;
  }
  const rank = sanRank(code);
  if (rank >= 0) {
    low &= rank < 4 ? 0xff << (8 * rank) : 0;
    high &= rank < 4 ? 0 : 0xff << (8 * (rank - 4));
  }
  let found = ILLEGAL;
  let tried = ILLEGAL;
  while ((low | high) !== 0) {
    let source: number;
    if (low !== 0) {
      source = 31 - Math.clz32(low & -low);
      low &= low - 1;
    } else {
      source = 63 - Math.clz32(high & -high);
      high &= high - 1;
    }
    if (isBlocked(words, from, source, target)) continue;
    tried = encodeMove(source, target);
    if (!playSafely(words, from, to, tried)) continue;
    if (found !== ILLEGAL) return AMBIGUOUS;
    found = tried;
  }
  // another candidate was tried and failed after it
  if (found !== tried && found !== ILLEGAL) play(words, from, to, found);
  return found;
}

/** True if a piece stands between two squares; never for those that share no line. */
function isBlocked(words: Int32Array, at: number, a: number, b: number): boolean {
  const i = 2 * (64 * a + b);
  return (
    ((BETWEEN[i] & (words[at + WHITE] | words[at + WHITE + 2])) |
      (BETWEEN[i + 1] & (words[at + WHITE + 1] | words[at + WHITE + 3]))) !==
    0
  );
}

/** Plays a pseudo-legal move; false when it leaves the mover's king attacked. */
export function playSafely(words: Int32Array, from: number, to: number, move: number): boolean {
  play(words, from, to, move);
  const us = words[from + TURN];
  return !isAttacked(
    words,
    to,
    kingSquare(words, to, us),
    us ^ 1,
    words[to + WHITE] | words[to + WHITE + 2],
    words[to + WHITE + 1] | words[to + WHITE + 3],
  );
}

const isEmpty = (words: Int32Array, at: number, square: number): boolean =>
  !hasPiece(words, at, 0, square) && !hasPiece(words, at, 1, square);

const isOwnPawn = (words: Int32Array, at: number, square: number): boolean =>
  square >= 0 &&
  square < 64 &&
  ((words[at + (square >>> 5)] >>> (square & 31)) & 1) !== 0 &&
  hasPiece(words, at, words[at + TURN], square);

function playPawn(words: Int32Array, from: number, to: number, code: number): number {
  const source = pawnSource(words, from, code);
  if (source < 0) return ILLEGAL;
  const target = sanTarget(code);
  const promotion = sanPromotion(code);
  if ((target < 8 || target >= 56) !== (promotion !== 0)) return ILLEGAL;
  const move = encodeMove(source, target, promotion);
  return playSafely(words, from, to, move) ? move : ILLEGAL;
}

/** Where the pawn of a pseudo-legal pawn move comes from, or -1. A file other than the target's means a capture. */
function pawnSource(words: Int32Array, at: number, code: number): number {
  const us = words[at + TURN];
  const target = sanTarget(code);
  const back = us === 0 ? -8 : 8;
  const file = sanFile(code);
  let source: number;
  if (file >= 0 && file !== (target & 7)) {
    const step = file - (target & 7);
    source = target + back + step;
    if ((step !== 1 && step !== -1) || !isOwnPawn(words, at, source)) return -1;
    if (target !== words[at + EP] && !hasPiece(words, at, us ^ 1, target)) return -1;
  } else {
    if (!isEmpty(words, at, target)) return -1;
    source = target + back;
    if (!isOwnPawn(words, at, source)) {
      if (target >> 3 !== (us === 0 ? 3 : 4) || !isEmpty(words, at, source)) return -1;
      source += back;
      if (!isOwnPawn(words, at, source)) return -1;
    }
  }
  const rank = sanRank(code);
  return rank < 0 || source >> 3 === rank ? source : -1;
}

/** Castling as an integer move if the right is there, legal or not; -1 when it is not. */
export function castlingMove(words: Int32Array, at: number, kingside: boolean, chess960: boolean): number {
  const us = words[at + TURN];
  const home = us === 0 ? 0 : 56;
  const king = kingSquare(words, at, us);
  if (king >> 3 !== home >> 3) return ILLEGAL;
  for (let file = 0; file < 8; file++) {
    if ((words[at + RIGHTS] & rightBit(home + file)) === 0 || file > king - home !== kingside) continue;
    return encodeMove(king, chess960 ? home + file : home + (kingside ? 6 : 2));
  }
  return ILLEGAL;
}

function playCastling(words: Int32Array, from: number, to: number, kingside: boolean): number {
  const move = castlingMove(words, from, kingside, words[from + CHESS960] !== 0);
  if (move < 0) return ILLEGAL;
  fillMap(words, from, map, 0);
  const target = (move >>> 6) & 63;
  if (((map[TARGETS + 2 * (move & 63) + (target >>> 5)] >>> (target & 31)) & 1) === 0) return ILLEGAL;
  play(words, from, to, move);
  return move;
}

/** Passes the turn: the null move of annotated games. False when the side to move is in check. */
export function playNull(words: Int32Array, from: number, to: number): boolean {
  const us = words[from + TURN];
  copyFrame(words, from, to);
  words[to + TURN] = us ^ 1;
  words[to + EP] = -1;
  words[to + HALFMOVES]++;
  words[to + FULLMOVES] += us;
  return !isAttacked(
    words,
    from,
    kingSquare(words, from, us),
    us ^ 1,
    words[from + WHITE] | words[from + WHITE + 2],
    words[from + WHITE + 1] | words[from + WHITE + 3],
  );
}
