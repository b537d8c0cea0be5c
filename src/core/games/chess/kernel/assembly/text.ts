import { tagNameEnd } from './tags';

// Line ends of the game so far: 1 LF, 2 CR LF, 3 both.
export let lineEnds: i32 = 0;

export function clearLineEnds(): void {
  lineEnds = 0;
}

/** Returns the offset after the line end at `p`; 0 for other text. */
// @ts-ignore: decorator
@inline
export function lineEnd(p: usize): usize {
  const c = load<u8>(p);
  if (c == 0x0a) {
    lineEnds |= 1;
    return p + 1;
  }
  if (c != 0x0d || load<u8>(p, 1) != 0x0a) return 0;
  lineEnds |= 2;
  return p + 2;
}

// @ts-ignore: decorator
@inline
export function isLineEnd(c: i32): bool {
  return c == 0x0a || c == 0x0d;
}

// @ts-ignore: decorator
@inline
export function isBlank(c: i32): bool {
  return c == 0x20 || c == 0x0a || c == 0x0d;
}

// @ts-ignore: decorator
@inline
export function isDigit(p: usize): bool {
  return <u32>(load<u8>(p) - 0x30) < 10;
}

/**
 * Returns the start of the next game, or the end of the text, after the result that ends at `p`; 0 if neither is
 * certain.
 */
export function nextGame(p: usize, end: usize, isLast: bool): usize {
  while (isBlank(load<u8>(p))) {
    if (load<u8>(p) == 0x20) p++;
    else {
      p = lineEnd(p);
      if (p == 0) return 0;
    }
  }
  if (p >= end) return isLast ? end : 0;
  return load<u8>(p) == 0x5b && isLineEnd(load<u8>(p - 1)) && tagNameEnd(p + 1) != 0 ? p : 0;
}

/**
 * Returns the movetext after tags, a line each, and an empty line; `p` is after the last bracket. 0 without an empty
 * line.
 */
export function behindTags(p: usize): usize {
  p = lineEnd(p);
  if (p == 0) return 0;
  while (load<u8>(p) == 0x20) p++;
  return isLineEnd(load<u8>(p)) ? 0 : p;
}
