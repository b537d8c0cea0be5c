import { bishopAttacks, isAttacked, rookAttacks } from './attacks';
import { bit, low } from './bits';
import { castlingTargets } from './castling';
import { BISHOPS, EP, KING, KINGS, KNIGHT, KNIGHTS, LINE, MAP_A, PAWNS, QUEENS, ROOKS, TURN, WHITE } from './memory';
import { fillMap } from './fill-map';
import { play } from './play';

// Result of the last call of `readSan`: role, file and rank of the source (-1: not stated), target, promotion, capture,
// sign (0 none, 1 +, 2 #), castling (0 none, 1 kingside, 2 queenside).
let role: i32 = 0;
let file: i32 = -1;
let rank: i32 = -1;
let target: i32 = 0;
let promotion: i32 = 0;
let capture: bool = false;
let sign: i32 = 0;
let castling: i32 = 0;

/** Result of `playSan`: the move, and 1 if the side to move is now in check, otherwise 0. */
export let played: i32 = 0;
export let check: i32 = 0;

// @ts-ignore: decorator
@inline
function isFile(c: i32): bool {
  return <u32>(c - 0x61) < 8;
}
// @ts-ignore: decorator
@inline
function isRank(c: i32): bool {
  return <u32>(c - 0x31) < 8;
}

function roleOf(c: i32): i32 {
  return c == 0x4e ? 1 : c == 0x42 ? 2 : c == 0x52 ? 3 : c == 0x51 ? 4 : c == 0x4b ? 5 : 0;
}

function readCastling(p: usize): usize {
  if (load<u8>(p, 1) != 0x2d || load<u8>(p, 2) != 0x4f) return 0;
  role = 5;
  file = -1;
  rank = -1;
  promotion = 0;
  capture = false;
  if (load<u8>(p, 3) == 0x2d) {
    if (load<u8>(p, 4) != 0x4f) return 0;
    castling = 2;
    return p + 5;
  }
  castling = 1;
  return p + 3;
}

function readBody(p: usize, first: i32): usize {
  castling = 0;
  file = -1;
  rank = -1;
  promotion = 0;
  capture = false;
  role = roleOf(first);
  let c = first;
  if (role != 0) c = load<u8>(++p);
  let f = -1;
  let r = -1;
  if (isFile(c)) {
    f = c - 0x61;
    c = load<u8>(++p);
  }
  if (isRank(c)) {
    r = c - 0x31;
    c = load<u8>(++p);
  }
  if (c == 0x78 || isFile(c)) {
    // the square read is the source
    file = f;
    rank = r;
    if (c == 0x78) {
      capture = true;
      c = load<u8>(++p);
    }
    f = c - 0x61;
    r = <i32>load<u8>(p, 1) - 0x31;
    if (<u32>f > 7 || <u32>r > 7) return 0;
    p += 2;
    if (role == 0 && (file < 0 || rank >= 0 || !capture)) return 0;
  } else if (f < 0 || r < 0) return 0;
  target = (r << 3) | f;
  if (role == 0) {
    const isLast = r == 0 || r == 7;
    if (load<u8>(p) == 0x3d) {
      promotion = roleOf(load<u8>(p, 1));
      if (!isLast || promotion < 1 || promotion > 4) return 0;
      p += 2;
    } else if (isLast) return 0;
  }
  return p;
}

/** Reads a move in export format at `p`; returns its end, or 0 for other text. */
export function readSan(p: usize): usize {
  const first = <i32>load<u8>(p);
  const end = first == 0x4f ? readCastling(p) : readBody(p, first);
  if (end == 0) return 0;
  const c = <i32>load<u8>(end);
  sign = c == 0x2b ? 1 : c == 0x23 ? 2 : 0;
  return sign == 0 ? end : end + 1;
}

/** Returns the code of the move that `readSan` read (../../san.ts). */
export function sanCode(): i32 {
  const t = castling ? 0 : target;
  return t | (role << 6) | ((file + 1) << 9) | ((rank + 1) << 13) | (promotion << 17) | (<i32>capture << 20) | (sign << 21) | (castling << 23);
}

// @ts-ignore: decorator
@inline
function isSafe(at: usize, us: usize, king: i32): bool {
  const own = load<u64>(at + (us << 3), WHITE);
  const theirs = load<u64>(at + ((us ^ 1) << 3), WHITE);
  return !isAttacked(at, king, us ^ 1, theirs, own | theirs);
}

