import { MOVETEXT } from './memory';
import { readSan } from './san';
import { resultAt, resultLength, skipTag } from './tags';
import { behindTags, isBlank, isDigit, isLineEnd, lineEnd, nextGame } from './text';

/** Returns the offset after the comment at `p`, which is a `{`; 0 if its end is not certain. */
function skipComment(p: usize): usize {
  p++;
  while (true) {
    const c = load<u8>(p);
    if (c == 0x7d) return p + 1;
    if (c < 0x20) {
      p = lineEnd(p);
      if (p == 0) return 0;
      let next = p;
      while (load<u8>(next) == 0x20) next++;
      if (isLineEnd(load<u8>(next))) return 0;
    } else if (c == 0x7b || c == 0xff) return 0;
    else p++;
  }
}

/**
 * Returns the offset of the result that ends the moves from `p` on, without playing them; 0 if one of them needs a full
 * reading.
 */
function skipMoves(p: usize): usize {
  let open = 0;
  while (true) {
    while (isBlank(load<u8>(p))) p++;
    const c = load<u8>(p);
    if (<u32>(c - 0x30) < 10) {
      if (resultAt(p) != 0) return open == 0 ? p : 0;
      while (isDigit(p)) p++;
      if (load<u8>(p) != 0x2e) return 0;
      while (load<u8>(p) == 0x2e) p++;
      continue;
    }
    if (c > 0x40 && c != 0x7b) {
      p = readSan(p);
      if (p == 0) return 0;
      while (load<u8>(p) == 0x21 || load<u8>(p) == 0x3f) p++;
    } else if (c == 0x7b) {
      p = skipComment(p);
      if (p == 0) return 0;
    } else if (c == 0x28) {
      open++;
      p++;
      continue;
    } else if (c == 0x29) {
      if (--open < 0) return 0;
      p++;
    } else if (c == 0x24) {
      p++;
      if (!isDigit(p)) return 0;
      while (isDigit(p)) p++;
    } else return open == 0 && resultAt(p) != 0 ? p : 0;
    const next = load<u8>(p);
    if (!isBlank(next) && next != 0x29) return 0;
  }
}

/**
 * Finds the end of the plainly written game at `p`, whatever a check may find in it.
 *
 * @returns the start of the next game, or 0 if it needs a full reading; leaves the start of its moves at MOVETEXT
 */
export function skipGame(p: usize, end: usize, isLast: bool): usize {
  if (load<u8>(p) != 0x5b) return 0;
  do {
    p = skipTag(p);
    if (p == 0) return 0;
    p = lineEnd(p);
    if (p == 0) return 0;
  } while (load<u8>(p) == 0x5b);
  p = behindTags(p);
  if (p == 0) return 0;
  store<usize>(MOVETEXT, p);
  p = skipMoves(p);
  return p == 0 ? 0 : nextGame(p + resultLength(resultAt(p)), end, isLast);
}
