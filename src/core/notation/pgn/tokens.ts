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
