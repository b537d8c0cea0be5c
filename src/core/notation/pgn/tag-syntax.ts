import { BLANK, BOM, characterClass, isLetter, isNameCharacter, LINE_END } from './characters.ts';
import {
  ODD_CHARACTER,
  OPEN_TAG_VALUE,
  TAG_CLOSE,
  TAG_JUNK,
  TAG_NAME,
  TAG_OPEN,
  TAG_VALUE,
  type TokenBuffer,
  WHITESPACE,
} from './tokens.ts';
import { canHoldResult, isTypographicQuote, typographicEnd } from './words.ts';

/** The Seven Tag Roster (PGN standard 8.1.1), in its order. */
export const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;

/** Frequent tag names, including all names with a rule for their values. */
export const TAG_NAMES: readonly string[] = [
  ...ROSTER,
  'WhiteTitle BlackTitle WhiteElo BlackElo WhiteFideId BlackFideId WhiteTeam BlackTeam WhiteRatingDiff BlackRatingDiff',
  'ECO Opening Variation EventDate EventType EventRounds UTCDate UTCTime Time StartTime EndDate EndTime TimeControl',
  'Termination PlyCount Annotator Source SourceDate Board Variant SetUp FEN Link GameId',
].flatMap((names) => names.split(' '));

const KNOWN: ReadonlyMap<string, string> = new Map(TAG_NAMES.map((name) => [name, name]));

/** Known tag names of the last game read; files repeat them in order. */
const LAST: string[] = Array.from({ length: 32 }, () => '');

/**
 * Returns the tag name `text[start, end)` of the tag with an index in its game. Equal frequent names share one string,
 * which is faster to look up and compare than a copy and does not keep the text in memory.
 */
export function tagNameAt(text: string, start: number, end: number, index: number): string {
  if (index >= LAST.length) return text.slice(start, end);
  const last = LAST[index]!;
  if (last.length === end - start && text.startsWith(last, start)) return last;
  const name = text.slice(start, end);
  const known = KNOWN.get(name);
  if (known === undefined) return name;
  LAST[index] = known;
  return known;
}

/** Maximum length of a tag name in lookahead (the standard's limit for symbols, section 7). */
const MAX_NAME_LENGTH = 255;

/** Returns true if a place is the first of its line; a byte order mark before it does not count. */
export function isColumnOne(text: string, i: number): boolean {
  if (i === 0) return true;
  const before = text.charCodeAt(i - 1);
  return before === 0x0a || before === 0x0d || before === BOM;
}

/** Returns the end of the name of a tag whose bracket is at `at`; `at` itself if no name follows. */
function tagNameEnd(text: string, at: number): number {
  let i = at + 1;
  while (characterClass(text.charCodeAt(i)) === BLANK) i++;
  if (!isLetter(text.charCodeAt(i))) return at;
  const start = i;
  while (isNameCharacter(text.charCodeAt(i)) && i - start < MAX_NAME_LENGTH) i++;
  return i === start ? i : withoutEquals(text, start, i);
}

const isEquals = (c: number): boolean => c === 0x3d || c === 0x3a;

/**
 * Returns the end of a name `text[start, end)` without the signs of `[Name="value"]` and `[Name: “value”]`, which are
 * also name characters: they are not part of the name if a quotation mark follows.
 */
function withoutEquals(text: string, start: number, end: number): number {
  let i = end;
  while (i > start + 1 && isEquals(text.charCodeAt(i - 1))) i--;
  if (i === end) return end;
  let next = end;
  while (characterClass(text.charCodeAt(next)) === BLANK) next++;
  const following = text.charCodeAt(next);
  return following === 0x22 || isTypographicQuote(following) ? i : end;
}

/** Returns true if `[ Name "` is at `at`; a typographic quotation mark is accepted, and `=` or `:` before it. */
export function hasTagForm(text: string, at: number): boolean {
  let i = tagNameEnd(text, at);
  if (i === at) return false;
  while (characterClass(text.charCodeAt(i)) === BLANK) i++;
  while (isEquals(text.charCodeAt(i))) i++;
  while (characterClass(text.charCodeAt(i)) === BLANK) i++;
  return text.charCodeAt(i) === 0x22 || isTypographicQuote(text.charCodeAt(i));
}

