import {
  BLANK,
  BOM,
  characterClass,
  DIGIT,
  DOT,
  isLetter,
  isSuffixSign,
  LINE_END,
  OTHER,
  SIGN,
  SPECIAL,
} from './characters.ts';
import { endsComment, isColumnOne, isTag, lexTag, startsWithTag, strayTagEnd, tagNameIs } from './tag-syntax.ts';
import {
  BLANK_LINE,
  BYTE_ORDER_MARK,
  CLOSE_PAREN,
  COMMENT,
  ESCAPE,
  GLUED_NUMBER,
  GLYPH,
  LINE_COMMENT,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  ODD_CHARACTER,
  OPEN_COMMENT,
  OPEN_PAREN,
  RESERVED,
  RESULT,
  STRAY,
  SUFFIX,
  type TokenBuffer,
  WHITESPACE,
} from './tokens.ts';
import {
  bracketEnd,
  canHoldResult,
  classifyWord,
  gluedMoveEnd,
  gluedNumberEnd,
  isCheckMark,
  markedMove,
  promotedEnd,
  quotedEnd,
  readSplitResult,
  spacedCastlingEnd,
  spacedResultEnd,
} from './words.ts';

// The place of the lexer in a game.
const PRELUDE = 0;
const TAGS = 1;
const MOVETEXT = 2;
const ENDED = 3;

const COMMA = 0x2c;

/**
 * Reads the tokens of one game into `out`, from `from` on, which is the start of the text or the end of the previous
 * game. Returns where the game ends: the end of the text, or the start of the next game. Time is linear in the text
 * read.
 */
export function lexGame(text: string, from: number, out: TokenBuffer): number {
  const lexer = new GameLexer(text, from, out);
  lexer.run(text.length);
  return lexer.at;
}

/**
 * Reads the tokens of one game, in one go or in steps.
 *
 * The next game begins at a tag after movetext; at a second Event tag after a blank line, if a game has only tags; or,
 * outside variations, at a move or move number after a result. So each game starts in the same lexer state except for
 * what precedes it on its line, which can be read from the text: games can be reread one by one.
 */
export class GameLexer {
  /** The offset read so far: the end of the game once `run` returns true. */
  at: number;
  readonly #text: string;
  readonly #out: TokenBuffer;
  #section = PRELUDE;
  #depth = 0;
  #hasEvent = false;
  #blankLine = false;
  #splitResult = '';

  constructor(text: string, from: number, out: TokenBuffer) {
    this.#text = text;
    this.at = from;
    this.#out = out;
  }

  /** Reads the tokens that start before `until`; true when the game is over. */
  run(until: number): boolean {
    const text = this.#text;
    const stop = Math.min(until, text.length);
    while (this.at < stop) {
      const start = this.at;
      const c = text.charCodeAt(start);
      const cls = characterClass(c);
      const end =
        cls === BLANK || cls === LINE_END
          ? this.#blanks(start)
          : cls === SPECIAL
            ? this.#special(start, c)
            : cls === OTHER && c === 0x25 && isColumnOne(text, start)
              ? this.#token(ESCAPE, start, lineEnd(text, start))
              : this.#word(start, c, cls);
      if (end < 0) return true;
      this.at = end;
    }
    return this.at === text.length;
  }