/** Returns the square from which a pawn of the side to move goes to the target, or -1. */
function pawnSource(at: usize, us: usize, own: u64, theirs: u64): i32 {
  const back = us == 0 ? -8 : 8;
  const pawns = load<u64>(at, PAWNS) & own;
  if (capture) {
    const step = file - (target & 7);
    if (step != 1 && step != -1) return -1;
    const from = target + back + step;
    if (<u32>from > 63 || !(pawns & bit(from))) return -1;
    return target == load<i32>(at, EP) || (theirs & bit(target)) != 0 ? from : -1;
  }
  const occupied = own | theirs;
  if (occupied & bit(target)) return -1;
  const from = target + back;
  if (<u32>from > 63) return -1;
  if (pawns & bit(from)) return from;
  if (target >> 3 != (us == 0 ? 3 : 4) || (occupied & bit(from)) != 0) return -1;
  return pawns & bit(from + back) ? from + back : -1;
}

/**
 * Returns the piece that goes to the target if its source is stated as in export format: by file, else by rank, else by
 * both; or -1.
 */
function pieceSource(at: usize, to: usize, us: usize, king: i32, own: u64, theirs: u64): i32 {
  const occupied = own | theirs;
  const t = <usize>target << 3;
  let sources: u64;
  if (role == 1) sources = load<u64>(at, KNIGHTS) & load<u64>(KNIGHT + t);
  else if (role == 2) sources = load<u64>(at, BISHOPS) & bishopAttacks(target, occupied);
  else if (role == 3) sources = load<u64>(at, ROOKS) & rookAttacks(target, occupied);
  else if (role == 4) sources = load<u64>(at, QUEENS) & (bishopAttacks(target, occupied) | rookAttacks(target, occupied));
  else sources = load<u64>(at, KINGS) & load<u64>(KING + t);
  sources &= own;
  if (!sources) return -1;
  if (!(sources & (sources - 1))) return file < 0 && rank < 0 ? low(sources) : -1;
  let legal: u64 = 0;
  for (let rest = sources; rest; rest &= rest - 1) {
    const from = low(rest);
    play(at, to, from | (target << 6));
    if (isSafe(to, us, king)) legal |= rest & -rest;
  }
  let fitting = legal;
  if (file >= 0) fitting &= <u64>0x0101010101010101 << <u64>file;
  if (rank >= 0) fitting &= <u64>0xff << <u64>(rank << 3);
  if (!fitting || fitting & (fitting - 1)) return -1;
  const from = low(fitting);
  const others = legal ^ fitting;
  const onFile = (others & (<u64>0x0101010101010101 << <u64>(from & 7))) != 0;
  const onRank = (others & (<u64>0xff << <u64>(from & 56))) != 0;
  if (file >= 0 != (others != 0 && (!onFile || onRank))) return -1;
  return rank >= 0 == (others != 0 && onFile) ? from : -1;
}

/**
 * Plays the move that `readSan` read, if it is legal and in export format with all its signs: the frame at `to` becomes
 * the successor of the frame at `at`. Returns false for all other moves; the frame at `to` is then undefined.
 *
 * @param checked true if the side to move is in check
 */
export function playSan(at: usize, to: usize, checked: bool): bool {
  const us = <usize>load<i32>(at, TURN);
  const own = load<u64>(at + (us << 3), WHITE);
  const theirs = load<u64>(at + ((us ^ 1) << 3), WHITE);
  const king = low(load<u64>(at, KINGS) & own);
  let from: i32;
  if (castling) {
    if (checked) return false;
    from = king;
    const home = us == 0 ? 0 : 56;
    target = home + (castling == 1 ? 6 : 2);
    // the king's own steps are not written this way
    if (from != home + 4 || !(castlingTargets(at, us, king, theirs, own | theirs) & bit(target))) return false;
    play(at, to, from | (target << 6));
  } else {
    if (own & bit(target)) return false;
    from = role == 0 ? pawnSource(at, us, own, theirs) : pieceSource(at, to, us, king, own, theirs);
    if (from < 0) return false;
    if (role != 0 && capture != ((theirs & bit(target)) != 0)) return false;
    play(at, to, from | (target << 6) | (promotion << 12));
    const isEnPassant = role == 0 && target == load<i32>(at, EP) && capture;
    if (role == 5) {
      if (!isSafe(to, us, target)) return false;
    } else if (checked || isEnPassant || load<u64>(LINE + (((<usize>king << 6) | <usize>from) << 3)) != 0) {
      if (!isSafe(to, us, king)) return false;
    }
  }
  played = from | (target << 6) | (promotion << 12);
  const their = low(load<u64>(to, KINGS) & load<u64>(to + ((us ^ 1) << 3), WHITE));
  check = <i32>!isSafe(to, us ^ 1, their);
  if (check == 0) return sign == 0;
  return sign == (fillMap(to, MAP_A) == 0 ? 2 : 1);
}
