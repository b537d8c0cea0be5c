import { readSan } from '../../games/chess/san.ts';
import { ANY_BLANK, BLANK, characterClass, DIGIT, hasBlank, LINE_END, OTHER } from './characters.ts';
import { GLYPH, MOVE, MOVE_MARK, MOVE_NUMBER, NULL_MOVE, RESULT, STRAY, SUFFIX, WHITESPACE } from './tokens.ts';

/** Maximum length of a move with all its signs; longer words are not examined. */
const MAX_LENGTH = 16;

/**
 * A move in the forms that people write: an optional piece in any letter or figurine, its disambiguation, a target
 * square, a promotion, signs. Also castling with zeros, small or Cyrillic letters, and drops.
 */
const MOVE_FORM =
  /^(?:(?:[A-Za-z]|[^\0-\x7F][^\0-\x7F×✕✖⨯–]?)?@?[a-h]?[1-8]?[-x:×✕✖⨯–]?[a-hA-H][1-8](?:[=/:]?(?:[A-Za-z]|[♔-♟\u0400-\u04FF])|=?\([A-Za-z]\))?(?:e\.?p\.?)?|[O0oОо][-–—]?[O0oОо](?:[-–—]?[O0oОо])?)(?:ch|mate?|[+#=/†‡−–-])*$/;

/** A move to a square that the board does not have: `Re9`, `exd0`, `Nj3`. */
const OFF_BOARD = /^(?:[KQRBN][a-h]?[1-8]?x?|[a-h]x)?([a-h][09]|[i-z][0-9])[+#]*$/;

/** Returns the nonexistent square of a word that is otherwise a move; undefined for other words. */
export const squareOffBoard = (word: string): string | undefined => OFF_BOARD.exec(word)?.[1];

const NULL_MOVES: ReadonlySet<string> = new Set(['--', 'Z0', '0000', 'null', '@@@@', 'pass', 'Pass', 'PASS']);
const EN_PASSANT = /^e\.?p\.?$/;
/** Signs for check or mate that are separated from their move. */
const CHECK_MARKS: ReadonlySet<string> = new Set([
  '+',
  '++',
  '#',
  '##',
  '+#',
  '†',
  '††',
  '‡',
  'ch',
  'dis',
  'dbl',
  'mate',
]);

export const isCheckMark = (word: string): boolean => CHECK_MARKS.has(word);

const GLYPHS: ReadonlySet<string> = new Set(['=', '+-', '-+', '+/-', '-/+', '+=', '=+', '+/=', '=/+', '-/=', '=/-']);

/** Returns a sign with hyphens in place of the minus signs and dashes that books print. */
export const plainMinus = (sign: string): string => sign.replace(/[−–]/g, '-');

/** Forms of results that people write and few tools read: other signs between the points, letters for zeros. */
const HABITUAL: Readonly<Record<string, string>> = {
  '1:0': '1-0',
  '0:1': '0-1',
  '½:½': '1/2-1/2',
  '1/2:1/2': '1/2-1/2',
  '0,5-0,5': '1/2-1/2',
  '1-O': '1-0',
  'O-1': '0-1',
};

export const isHabitualResult = (word: string): boolean => Object.hasOwn(HABITUAL, word);

/** Results and their informal forms; the values are those of the standard (8.2.6). */
const RESULTS: Readonly<Record<string, string>> = {
  '1-0': '1-0',
  '0-1': '0-1',
  '1/2-1/2': '1/2-1/2',
  '*': '*',
  '1/2': '1/2-1/2',
  '½-½': '1/2-1/2',
  '½': '1/2-1/2',
  '0.5-0.5': '1/2-1/2',
  ...HABITUAL,
};

/**
 * Results of games that both sides lost, or that gave one side half a point and the other none: used by broadcasts, not
 * in the standard.
 */
const SPLIT_RESULTS: ReadonlySet<string> = new Set(['0-0', '1/2-0', '0-1/2']);

/**
 * Returns the result in the Result tag at `at` if sites use it but the standard does not have it; else an empty string.
 */
export function readSplitResult(text: string, at: number): string {
  const value = /^\[Result +"([^"\n]*)"/.exec(text.slice(at, at + 40))?.[1] ?? '';
  return isSplitResult(value) ? value : '';
}

export const isSplitResult = (value: string): boolean => SPLIT_RESULTS.has(value);

const BLANKS = new RegExp(ANY_BLANK, 'g');

/**
 * Returns the result that a word means, `1-0`, `0-1`, `1/2-1/2` or `*`, or an additional one that sites use; undefined
 * if it means none. Dashes count as hyphens, and spaces are ignored.
 */
export function standardResult(word: string): string | undefined {
  if (word === '1-0' || word === '0-1' || word === '1/2-1/2' || word === '*') return word;
  const plain = word.length > 16 ? '' : word.replace(/[–—]/g, '-').replace(BLANKS, '');
  if (Object.hasOwn(RESULTS, plain)) return RESULTS[plain];
  // `0-0` is castling elsewhere: the lexer decides
  return isSplitResult(word) ? word : undefined;
}

const MAY_HOLD_RESULT = /[*½]|1\/2|[01O5]\s*[-–—:]\s*[01O]/;

/** Returns true if a text may contain a result in any of its forms; a quick test that rules out texts without one. */
export const canHoldResult = (text: string): boolean => MAY_HOLD_RESULT.test(text);

/** Returns the token kind of a word `text[start, end)` of movetext: a run without spaces and special characters. */
export function classifyWord(text: string, start: number, end: number): number {
  if (end - start > MAX_LENGTH) return STRAY;
  if (readSan(text, start, end) >= 0) return MOVE;
  const word = text.slice(start, end);
  if (!isSplitResult(word) && standardResult(word) !== undefined) return RESULT;
  if (MOVE_FORM.test(word) || OFF_BOARD.test(word)) return MOVE;
  if (NULL_MOVES.has(word)) return NULL_MOVE;
  if (/^\d+$/.test(word)) return MOVE_NUMBER;
  if (GLYPHS.has(plainMinus(word))) return GLYPH;
  return EN_PASSANT.test(word) || CHECK_MARKS.has(word) ? MOVE_MARK : STRAY;
}

/** Returns true if a word is a move number in another system than PGN's, such as `1A.` and `1a.` of Bughouse. */
export const isForeignNumber = (word: string): boolean => /^\d{1,4}\p{L}?[.…:,-]*$/u.test(word);

/** Tokens written with spaces that PGN writes as one word; read as intended. */

/** `1 - 0`, `½ - ½`: only as many spaces as people write are skipped. */
const DASH = `${ANY_BLANK}{0,4}[-–—]${ANY_BLANK}{0,4}`;
const SPACED_RESULT = new RegExp(
  String.raw`(?:1${DASH}0|0${DASH}1|1/2${DASH}1/2|½${DASH}½)(?!(?!${ANY_BLANK})[^\s{}()[\]<>;"$!?*])`,
  'y',
);
const BLANK_OR_DASH = new RegExp(`${ANY_BLANK}|[/–—-]`);

/** Returns the end of a result with spaces in it that starts at an offset; the offset itself if there is none. */
export function spacedResultEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first !== 0x31 && first !== 0x30 && first !== 0xbd) return at;
  // nearly all digits begin a move number
  if (!BLANK_OR_DASH.test(text.charAt(at + 1))) return at;
  SPACED_RESULT.lastIndex = at;
  return SPACED_RESULT.test(text) && hasBlank(text.slice(at, SPACED_RESULT.lastIndex)) ? SPACED_RESULT.lastIndex : at;
}

