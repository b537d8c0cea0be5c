import { NAMES, NAME_SLOTS } from './memory';

// Facts from the tags of a game: bits of its names, the result (0 without one), the number of plies or -1.
export let result: i32 = 0;
export let plyCount: i32 = -1;
let seen: u64 = 0;

export const WHITE_WINS = 1;
export const BLACK_WINS = 2;
export const DRAW = 3;
export const UNDECIDED = 4;

export function clearTags(): void {
  result = 0;
  plyCount = -1;
  seen = 0;
}

// @ts-ignore: decorator
@inline
function isDigit(c: i32): bool {
  return <u32>(c - 0x30) < 10;
}

function twoDigits(p: usize): i32 {
  const a = <i32>load<u8>(p) - 0x30;
  const b = <i32>load<u8>(p, 1) - 0x30;
  return <u32>a > 9 || <u32>b > 9 ? 1000 : 10 * a + b;
}

/** Returns the end of digits. */
function digitsEnd(p: usize): usize {
  while (isDigit(load<u8>(p))) p++;
  return p;
}

function isUnknownPair(p: usize): bool {
  return load<u16>(p) == 0x3f3f;
}

/**
 * Returns true for a date with all its parts, each of digits or of question marks; the last days of February need a
 * full reading.
 */
function isDate(p: usize, length: usize): bool {
  if (length != 10 || load<u8>(p, 4) != 0x2e || load<u8>(p, 7) != 0x2e) return false;
  const isYear = twoDigits(p) < 100 && twoDigits(p + 2) < 100;
  if (!isYear && load<u32>(p) != 0x3f3f3f3f) return false;
  const month = isUnknownPair(p + 5) ? 1 : twoDigits(p + 5);
  const day = isUnknownPair(p + 8) ? 1 : twoDigits(p + 8);
  if (month > 12) return false;
  return day <= (month == 2 ? 28 : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31);
}

function isTime(p: usize, length: usize): bool {
  return length == 8 &&
  load<u8>(p, 2) == 0x3a &&
  load<u8>(p, 5) == 0x3a &&
  twoDigits(p) <= 23 &&
  twoDigits(p + 3) <= 59 &&
  twoDigits(p + 6) <= 59;
}

function isElo(p: usize, length: usize): bool {
  const end = digitsEnd(p);
  return end > p && end <= p + 4 && (end == p + length || (load<u8>(end) == 0x3f && end + 1 == p + length));
}

/** Reads `1-0`, `0-1`, `1/2-1/2` or `*` at `p`; 0 for anything else. Its length follows from it. */
export function resultAt(p: usize): i32 {
  const first = load<u8>(p);
  if (first == 0x2a) return UNDECIDED;
  const next = load<u16>(p, 1);
  if (first == 0x31 && next == 0x302d) return WHITE_WINS;
  if (first == 0x30 && next == 0x312d) return BLACK_WINS;
  // 1/2-1/2
  return first == 0x31 && next == 0x322f && load<u32>(p, 3) == 0x322f312d ? DRAW : 0;
}

// @ts-ignore: decorator
@inline
export function resultLength(one: i32): usize {
  return (one == UNDECIDED ? 1 : one == DRAW ? 7 : 3);
}

function isRound(p: usize, length: usize): bool {
  const end = p + length;
  while (true) {
    const next = digitsEnd(p);
    if (next == p) return false;
    if (next == end) return true;
    if (load<u8>(next) != 0x2e) return false;
    p = next + 1;
  }
}

/** Returns true for a base time, perhaps with an increment, in seconds. */
function isTimeControl(p: usize, length: usize): bool {
  if (length > 20) return false;
  const end = p + length;
  let next = digitsEnd(p);
  if (next == p) return false;
  if (next == end) return true;
  if (load<u8>(next) != 0x2b) return false;
  p = next + 1;
  next = digitsEnd(p);
  return next > p && next == end;
}

function readPlyCount(p: usize, length: usize): bool {
  if (length > 4 || digitsEnd(p) != p + length) return false;
  plyCount = 0;
  for (let i: usize = 0; i < length; i++) plyCount = 10 * plyCount + load<u8>(p + i) - 0x30;
  return true;
}

