import { ANY_BLANK, BLANK, classOf, hasBlank, LINE_END } from './characters.ts';
import { GLYPH, MOVE, MOVE_MARK, SUFFIX, WHITESPACE } from './tokens.ts';

/** Tokens written with spaces that PGN writes as one word; read as intended. */

/** `1 - 0`, `½ - ½`: only as many spaces as people write are skipped. */
const DASH = `${ANY_BLANK}{0,4}[-–—]${ANY_BLANK}{0,4}`;
const SPACED_RESULT = new RegExp(
  String.raw`(?:1${DASH}0|0${DASH}1|1/2${DASH}1/2|½${DASH}½)(?!(?!${ANY_BLANK})[^\s{}()[\]<>;"$!?*])`,
  'y',
);
const BLANK_OR_DASH = new RegExp(`${ANY_BLANK}|[/–—-]`);

/** The end of a result with spaces in it that starts at an offset; the offset itself if there is none. */
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

/** The end of castling with spaces in it, `O - O`, that starts at an offset; the offset itself if there is none. */
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
 * The end of the promotion piece of the pawn move `text[start, end)` if it is separated or in parentheses: `e8 =Q`,
 * `e8= Q`, `e8 Q`, `e8(Q)`, `e8=(Q)+`; else `end`.
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

/** Tokens that are skipped between a move and a mark. */
const MAX_GAP = 6;

/**
 * Token of the move that the mark at `mark` follows, possibly with signs and other marks between them; -1 if there is
 * none.
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

/** True if a UTF-16 code unit is a quotation mark that word processors substitute for ". */
export const isTypographicQuote = (c: number): boolean => c > 0x7f && TYPOGRAPHIC.includes(String.fromCharCode(c));

/**
 * The end of a tag value that a typographic quotation mark opens at an offset: after the first quotation mark before
 * the closing bracket; the offset itself if the line has none, or another bracket precedes it.
 */
export function typographicEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5b || c === 0x5d || classOf(c) === LINE_END) return at;
    if (c !== 0x22 && !isTypographicQuote(c)) continue;
    let next = i + 1;
    while (classOf(text.charCodeAt(next)) === BLANK) next++;
    if (text.charCodeAt(next) === 0x5d) return i + 1;
  }
  return at;
}