const SPACED_CASTLING = new RegExp(
  String.raw`[O0oОо]${DASH}[O0oОо](?:${DASH}[O0oОо])?(?:[+#]{1,2})?(?!(?!${ANY_BLANK})[^\s{}()[\]<>;"$!?*,])`,
  'y',
);

/**
 * Returns the end of castling with spaces in it, `O - O`, that starts at an offset; the offset itself if there is none.
 */
export function spacedCastlingEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first !== 0x4f && first !== 0x30 && first !== 0x6f && first !== 0x41e && first !== 0x43e) return at;
  if (!BLANK_OR_DASH.test(text.charAt(at + 1))) return at;
  SPACED_CASTLING.lastIndex = at;
  return SPACED_CASTLING.test(text) && hasBlank(text.slice(at, SPACED_CASTLING.lastIndex))
    ? SPACED_CASTLING.lastIndex
    : at;
}

const GAP = '[ \\t]{0,4}';
const PROMOTED = new RegExp(
  `${GAP}(?:=${GAP}[QRBNqrbn]|=?${GAP}\\([QRBNqrbn]\\)|[QRBN](?!${GAP}x?[a-h][1-8x]))[+#]{0,2}(?![^\\s{}()[\\]<>;"$!?*.])`,
  'y',
);

/**
 * Returns the end of the promotion piece of the pawn move `text[start, end)` if it is separated or in parentheses: `e8
 * =Q`, `e8= Q`, `e8 Q`, `e8(Q)`, `e8=(Q)+`; else `end`.
 */
