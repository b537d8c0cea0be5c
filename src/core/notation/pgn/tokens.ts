/*
 * Token kinds. The tokens of a text tile it: each starts where the previous one ends, white space included, so nothing
 * is lost. The numbers have no meaning outside this file.
 */

/** Spaces and line ends, one token per run. */
export const WHITESPACE = 0;
/** A byte order mark, also between joined files, also as the three characters of UTF-8 read as Latin-1. */
export const BYTE_ORDER_MARK = 1;
/** A line from `%` in column one (PGN standard 6), without its line end. */
export const ESCAPE = 2;
/** From `;` to the end of the line, without the line end. */
export const LINE_COMMENT = 3;
/** `{ ... }`. */
export const COMMENT = 4;
/** From `{` to the end of the file, or to a blank line followed by a tag or by nothing: unclosed. */
export const OPEN_COMMENT = 5;
export const TAG_OPEN = 6;
export const TAG_NAME = 7;
/** `"..."` with its quotation marks. */
export const TAG_VALUE = 8;
/** A tag's value without a closing quotation mark, to the end of the line. */
export const OPEN_TAG_VALUE = 9;
/** Text that does not belong in a tag pair. */
export const TAG_JUNK = 10;
export const TAG_CLOSE = 11;
/** Digits, dots, or both. */
export const MOVE_NUMBER = 12;
/** Text in the form of a move, in export format or written informally. */
export const MOVE = 13;
/** `--`, `Z0`, `0000`, `null`, `@@@@`, `pass` or `<>`. */
export const NULL_MOVE = 14;
/** `e.p.`, or a check sign such as `+` or `mate`, that is separated from the move before it. */
export const MOVE_MARK = 15;
/** A run of `!` and `?`. */
export const SUFFIX = 16;
/** `$` and a number. */
export const NAG = 17;
/** An evaluation in Informator signs: `=`, `+-`, `±`. */
export const GLYPH = 18;
export const OPEN_PAREN = 19;
export const CLOSE_PAREN = 20;
export const RESULT = 21;
/** `<` or `>`, reserved for future expansion (PGN standard 7). */
export const RESERVED = 22;
/** Anything else. */
export const STRAY = 23;

/*
 * The content of a chunk, in bits: `1 << kind` of each kind of token, and rare features that would otherwise require a
 * scan of every character.
 */

/** White space other than spaces and LF, or a character in a tag value that needs a check. */
export const ODD_CHARACTER = 1 << 24;
/** Two or more line ends in white space after the first token of movetext. */
export const BLANK_LINE = 1 << 25;

/** A move number and a move without anything between them: `2Nf3`, `e52.`. */
export const GLUED_NUMBER = 1 << 26;

/** Returns the bits of some kinds. */
export const kindBits = (...kinds: readonly number[]): number => kinds.reduce((bits, kind) => bits | (1 << kind), 0);

/** Returns true for trivia: tokens that neither move nor annotate. */
export const isTrivia = (kind: number): boolean => kind <= ESCAPE;

/** Returns true for tokens that annotate the move before them. */
export const annotates = (kind: number): boolean =>
  kind === SUFFIX || kind === NAG || kind === GLYPH || kind === MOVE_MARK || kind === COMMENT || kind === LINE_COMMENT;

/** Growing lists of token kinds and start offsets. */
export class TokenBuffer {
  kinds = new Uint8Array(1024);
  starts = new Uint32Array(1024);
  count = 0;
  /** Bits of all kinds pushed and of other features seen. */
  has = 0;

  /** Empties the list for reuse. */
  clear(): void {
    this.count = 0;
    this.has = 0;
  }

  push(kind: number, start: number): void {
    this.has |= 1 << kind;
    if (this.count === this.kinds.length) this.#grow();
    this.kinds[this.count] = kind;
    this.starts[this.count++] = start;
  }

  #grow(): void {
    const kinds = new Uint8Array(2 * this.kinds.length);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const starts = new Uint32Array(2 * this.starts.length);
    starts.set(this.starts);
    this.starts = starts;
  }
}

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