export function tagNameIs(text: string, at: number, name: string): boolean {
  const end = tagNameEnd(text, at);
  return (
    end - name.length > at &&
    text.startsWith(name, end - name.length) &&
    !isNameCharacter(text.charCodeAt(end - name.length - 1))
  );
}

/** Tags that begin a game even without a preceding result or blank line. */
const FIRST_TAGS: ReadonlySet<string> = new Set([...ROSTER, 'FEN', 'SetUp', 'Variant']);

/**
 * Returns true if the tag at `at` starts another game after moves without a result; otherwise it is misplaced among the
 * moves.
 */
export const startsWithTag = (text: string, at: number): boolean =>
  hasFirstName(text, at) || isBehindBlankLine(text, at);

/** Returns true if the tag at `at` is one of those that begin a game. */
export function hasFirstName(text: string, at: number): boolean {
  let start = at + 1;
  while (characterClass(text.charCodeAt(start)) === BLANK) start++;
  return FIRST_TAGS.has(text.slice(start, tagNameEnd(text, at)));
}

/**
 * Returns true if a tag form after a blank line ends a comment: not if a brace closes on its line and the tag is none
 * that begins a game, as in `[Kasparov "best"] moves}`.
 */
export function endsComment(text: string, at: number): boolean {
  if (!hasTagForm(text, at)) return false;
  if (hasFirstName(text, at)) return true;
  const after = strayTagEnd(text, at);
  let i = after;
  for (; i < text.length && characterClass(text.charCodeAt(i)) !== LINE_END; i++)
    if ('{}'.includes(text.charAt(i))) break;
  return text.charCodeAt(i) !== 0x7d || canHoldResult(text.slice(after, i));
}

/**
 * Returns the end of the tag at `at` that is misplaced among the moves: after the bracket that follows its value, or
 * the end of its line.
 */
export function strayTagEnd(text: string, at: number): number {
  let isQuoted = false;
  let i = at + 1;
  for (; i < text.length && characterClass(text.charCodeAt(i)) !== LINE_END; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) isQuoted = !isQuoted;
    else if (c === 0x5c && isQuoted && characterClass(text.charCodeAt(i + 1)) !== LINE_END) i++;
    else if (c === 0x5d && !isQuoted) return i + 1;
  }
  return i;
}

/** Returns true if the white space before an offset, or before a byte order mark there, has two or more line ends. */
export function isBehindBlankLine(text: string, at: number): boolean {
  let lines = 0;
  let last = at - 1;
  while (text.charCodeAt(last) === BOM) last--;
  for (let i = last; i >= 0 && lines < 2; i--) {
    const cls = characterClass(text.charCodeAt(i));
    if (cls !== BLANK && cls !== LINE_END) break;
    if (cls === LINE_END && !(text.charCodeAt(i) === 0x0a && text.charCodeAt(i - 1) === 0x0d)) lines++;
  }
  return lines > 1;
}

/**
 * Returns true if a bracket opens a tag. In movetext only the complete form does; elsewhere a bracket that starts its
 * line and is followed by a name is enough, so that a malformed tag is still a tag.
 */
export function isTag(text: string, at: number, inMovetext: boolean): boolean {
  if (hasTagForm(text, at)) return true;
  if (inMovetext || tagNameEnd(text, at) === at) return false;
  let i = at;
  while (i > 0 && characterClass(text.charCodeAt(i - 1)) === BLANK) i--;
  return isColumnOne(text, i);
}

/**
 * Reads the tokens of a tag pair whose bracket is at `from`, up to its closing bracket or the end of the line. White
 * space may separate its parts (PGN standard 7), so it continues on the next line if the value or the bracket follows
 * there.
 */