export function promotedEnd(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1);
  const isLastRank = last === 0x31 || last === 0x38 || last === 0x3d;
  const next = text.charCodeAt(end);
  if (!isLastRank || (next !== 0x28 && next !== 0x20 && next !== 0x09) || end - start > 6) return end;
  const first = text.charCodeAt(start);
  if (first < 0x61 || first > 0x68 || !/^[a-h][^A-Z]*[18]=?$/.test(text.slice(start, end))) return end;
  PROMOTED.lastIndex = end;
  return PROMOTED.test(text) ? PROMOTED.lastIndex : end;
}

/** Most tokens that are skipped between a move and a mark. */
const MAX_GAP = 6;

/**
 * Returns the token of the move that the mark at `mark` follows, possibly with signs and other marks between them; -1
 * if there is none.
 */
export function markedMove(kinds: Uint8Array, mark: number): number {
  for (let t = mark - 1; t >= 0 && t >= mark - MAX_GAP; t--) {
    const kind = kinds[t]!;
    if (kind === MOVE) return t;
    if (kind !== WHITESPACE && kind !== MOVE_MARK && (kind < SUFFIX || kind > GLYPH)) return -1;
  }
  return -1;
}

const TYPOGRAPHIC = '“”„‟«»″';

/** Returns true if a UTF-16 code unit is a quotation mark that word processors substitute for ". */
export const isTypographicQuote = (c: number): boolean => c > 0x7f && TYPOGRAPHIC.includes(String.fromCharCode(c));

/**
 * Returns the end of a tag value that a typographic quotation mark opens at an offset: after the first quotation mark
 * before the closing bracket; the offset itself if the line has none, or another bracket precedes it.
 */
export function typographicEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5b || c === 0x5d || characterClass(c) === LINE_END) return at;
    if (c !== 0x22 && !isTypographicQuote(c)) continue;
    let next = i + 1;
    while (characterClass(text.charCodeAt(next)) === BLANK) next++;
    if (text.charCodeAt(next) === 0x5d) return i + 1;
  }
  return at;
}

/** Maximum number of digits of a move number that touches a move. */
const MAX_DIGITS = 3;
/** Maximum length of a move with its signs. */
const MAX_GLUED_LENGTH = 10;

/**
 * Returns the end of the move number that touches the move after it, as in `2Nf3`; -1 if the word at `start` is none. A
 * pawn move is never disambiguated by its rank alone, so `1e4` is one, too.
 */
export function gluedNumberEnd(text: string, start: number): number {
  let end = start;
  while (characterClass(text.charCodeAt(end)) === DIGIT) end++;
  if (end - start > MAX_DIGITS || end === text.length || characterClass(text.charCodeAt(end)) !== OTHER) return -1;
  const most = Math.min(text.length, end + MAX_GLUED_LENGTH + 1);
  let last = end + 1;
  for (; last < most; last++) {
    const cls = characterClass(text.charCodeAt(last));
    if (cls !== OTHER && cls !== DIGIT) break;
  }
  return readSan(text, end, last) >= 0 ? end : -1;
}

/**
 * Returns the end of the move that touches the number of the next, as in `e52.`; -1 if `text[start, end)` before a dot
 * is none.
 */
export function gluedMoveEnd(text: string, start: number, end: number): number {
  if (end - start > MAX_GLUED_LENGTH + MAX_DIGITS) return -1;
  for (let at = end - 1; at > start && end - at <= MAX_DIGITS && characterClass(text.charCodeAt(at)) === DIGIT; at--) {
    if (readSan(text, start, at) >= 0) return at;
  }
  return -1;
}

/** Returns the end of a quoted text outside a tag, or the offset itself if a tag or the line end comes first. */
export function quotedEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      const quoted = text.slice(from, i);
      // text that may end the game is not skipped
      return canHoldResult(quoted) && standardResult(quoted) === undefined ? from : i + 1;
    }
    if (c === 0x5b || c === 0x0a || c === 0x0d) break;
  }
  return from;
}

/** Maximum length of text in brackets that is one token. */
const MAX_BRACKETS = 80;

/** Returns the end of text in brackets on one line of movetext, such as `[Qa5]`: none of its moves are played. */
export function bracketEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length && i - start < MAX_BRACKETS; i++) {
    const c = text.charCodeAt(i);
    // text that may end the game is not skipped
    if (c === 0x5d) return i === start + 1 || canHoldResult(text.slice(start, i)) ? start + 1 : i + 1;
    if (characterClass(c) === LINE_END || '[{}"'.includes(text.charAt(i))) break;
  }
  return start + 1;
}
