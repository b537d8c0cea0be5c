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

/** Returned if no legal move fits. */
export const ILLEGAL = -1;
/** Returned if two or more legal moves fit. */
export const AMBIGUOUS = -2;

const map = new Int32Array(MAP);

/**
 * Plays the legal move that a SAN code (`readSan`) means: the frame at `to` becomes the successor of the frame at
 * `from`. Returns the move (`frame.ts`), or `ILLEGAL` or `AMBIGUOUS`; then the frame at `to` is undefined. Capture and
 * check signs are not judged. Allocates nothing.
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

/** Returns true if a piece stands between two squares; never for those that share no line. */
function isBlocked(words: Int32Array, at: number, a: number, b: number): boolean {
  const i = 2 * (64 * a + b);
  return (
    ((BETWEEN[i] & (words[at + WHITE] | words[at + WHITE + 2])) |
      (BETWEEN[i + 1] & (words[at + WHITE + 1] | words[at + WHITE + 3]))) !==
    0
  );
}

/** Plays a pseudo-legal move; false if it leaves the mover's king attacked. */
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

/** Returns the source of a pseudo-legal pawn move, or -1. A file other than the target's means a capture. */
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

/** Returns castling as an integer move if the right exists, legal or not; otherwise -1. */
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

/** Passes the turn: the null move of annotated games. False if the side to move is in check. */
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

/*
 * Parts of a move in algebraic notation as an integer, so that replaying a game allocates nothing: bits 0-5 target
 * square; 6-8 role; 9-12 source file + 1 and 13-16 source rank + 1 (0: not stated); 17-19 promotion role (0: none); 20
 * capture; 21-22 check sign; 23-24 castling.
 */

const sanTarget = (code: number): number => code & 63;
export const sanRole = (code: number): number => (code >>> 6) & 7;
/** Returns the file of the source, 0 to 7, or -1. */
export const sanFile = (code: number): number => ((code >>> 9) & 15) - 1;
/** Returns the same code without the source's file. */
export const withoutFile = (code: number): number => code & ~(15 << 9);
/** Returns the rank of the source, 0 to 7, or -1. */
export const sanRank = (code: number): number => ((code >>> 13) & 15) - 1;
const sanPromotion = (code: number): number => (code >>> 17) & 7;
export const sanCapture = (code: number): boolean => ((code >>> 20) & 1) !== 0;
/** Returns 0 for no sign, 1 for `+`, 2 for `#`. */
export const sanCheck = (code: number): number => (code >>> 21) & 3;
/** Returns 0 for no castling, 1 for kingside, 2 for queenside. */
export const sanCastling = (code: number): number => (code >>> 23) & 3;

/** The parts of a move's text; squares 0 to 63, file and rank -1 if not stated. */
export interface SanParts {
  readonly role: number;
  readonly file: number;
  readonly rank: number;
  readonly target: number;
  readonly promotion: number;
  readonly capture: boolean;
  readonly check: number;
  readonly castling: number;
}

export const sanCode = (p: SanParts): number =>
  p.target |
  (p.role << 6) |
  ((p.file + 1) << 9) |
  ((p.rank + 1) << 13) |
  (p.promotion << 17) |
  ((p.capture ? 1 : 0) << 20) |
  (p.check << 21) |
  (p.castling << 23);

const KINGSIDE = (5 << 6) | (1 << 23);
const QUEENSIDE = (5 << 6) | (2 << 23);

/** Returns the role of a piece letter, -1 for any other character. */
function parseRole(c: number): number {
  switch (c) {
    case 0x4e:
      return 1;
    case 0x42:
      return 2;
    case 0x52:
      return 3;
    case 0x51:
      return 4;
    case 0x4b:
      return 5;
    default:
      return -1;
  }
}

/**
 * Reads a move in export format (PGN standard 8.2.3) from `text[start, end)`: `e4`, `Nbd7`, `exd8=Q+`, `O-O-O#`.
 * Returns -1 for anything else, including other forms that people write (`readLoose` in `san-loose.ts` reads those).
 */
export function readSan(text: string, start: number, end: number): number {
  let e = end - 1;
  let check = 0;
  let c = text.charCodeAt(e);
  if (c === 0x2b || c === 0x23) {
    check = c === 0x2b ? 1 << 21 : 2 << 21;
    c = text.charCodeAt(--e);
  }
  if (c === 0x4f) return readCastling(text, start, e + 1, check);
  let promotion = 0;
  if (c > 0x40) {
    promotion = parseRole(c);
    if (promotion < 1 || promotion > 4 || e - start < 3 || text.charCodeAt(e - 1) !== 0x3d) return -1;
    e -= 2;
    c = text.charCodeAt(e);
  }
  const rank = c - 0x31;
  const file = text.charCodeAt(e - 1) - 0x61;
  if (e - 1 < start || rank < 0 || rank > 7 || file < 0 || file > 7) return -1;
  let code = (rank << 3) | file | (promotion << 17) | check;
  e -= 2;
  if (e < start) return finishPawn(code);
  if (text.charCodeAt(e) === 0x78) {
    code |= 1 << 20;
    if (--e < start) return -1;
  }
  const first = text.charCodeAt(start);
  const role = parseRole(first);
  if (role < 0) {
    // a pawn's capture names its file; nothing else stands before a pawn's target
    return e === start && first >= 0x61 && first <= 0x68 && (code & (1 << 20)) !== 0
      ? finishPawn(code | ((first - 0x60) << 9))
      : -1;
  }
  if (promotion !== 0) return -1;
  code |= role << 6;
  if (e > start) {
    const r = text.charCodeAt(e) - 0x30;
    if (r >= 1 && r <= 8) {
      code |= r << 13;
      e--;
    }
  }
  if (e > start) {
    const f = text.charCodeAt(e) - 0x60;
    if (f < 1 || f > 8) return -1;
    code |= f << 9;
    e--;
  }
  return e === start ? code : -1;
}

/** Completes a pawn's move: a pawn promotes exactly on the last rank. */
function finishPawn(code: number): number {
  const rank = (code >>> 3) & 7;
  return (rank === 0 || rank === 7) === (sanPromotion(code) !== 0) ? code : -1;
}

function readCastling(text: string, start: number, end: number, check: number): number {
  const length = end - start;
  if (length !== 3 && length !== 5) return -1;
  for (let i = 0; i < length; i++) {
    if (text.charCodeAt(start + i) !== ((i & 1) === 0 ? 0x4f : 0x2d)) return -1;
  }
  return (length === 3 ? KINGSIDE : QUEENSIDE) | check;
}