  #token(kind: number, start: number, end: number): number {
    this.#out.push(kind, start);
    return end;
  }

  /** Adds a token that is allowed after the tags of a game, which it may begin or end. */
  #gameToken(kind: number, start: number, end: number, begins: boolean): number {
    if (begins && this.#section < MOVETEXT) this.#section = MOVETEXT;
    if (kind === RESULT && this.#depth === 0) this.#section = ENDED;
    this.#out.push(kind, start);
    return end;
  }

  /** Reads spaces and line ends; returns their end. */
  #blanks(start: number): number {
    const text = this.#text;
    let i = start;
    let lines = 0;
    let d = text.charCodeAt(i);
    let k = characterClass(d);
    do {
      if (d === 0x0a) {
        if (i === start || text.charCodeAt(i - 1) !== 0x0d) lines++;
      } else if (d !== 0x20) {
        this.#out.has |= ODD_CHARACTER;
        if (k === LINE_END) lines++;
      }
      d = text.charCodeAt(++i);
      k = characterClass(d);
    } while (k === BLANK || k === LINE_END);
    if (lines > 1) {
      this.#blankLine = true;
      if (this.#section === MOVETEXT) this.#out.has |= BLANK_LINE;
    }
    return this.#token(WHITESPACE, start, i);
  }

  /** Reads a token that a special character begins; returns its end, or -1 if the game ends before it. */
  #special(start: number, c: number): number {
    const text = this.#text;
    switch (c) {
      case 0x7b: {
        const end = commentEnd(text, start + 1, this.#section !== ENDED);
        const closed = end > start + 1 && text.charCodeAt(end - 1) === 0x7d;
        return this.#token(closed ? COMMENT : OPEN_COMMENT, start, end);
      }
      case 0x3b:
        return this.#token(LINE_COMMENT, start, lineEnd(text, start));
      case 0x5b:
        return isTag(text, start, this.#section === MOVETEXT) ? this.#tag(start) : this.#sign(start, c);
      case BOM:
        return this.#token(BYTE_ORDER_MARK, start, start + 1);
      default:
        return this.#sign(start, c);
    }
  }

  /** Reads a tag pair; returns its end, or -1 if the game ends before it. */
  #tag(start: number): number {
    const text = this.#text;
    if (this.#section === MOVETEXT && !startsWithTag(text, start))
      return this.#token(STRAY, start, strayTagEnd(text, start));
    if (this.#section >= MOVETEXT) return -1;
    const isEvent = tagNameIs(text, start, 'Event');
    if (this.#section === TAGS && isEvent && this.#hasEvent && this.#blankLine) return -1;
    this.#hasEvent ||= isEvent;
    this.#blankLine = false;
    this.#section = TAGS;
    if (text.startsWith('[Result ', start)) this.#splitResult = readSplitResult(text, start);
    return lexTag(text, start, this.#out);
  }

  /** Reads a sign of movetext; returns its end. */
  #sign(start: number, c: number): number {
    const text = this.#text;
    let i = start + 1;
    let kind = STRAY;
    if (c === 0x28) {
      kind = OPEN_PAREN;
      this.#depth++;
    } else if (c === 0x29) {
      kind = CLOSE_PAREN;
      if (this.#depth > 0) this.#depth--;
    } else if (c === 0x2a) {
      kind = RESULT;
    } else if (c === 0x21 || c === 0x3f) {
      while (text.charCodeAt(i) === 0x21 || text.charCodeAt(i) === 0x3f) i++;
      kind = SUFFIX;
    } else if (c === 0x24) {
      i = glyphEnd(text, start);
      kind = NAG;
    } else if (c === 0x3c && this.#section === MOVETEXT && text.charCodeAt(i) === 0x3e) {
      i++;
      kind = NULL_MOVE;
    } else if (c === 0x3c || c === 0x3e) kind = RESERVED;
    else if (c === 0x5b && this.#section === MOVETEXT) i = bracketEnd(text, start);
    else if (c === 0x22 && this.#section < MOVETEXT) i = quotedEnd(text, i);
    return this.#gameToken(kind, start, i, kind !== STRAY && kind !== RESERVED);
  }

  /** Reads a number, move, result or other word; returns its end, or -1 if the game ends before it. */
  #word(start: number, c: number, cls: number): number {
    const text = this.#text;
    let i = start;
    let kind: number;
    if (cls === SIGN || cls === DOT) {
      const isSuffix = isSuffixSign(c);
      i++;
      if (!isSuffix) while (classAt(text, i) === cls && !isSuffixSign(text.charCodeAt(i))) i++;
      kind = cls === DOT ? MOVE_NUMBER : isSuffix ? SUFFIX : GLYPH;
    } else if (c === 0xef && start === 0 && text.startsWith('ï»¿')) {
      return this.#token(BYTE_ORDER_MARK, start, 3);
    } else {
      i = numberEnd(text, start, cls);
      if (i === start && cls === DIGIT) i = this.#glued(start, gluedNumberEnd(text, start));
      const result = i > start || (cls !== DIGIT && c !== 0xbd) ? start : spacedResultEnd(text, start);
      const castling = i > start || result > start ? start : spacedCastlingEnd(text, start);
      if (i > start) kind = MOVE_NUMBER;
      else if (castling > start) {
        i = castling;
        kind = MOVE;
      } else if (result > start) {
        i = result;
        kind = RESULT;
      } else {
        i = wordEnd(text, start, this.#section === MOVETEXT);
        if (cls === OTHER && classAt(text, i) === DOT) i = this.#glued(i, gluedMoveEnd(text, start, i));
        const promoted = promotedEnd(text, start, i);
        kind = promoted > i ? MOVE : this.#wordKind(start, i);
        i = promoted;
        if (kind === STRAY && !(c === COMMA && this.#section === MOVETEXT)) i = strayEnd(text, i);
      }
    }
    if (this.#section === ENDED && this.#depth === 0 && startsGame(text, start, i, kind)) return -1;
    return this.#gameToken(kind, start, i, kind !== STRAY);
  }

  /** Returns the end of a token that touches the next one; `otherwise` if it does not. */
  #glued(otherwise: number, end: number): number {
    if (end < 0) return otherwise;
    this.#out.has |= GLUED_NUMBER;
    return end;
  }

  /** Returns the kind of a word, by the tokens before it in the game. */
  #wordKind(start: number, end: number): number {
    const text = this.#text;
    const kind = classifyWord(text, start, end);
    if (this.#splitResult !== '' && this.#depth === 0 && text.slice(start, end) === this.#splitResult) return RESULT;
    // prose also contains such words
    if (kind === MOVE_MARK && isCheckMark(text.slice(start, end)) && markedMove(this.#out.kinds, this.#out.count) < 0)
      return STRAY;
    if (kind === NULL_MOVE && this.#section !== MOVETEXT && /^pass$/i.test(text.slice(start, end))) return STRAY;
    return kind;
  }
}

const classAt = (text: string, i: number): number => characterClass(text.charCodeAt(i));

/** Returns the offset after `$` and its number; another token may follow its digits directly (PGN standard 7). */
function glyphEnd(text: string, start: number): number {
  let i = start + 1;
  while (classAt(text, i) === DIGIT) i++;
  if (i > start + 1) return i;
  if (text.charCodeAt(i) === 0x2d) i++;
  while (isWordCharacter(text.charCodeAt(i))) i++;
  return i;
}

const isWordCharacter = (c: number): boolean => isLetter(c) || characterClass(c) === DIGIT;

/** Returns true if a token after a result begins another game; a bare number does not, since it may be anything. */
export const startsGame = (text: string, start: number, end: number, kind: number): boolean =>
  kind === MOVE ||
  kind === NULL_MOVE ||
  (kind === MOVE_NUMBER &&
    classAt(text, start) === DIGIT &&
    (classAt(text, end - 1) === DOT || (end < text.length && classAt(text, end) === OTHER)));

function lineEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) !== 0x0a && text.charCodeAt(i) !== 0x0d) i++;
  return i;
}

/**
 * Returns the end of a comment that was opened before `from`, after its closing brace if it has one. With `nests`, a
 * comment intended to contain other comments is read as one, although comments do not nest (PGN standard 5).
 */
function commentEnd(text: string, from: number, nests: boolean): number {
  let i = from;
  let inner = 0;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === 0x7d) return inner > 0 && nests ? nestedEnd(text, i + 1, inner) : i + 1;
    if (c !== 0x0a && c !== 0x0d) {
      if (c === 0x7b) inner++;
      i++;
      continue;
    }
    // an unclosed comment ends before a blank line followed by a tag, so that it cannot swallow the file; or by
    // nothing, so that a game is read alike with and without the games after it
    const run = i;
    let lines = 0;
    for (let k = classAt(text, i); k === BLANK || k === LINE_END; k = classAt(text, ++i)) {
      if (k === LINE_END && !(text.charCodeAt(i) === 0x0a && text.charCodeAt(i - 1) === 0x0d)) lines++;
    }
    if (lines > 1 && (i === text.length || (text.charCodeAt(i) === 0x5b && endsComment(text, i)))) return run;
  }
  return i;
}

/**
 * Returns the end of the braces that close up to `count` comments, from `from` on; nothing between them may end the
 * game or open a tag or comment.
 */
function nestedEnd(text: string, from: number, count: number): number {
  let end = from;
  for (let rest = count; rest > 0; rest--) {
    let i = end;
    for (; i < text.length && text.charCodeAt(i) !== 0x7d; i++) {
      const c = text.charCodeAt(i);
      if (c === 0x7b || (c === 0x5b && text.charCodeAt(i + 1) !== 0x25)) return end;
    }
    if (i === text.length || canHoldResult(text.slice(end, i))) return end;
    end = i + 1;
  }
  return end;
}

/** Returns the end of a move number such as `12.` or `12...`; `from` if the word only begins with digits. */
function numberEnd(text: string, from: number, cls: number): number {
  if (cls !== DIGIT) return from;
  let i = from + 1;
  while (classAt(text, i) === DIGIT) i++;
  if (classAt(text, i) !== DOT) return from;
  const digits = i;
  while (classAt(text, i) === DOT) i++;
  // 0.5-0.5, which is one word: the text examined after the dot is part of the token
  const isHalf =
    i === digits + 1 && digits === from + 1 && text.charCodeAt(from) === 0x30 && text.charCodeAt(i) === 0x35;
  return isHalf ? from : i;
}

/**
 * Returns the end of a word, which is a run of characters other than spaces, signs and specials. Dots belong to it in
 * `e.p.` and `0.5`. Among moves (`parted`) it ends at a comma, and commas form a separate word.
 */
function wordEnd(text: string, from: number, parted: boolean): number {
  let i = from;
  if (parted) while (text.charCodeAt(i) === COMMA) i++;
  if (i > from) return i;
  while (i < text.length) {
    const cls = classAt(text, i);
    if (parted && text.charCodeAt(i) === COMMA && !isInnerComma(text, i)) break;
    if (cls === OTHER || cls === DIGIT) i++;
    else if (cls === DOT && isInnerDot(text, i)) i++;
    else break;
  }
  return i;
}

function isInnerDot(text: string, i: number): boolean {
  const before = text.charCodeAt(i - 1);
  const after = text.charCodeAt(i + 1);
  if (before === 0x65) return after === 0x70;
  if (before === 0x70) return text.charCodeAt(i - 2) === 0x2e || text.charCodeAt(i - 2) === 0x65;
  return before === 0x30 && after === 0x35;
}

/** Returns true for the commas of 0,5-0,5. */
const isInnerComma = (text: string, i: number): boolean =>
  text.charCodeAt(i - 1) === 0x30 && text.charCodeAt(i + 1) === 0x35;

/** Returns the end of stray text, which continues through dots. */
function strayEnd(text: string, from: number): number {
  let i = from;
  for (let cls = classAt(text, i); i < text.length && (cls === OTHER || cls === DIGIT || cls === DOT); ) {
    cls = classAt(text, ++i);
  }
  return i;
}
