import { type Range, range } from '../../base/text/range.ts';
import { makeFragment, type StatedState } from '../answer-reading.ts';

/**
 * Completeness of a FEN in an answer. `complete`: six well-formed fields (the position may still be impossible).
 * `partial`: all 64 squares can be read, but fields are missing or unreadable, or spaces stand inside the placement.
 * `malformed`: meant as a FEN, but its placement is not eight ranks of eight squares.
 */
export const EXTRACTION_FORMS = ['complete', 'partial', 'malformed'] as const;
export type ExtractionForm = (typeof EXTRACTION_FORMS)[number];

/** A text in an answer that was meant as a FEN. */
export interface FenText {
  /**
   * The FEN as it is written, right or wrong, with its parts in FEN form: spaces within the placement are left out,
   * dots for empty squares are counted, and one space stands between two fields, whatever separates them in the text.
   * No part is repaired.
   */
  readonly fen: string;
  readonly form: ExtractionForm;
  /** FEN fields found, 1 (placement only) to 6. */
  readonly fields: number;
  /** Its range in the text. */
  readonly range: Range;
}

/**
 * Finds every text in an answer that was meant as a FEN, first to last. Time and memory are linear in the length of the
 * answer.
 */
export function* findFens(answer: string): Generator<FenText> {
  for (const { start, end: boardEnd, ranks } of findPlacements(answer)) {
    const { texts, complete, end } = readTailFields(answer, boardEnd);
    const fen = [ranks.join('/'), ...texts].join(' ');
    yield { fen, form: findForm(ranks, complete), fields: 1 + texts.length, range: range(start, end) };
  }
}

const findForm = (ranks: readonly string[], fieldsComplete: boolean): ExtractionForm => {
  const isWhole = ranks.length === 8 && ranks.every((rank) => /^[1-8pnbrqk]+$/i.test(rank) && rankWidth(rank) === 8);
  if (!isWhole) return 'malformed';
  return fieldsComplete ? 'complete' : 'partial';
};

/** The fields after a placement, as they stand in an answer. */
interface TailFields {
  /** Side, castling, en passant, halfmove clock, fullmove number; only the fields found, in this order. */
  readonly texts: readonly string[];
  /** True if all five exist and are well-formed. */
  readonly complete: boolean;
  /** Offset after the last field; the initial offset if there is none. */
  readonly end: number;
}