export function lexTag(text: string, from: number, out: TokenBuffer): number {
  out.push(TAG_OPEN, from);
  let i = from + 1;
  let named = false;
  let valued = false;
  while (i < text.length) {
    const start = i;
    const c = text.charCodeAt(i);
    const cls = characterClass(c);
    if (cls === LINE_END) {
      const next = nextLine(text, i);
      if (!named || text.charCodeAt(next) !== (valued ? 0x5d : 0x22)) return i;
      i = next;
      out.has |= ODD_CHARACTER;
      out.push(WHITESPACE, start);
      continue;
    }
    if (c === 0x5d) {
      out.push(TAG_CLOSE, i);
      return i + 1;
    }
    if (cls === BLANK) {
      if (c !== 0x20 || text.charCodeAt(i + 1) <= 0x20) out.has |= ODD_CHARACTER;
      while (characterClass(text.charCodeAt(i)) === BLANK) i++;
      if (characterClass(text.charCodeAt(i)) === LINE_END) {
        const next = nextLine(text, i);
        if (named && text.charCodeAt(next) === (valued ? 0x5d : 0x22)) i = next;
      }
      out.push(WHITESPACE, start);
    } else if (c === 0x22) {
      valued = true;
      i = valueEnd(text, i, out);
      if (i < 0) {
        const wrapped = wrappedEnd(text, -i);
        if (wrapped < 0) {
          out.push(OPEN_TAG_VALUE, start);
          return -i;
        }
        i = wrapped;
        out.has |= ODD_CHARACTER;
      }
      out.push(TAG_VALUE, start);
    } else if (!named && isNameCharacter(c)) {
      while (isNameCharacter(text.charCodeAt(i))) i++;
      i = withoutEquals(text, start, i);
      out.push(TAG_NAME, start);
      named = true;
    } else if (named && !valued && isTypographicQuote(c) && typographicEnd(text, i) > i) {
      valued = true;
      i = typographicEnd(text, i);
      out.has |= ODD_CHARACTER;
      out.push(TAG_VALUE, start);
    } else {
      do i++;
      while (i < text.length && !endsJunk(text.charCodeAt(i)));
      out.push(TAG_JUNK, start);
    }
  }
  return i;
}

/**
 * The lines on which a value continues: neither empty nor with a bracket or an escape, the last of them with the end of
 * the tag. Later text does not count: it may belong to another game.
 */
const REST_OF_VALUE = /(?:(?:\r\n?|\n)(?![ \t]*(?:[%\r\n]|$))[^"[\]{};\\\r\n]*)+"(?=[ \t]*\])/y;

/**
 * Returns the end of a value that was broken over lines, as by programs that wrap all lines alike, after its closing
 * quotation mark; `at` is the end of its first line. -1 if there is no such value, or if the text that follows may end
 * a game.
 */
function wrappedEnd(text: string, at: number): number {
  // the line has a bracket at its end: a quotation mark is missing
  let last = at - 1;
  while (characterClass(text.charCodeAt(last)) === BLANK) last--;
  if (text.charCodeAt(last) === 0x5d) return -1;
  REST_OF_VALUE.lastIndex = at;
  if (!REST_OF_VALUE.test(text)) return -1;
  const end = REST_OF_VALUE.lastIndex;
  return canHoldResult(text.slice(at, end)) ? -1 : end;
}

/** Returns the offset after the line end at `at` and the indentation of the next line. */
function nextLine(text: string, at: number): number {
  let i = at + (text.charCodeAt(at) === 0x0d && text.charCodeAt(at + 1) === 0x0a ? 2 : 1);
  while (characterClass(text.charCodeAt(i)) === BLANK) i++;
  return i;
}

const endsJunk = (c: number): boolean =>
  c === 0x5d || c === 0x22 || characterClass(c) === BLANK || characterClass(c) === LINE_END;

/**
 * Returns the offset after the closing quotation mark of the value that opens at `at`; the negated end of the line if
 * there is none. `\"` and `\\` are escapes, unless that leaves the value open at the line end: then a backslash is
 * literal.
 */
function valueEnd(text: string, at: number, out: TokenBuffer): number {
  let escaped = -1;
  let i = at + 1;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) return i + 1;
    if (c < 0x20 || c === 0x7f || c === 0xfffd) {
      if (c === 0x0a || c === 0x0d) break;
      out.has |= ODD_CHARACTER;
    } else if (c === 0x5c) {
      const next = text.charCodeAt(i + 1);
      if (next !== 0x22 && next !== 0x5c) continue;
      i++;
      if (next === 0x22) escaped = i;
    }
  }
  if (escaped < 0) return -i;
  let rest = escaped + 1;
  while (characterClass(text.charCodeAt(rest)) === BLANK) rest++;
  return text.charCodeAt(rest) === 0x5d ? escaped + 1 : -i;
}
