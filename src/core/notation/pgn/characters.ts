/** Character classes of movetext. */
export const OTHER = 0;

export const BLANK = 1;

export const LINE_END = 2;

export const DIGIT = 3;

/** Ends a word, and has its own branch in the lexer. */
export const SPECIAL = 4;

export const DOT = 5;

/** An Informator sign outside ASCII. */
export const SIGN = 6;

const ASCII = new Uint8Array(128);
for (const c of ' \t\v\f') ASCII[c.charCodeAt(0)] = BLANK;
for (const c of '\n\r') ASCII[c.charCodeAt(0)] = LINE_END;
for (const c of '0123456789') ASCII[c.charCodeAt(0)] = DIGIT;
for (const c of '{}()[]<>;"$!?*') ASCII[c.charCodeAt(0)] = SPECIAL;
ASCII[0x2e] = DOT;

/** Separate signs, which may touch a move; those before a variation, such as ∆, are not among them. */
const SIGNS = '±∓⩲⩱∞‼⁇⁈⁉□⊙⨀○⟳↑→⇆⇄⊕';

const isSign = (c: number): boolean => c >= 0xb1 && SIGNS.includes(String.fromCharCode(c));

/** Returns true for ‼ ⁇ ⁈ ⁉. */
export const isSuffixSign = (c: number): boolean => c === 0x203c || (c >= 0x2047 && c <= 0x2049);

/**
 * Returns true for no-break, thin, zero-width and wide spaces: read as spaces here, while most other tools treat them
 * as text.
 */
export const isOddBlank = (c: number): boolean =>
  c === 0xa0 ||
  (c >= 0x2000 && c <= 0x200b) ||
  c === 0x202f ||
  c === 0x205f ||
  c === 0x3000 ||
  c === 0x1680 ||
  c === 0x2060;

/** A space of any width as part of a regular expression, including those of `isOddBlank` and tabs. */
export const ANY_BLANK = String.raw`[ \t\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000]`;

const SOME_BLANK = new RegExp(ANY_BLANK);

export const hasBlank = (text: string): boolean => SOME_BLANK.test(text);

const ELLIPSIS = 0x2026;

export const BOM = 0xfeff;

/** Returns the class of a UTF-16 code unit; NaN (past the end of a string) is OTHER. */
export function characterClass(c: number): number {
  if (c < 128) return ASCII[c]!;
  if (isOddBlank(c)) return BLANK;
  if (c === ELLIPSIS) return DOT;
  if (c === BOM) return SPECIAL;
  return isSign(c) ? SIGN : OTHER;
}

/** Returns true for letters, digits and `_ + # = : -`, the characters of tag names (the standard's symbols). */
export const isNameCharacter = (c: number): boolean =>
  (c >= 0x30 && c <= 0x3a) ||
  (c >= 0x41 && c <= 0x5a) ||
  (c >= 0x61 && c <= 0x7a) ||
  c === 0x5f ||
  c === 0x2b ||
  c === 0x23 ||
  c === 0x3d ||
  c === 0x2d;

/** Returns true if a text consists of control characters and spaces, such as the NULs at the end of some files. */
export function isControl(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x20 && c !== 0x7f) return false;
  }
  return start < end;
}

export const isLetter = (c: number): boolean => (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a);