// A link writes the spaces of a FEN as `_` or `+`. All repeats are bounded, so a field costs constant time. Code marks,
// quotation marks, bars and commas may stand around each field.
const MARKED = '[`*"\'|,]{0,4}[ \\t]{1,8}[`*"\'|]{0,4}|["`*\']{1,3},["`*\']{0,3}|,["`*\']{1,3}|_|\\+';
const SPACE = new RegExp(MARKED, 'y');
const SPACE_OR_LINE_END = new RegExp(`[ \\t]{0,8}\\n[ \\t]{0,8}|${MARKED}`, 'y');
/** Excludes a key of JSON. */
const NO_KEY = '(?![`*"\']{1,3}[ \\t]?:)';
const SIDE = new RegExp(`(?:[wb]|[Ww]hite|[Bb]lack)(?![A-Za-z0-9])${NO_KEY}`, 'y');
/** A side in capitals: only whole fields after it show that it is one. */
const CAPITAL_SIDE = /[WB](?![A-Za-z0-9])/y;
const CASTLING = new RegExp(`(?:-|[KQkqA-Ha-h]{1,8})(?![A-Za-z0-9])${NO_KEY}`, 'y');
const EN_PASSANT = /(?:-|[a-h][0-9])(?![A-Za-z0-9])/y;
const COUNTER = /\d{1,4}(?![A-Za-z0-9])/y;
/** The last field, which may run into what follows it (`- 0 1Human:`). */
const LAST_COUNTER = /\d{1,4}(?!\d)/y;
const RANK_OF_BOARD = /[1-8pnbrqk]{1,8}(?=\\?\/)/iy;
/** Unreadable castling or en passant: taken only if the fields around it leave no doubt. */
const ANY = /[^\s"'`<>()[\]{},|]{1,8}(?=[\s_+`*"'|])/y;

/** Maximum length of five fields with the spaces between them. */
const MAX_TAIL_LENGTH = 128;
/** Maximum length of the operations of an EPD that is read. */
const MAX_EPD_LENGTH = 300;

const STANDARD_CASTLING = /^(?:-|[KQkq]{1,4})$/;
const WELL_FORMED = [/^[wb]$/, /^(?:-|[KQkqA-Ha-h]{1,4})$/, /^(?:-|[a-h][36])$/, /^\d+$/, /^\d+$/];

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

class FieldReader {
  readonly #text: string;
  readonly #acrossLines: boolean;
  end: number;

  constructor(text: string, at: number, acrossLines: boolean) {
    this.#text = text;
    this.end = at;
    this.#acrossLines = acrossLines;
  }

  /** Takes the next field if it matches; the position stays if it does not. */
  take(pattern: RegExp): string | undefined {
    const space = match(this.#acrossLines ? SPACE_OR_LINE_END : SPACE, this.#text, this.end);
    if (space === undefined) return undefined;
    const field = match(pattern, this.#text, this.end + space.length);
    if (field !== undefined) this.end += space.length + field.length;
    return field;
  }

  /**
   * Takes the number of the move, even if text on its line follows without a space; not the first digits of another
   * board.
   */
  takeLast(): string | undefined {
    const before = this.end;
    const number = this.take(this.#acrossLines ? COUNTER : LAST_COUNTER);
    const rank = match(RANK_OF_BOARD, this.#text, this.end - (number ?? '').length);
    if (number === undefined || rank === undefined || rankWidth(rank) !== 8) return number;
    this.end = before;
    return undefined;
  }
}

const readLoosely = (text: string, at: number, acrossLines: boolean): TailFields => {
  const none: TailFields = { texts: [], complete: false, end: at };
  const reader = new FieldReader(text, at, acrossLines);
  const small = reader.take(SIDE);
  const side = small ?? reader.take(CAPITAL_SIDE);
  const afterSide = reader.end;
  const castling = reader.take(CASTLING);
  const enPassant = reader.take(EN_PASSANT);
  if (small === undefined && side !== undefined && (castling === undefined || enPassant === undefined)) return none;
  // Without the side, `-` or `12` after a board is more likely prose than a field.
  if (side === undefined && (castling === undefined || enPassant === undefined || !STANDARD_CASTLING.test(castling))) {
    return none;
  }
  const sideOnly: TailFields = {
    texts: side === undefined ? [] : [side.charAt(0).toLowerCase()],
    complete: false,
    end: afterSide,
  };
  // `b a good move`: letters of files are Chess960 castling rights only where an en passant field follows.
  if (castling !== undefined && enPassant === undefined && !/^[-KQkq]+$/.test(castling)) return sideOnly;
  if (castling === undefined && enPassant === undefined) return sideOnly;
  const counters = epdCounters(text, reader.end);
  if (side !== undefined && castling !== undefined && enPassant !== undefined && counters !== undefined)
    return { texts: [side.charAt(0).toLowerCase(), castling, enPassant, ...counters], complete: true, end: reader.end };
  const halfmoves = reader.take(COUNTER);
  const fullmoves = halfmoves === undefined ? undefined : reader.takeLast();
  const letter = side?.charAt(0).toLowerCase();
  const texts = [letter, castling, enPassant, halfmoves, fullmoves].filter((field) => field !== undefined);
  const complete = texts.length === 5 && texts.every((field, i) => WELL_FORMED[i]?.test(field) === true);
  return { texts, complete, end: reader.end };
};

/** Returns the counters that operations of an EPD state on the rest of a line: `hmvc 4; fmvn 9;`. */
function epdCounters(text: string, at: number): [string, string] | undefined {
  if (!/^[ \t]{1,8}[a-z]{2,4}\d? /.test(text.slice(at, at + 16))) return undefined;
  const [line = ''] = text.slice(at, at + MAX_EPD_LENGTH).split('\n', 1);
  const half = /\bhmvc (\d{1,4});/.exec(line)?.[1];
  const full = /\bfmvn (\d{1,4});/.exec(line)?.[1];
  return half === undefined || full === undefined ? undefined : [half, full];
}

/**
 * Reads five fields of which castling or en passant is unreadable (`w KQo - 0 1`): kept as written, so a verdict can
 * name them.
 */
const readByPlaces = (text: string, at: number): TailFields | undefined => {
  const reader = new FieldReader(text, at, false);
  const side = reader.take(SIDE)?.charAt(0).toLowerCase();
  const texts = [side, ...[ANY, ANY, COUNTER].map((pattern) => reader.take(pattern)), reader.takeLast()];
  const found = texts.filter((field) => field !== undefined);
  return found.length === 5 ? { texts: found, complete: false, end: reader.end } : undefined;
};

/**
 * Reads the FEN fields that follow a placement ending at offset `at`. Fields may be missing (models drop one `-` or the
 * counters); the reading stops at the first text that is no field. A line end counts as a space only if that completes
 * the FEN. Constant time.
 */
const readTailFields = (text: string, at: number): TailFields => {
  const onLine = readLoosely(text, at, false);
  if (onLine.complete) return onLine;
  if (text.slice(at, at + MAX_TAIL_LENGTH).includes('\n')) {
    const acrossLines = readLoosely(text, at, true);
    if (acrossLines.complete) return acrossLines;
  }
  return onLine.texts.length < 5 ? (readByPlaces(text, at) ?? onLine) : onLine;
};

/** A text that was meant as the placement field of a FEN. */
export interface PlacementText {
  readonly start: number;
  readonly end: number;
  /** Its ranks as written, without the spaces between their squares; dots of padded ranks (`r.bqkb.r`) are counted. */
  readonly ranks: readonly string[];
}

const MAX_RANKS = 16;
/** One rank short (a lost slash) is still meant as a board; less is a fragment. */
const MIN_RANKS = 7;
const MAX_RANK_LENGTH = 20;
const MAX_SPACED_RANK_LENGTH = 64;

const SQUARES: ReadonlySet<number> = new Set(Array.from('12345678pnbrqkPNBRQK', (c) => c.charCodeAt(0)));
const isSquares = (c: number): boolean => SQUARES.has(c);
const isWord = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
const isBlank = (c: number): boolean => c === 32 || c === 9;
const isSpace = (c: number): boolean => isBlank(c) || c === 10;
const DOT = 46;

/** Returns the number of squares of a rank; a letter that is no piece counts as one. */
const rankWidth = (rank: string): number => {
  let squares = 0;
  for (const c of rank) squares += c >= '0' && c <= '9' ? Number(c) : 1;
  return squares;
};

/**
 * Returns true if a word was meant as a rank: at most two characters, and less than half of it, are neither piece nor
 * digit.
 */
const isRankLike = (word: string): boolean => {
  if (word.length === 0 || word.length > MAX_RANK_LENGTH) return false;
  let odd = 0;
  for (let i = 0; i < word.length; i++) if (!isSquares(word.charCodeAt(i))) odd++;
  return odd <= 2 && odd * 2 < word.length;
};

const PADDED = /^[pnbrqkPNBRQK.]{8}$/;
/** Converts a rank of eight characters with dots for empty squares to FEN notation; undefined for other text. */
const unpadded = (rank: string): string | undefined =>
  rank.includes('.') && PADDED.test(rank) ? rank.replace(/\.+/g, (dots) => String(dots.length)) : undefined;

/** Returns the rank between two slashes, which may have spaces around its squares. */
function innerRank(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!/\s/.test(trimmed))
    return unpadded(trimmed) ?? (/^[A-Za-z0-9.]+$/.test(trimmed) && isRankLike(trimmed) ? trimmed : undefined);
  // With spaces inside it could be prose between two boards: pieces and digits only, on one line, about a rank's width.
  const squares = trimmed.replace(/[ \t]/g, '');
  return /^[1-8pnbrqkPNBRQK]+$/.test(squares) && rankWidth(squares) <= 12 ? squares : undefined;
}

/** Returns the rank before the first slash, perhaps with separate squares (`r n b q k b n r/`). */
function firstRank(text: string, end: number): { start: number; rank: string } | undefined {
  let stop = end;
  while (stop > end - 2 && isBlank(text.charCodeAt(stop - 1))) stop--;
  const padded = stop >= 8 && !isWord(text.charCodeAt(stop - 9)) ? unpadded(text.slice(stop - 8, stop)) : undefined;
  if (padded !== undefined) return { start: stop - 8, rank: padded };
  let start = stop;
  while (start > stop - MAX_RANK_LENGTH - 1 && isWord(text.charCodeAt(start - 1))) start--;
  const word = text.slice(start, stop);
  if (!isRankLike(word)) return undefined;
  if (word.length > 1 || rankWidth(word) === 8) return { start, rank: word };
  let squares = rankWidth(word);
  let from = start;
  while (squares < 8 && from >= 2 && isBlank(text.charCodeAt(from - 1)) && isSquares(text.charCodeAt(from - 2))) {
    if (from >= 3 && isWord(text.charCodeAt(from - 3))) break;
    from -= 2;
    squares += rankWidth(text.charAt(from));
  }
  return squares === 8 ? { start: from, rank: text.slice(from, stop).replace(/[ \t]/g, '') } : { start, rank: word };
}

/**
 * Returns the rank after the last slash; separate squares are joined up to eight, so that `b` for Black stays a field.
 */
function lastRank(text: string, at: number): { end: number; rank: string } | undefined {
  let start = at;
  while (start < at + 3 && isSpace(text.charCodeAt(start))) start++;
  const padded = isWord(text.charCodeAt(start + 8)) ? undefined : unpadded(text.slice(start, start + 8));
  // a period after a rank of seven letters is none of its squares
  if (
    padded !== undefined &&
    (text.charCodeAt(start + 7) !== DOT || !isSpace(text.charCodeAt(start + 8)) || isBlank(text.charCodeAt(start + 8)))
  )
    return { end: start + 8, rank: padded };
  let end = start;
  while (end < start + MAX_RANK_LENGTH + 1 && isWord(text.charCodeAt(end))) end++;
  const word = text.slice(start, end);
  if (!isRankLike(word)) return undefined;
  if (word.length > 1) return { end, rank: word };
  let squares = rankWidth(word);
  let to = end;
  while (squares < 8 && isBlank(text.charCodeAt(to)) && isSquares(text.charCodeAt(to + 1))) {
    if (isWord(text.charCodeAt(to + 2))) break;
    to += 2;
    squares += rankWidth(text.charAt(to - 1));
  }
  return squares === 8 ? { end: to, rank: text.slice(start, to).replace(/[ \t]/g, '') } : { end, rank: word };
}

/** Finds every text that was meant as a placement, first to last. Each slash is visited once, with bounded context. */
function* findPlacements(text: string): Generator<PlacementText> {
  let ranks: string[] = [];
  let start = 0;
  let slash = text.indexOf('/');
  let before: string | undefined;
  while (slash >= 0) {
    if (before === undefined) {
      const first = firstRank(text, slash);
      ranks = first === undefined ? [] : [first.rank];
      start = first?.start ?? slash + 1;
    } else if (ranks.length <= MAX_RANKS) {
      ranks.push(before);
    }
    const next = text.indexOf('/', slash + 1);
    const isNear = next >= 0 && next - slash <= MAX_SPACED_RANK_LENGTH;
    const after = isNear ? innerRank(text.slice(slash + 1, next)) : undefined;
    if (after === undefined) {
      const last = lastRank(text, slash + 1);
      const whole = last === undefined ? ranks : [...ranks, last.rank];
      if (whole.length >= MIN_RANKS && whole.length <= MAX_RANKS)
        yield { start, end: last?.end ?? slash, ranks: whole };
    }
    before = after;
    slash = next;
  }
}

/**
 * Ranks at the end of a text, at least three, of which the last may be unfinished. More than six are a separate
 * placement.
 */
const RANKS = /(?<![A-Za-z0-9/])(?:[1-8pnbrqk]{1,8}\\?\/){2,6}[1-8pnbrqk]{0,8}[\s`"'*]{0,4}$/i;
/** Characters at the end of a text that are searched. */
const REACH = 80;

/** Returns the FEN within whose first ranks a text breaks off; none if it ends otherwise. */
export function findCutOff(text: string): StatedState[] {
  const { length } = text.trimEnd();
  const from = Math.max(0, length - REACH);
  const slash = text.lastIndexOf('/', length - 1);
  // a slash stands in the last rank but one
  if (slash < length - 12) return [];
  const match = RANKS.exec(text.slice(from));
  if (match === null) return [];
  const ranks = match[0].replace(/[\s`"'*\\]+/g, '').split('/');
  const last = ranks.pop() ?? '';
  if (rankWidth(last) > 8 || ranks.some((rank) => rankWidth(rank) !== 8)) return [];
  const start = from + match.index;
  return [makeFragment({ start, end: start + match[0].trimEnd().length }, match[0].trimEnd())];
}