/** Returns true if a value certainly needs no finding: by the rules of ../../../../notation/pgn/check/tag-values.ts. */
function isPlain(rule: i32, p: usize, length: usize): bool {
  if (rule == 0) return true;
  if (rule == 4) {
    result = resultAt(p);
    return result != 0 && length == resultLength(result);
  }
  // also an empty FEN has a finding
  if (rule == 9) return false;
  if (length == 0) return true;
  if (length == 1 && (load<u8>(p) == 0x3f || load<u8>(p) == 0x2d)) return true;
  switch (rule) {
    case 1:
      return isDate(p, length);
    case 2:
      return isTime(p, length);
    case 3:
      return isElo(p, length);
    case 5:
      return isRound(p, length);
    case 6:
      return length == 3 && <u32>(load<u8>(p) - 0x41) < 5 && twoDigits(p + 1) < 100;
    case 7:
      return isTimeControl(p, length);
    case 8:
      return readPlyCount(p, length);
    default:
      return false;
  }
}

/** Returns the address of the entry of a name in the table; 0 without one. */
function entryOf(low: u64, high: u64): usize {
  let slot = <usize>(((low ^ high) * 0x9e3779b97f4a7c15) >> 55);
  while (true) {
    const entry = NAMES + slot * 24;
    const first = load<u64>(entry);
    if (first == 0) return 0;
    if (first == low && load<u64>(entry, 8) == high) return entry;
    slot = (slot + 1) & (NAME_SLOTS - 1);
  }
}

/** Enters a name of up to 16 characters, padded with zeros, with its rule and a number below 64. */
export function addName(at: usize, rule: i32, number: i32): void {
  const low = load<u64>(at);
  const high = load<u64>(at, 8);
  let slot = <usize>(((low ^ high) * 0x9e3779b97f4a7c15) >> 55);
  while (load<u64>(NAMES + slot * 24) != 0) slot = (slot + 1) & (NAME_SLOTS - 1);
  const entry = NAMES + slot * 24;
  store<u64>(entry, low);
  store<u64>(entry, high, 8);
  store<i32>(entry, rule, 16);
  store<i32>(entry, number, 20);
}

// @ts-ignore: decorator
@inline
function isNameCharacter(c: i32): bool {
  return <u32>((c | 0x20) - 0x61) < 26 || isDigit(c) || c == 0x5f;
}

/** Reads letters, digits and `_` from `p` on, after a `[`, up to ` "`; returns the offset after that, or 0. */
export function tagNameEnd(p: usize): usize {
  if (<u32>((load<u8>(p) | 0x20) - 0x61) >= 26) return 0;
  while (isNameCharacter(load<u8>(p))) p++;
  return load<u16>(p) == 0x2220 ? p + 2 : 0;
}

/** Returns the closing quotation mark of a value without escapes and unusual characters; 0 without one. */
export function valueEnd(p: usize): usize {
  while (true) {
    const c = load<u8>(p);
    if (c == 0x22) return p;
    if (c < 0x20 || c == 0x5c || c == 0x7f || c == 0xff) return 0;
    p++;
  }
}

/** Reads the tag pair at `p`, which is a `[`, if it needs no finding; returns the offset after its bracket, or 0. */
export function readTag(p: usize): usize {
  const name = p + 1;
  const value = tagNameEnd(name);
  if (value == 0) return 0;
  const length = value - 2 - name;
  if (length > 16) return 0;
  const end = valueEnd(value);
  if (end == 0 || load<u8>(end, 1) != 0x5d) return 0;
  let low = load<u64>(name);
  let high: u64 = 0;
  if (length < 8) low &= ((<u64>1) << (<u64>length << 3)) - 1;
  else if (length > 8) {
    high = load<u64>(name, 8);
    if (length < 16) high &= ((<u64>1) << (<u64>(length - 8) << 3)) - 1;
  }
  const entry = entryOf(low, high);
  if (entry == 0) return 0;
  const own = (<u64>1) << <u64>load<i32>(entry, 20);
  if (seen & own) return 0;
  seen |= own;
  return isPlain(load<i32>(entry, 16), value, end - value) ? end + 2 : 0;
}

/** Returns the offset after the tag pair at `p`, which is a `[`, if it has the plain form; otherwise 0. */
export function skipTag(p: usize): usize {
  const value = tagNameEnd(p + 1);
  if (value == 0) return 0;
  const end = valueEnd(value);
  return end == 0 || load<u8>(end, 1) != 0x5d ? 0 : end + 2;
}
