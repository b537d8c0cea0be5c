import { type Range, range } from '../../base/text/range.ts';

/**
 * How much of a FEN an answer holds. `complete`: six well-formed fields (the position may still be impossible).
 * `partial`: all 64 squares can be read, but fields are missing or unreadable, or spaces stand inside the placement.
 * `malformed`: meant as a FEN, but its placement is no eight ranks of eight squares.
 */
export const EXTRACTION_FORMS = ['complete', 'partial', 'malformed'] as const;
export type ExtractionForm = (typeof EXTRACTION_FORMS)[number];

/** A text in an answer that was meant as a FEN. */
export interface FoundState {
  /**
   * The FEN as the model wrote it, right or wrong: only white-space runs are one space, and the escapes of JSON (`\/`)
   * and of links (`_`, `%20`, `+`) are undone. Nothing is repaired: a repaired answer would score a text that no model gave.
   */
  readonly fen: string;
  readonly form: ExtractionForm;
  /** FEN fields found, 1 (placement only) to 6. */
  readonly fields: number;
  /** Its range in the text. */
  readonly range: Range;
}

interface Board {
  readonly start: number;
  readonly end: number;
  readonly ranks: readonly string[];
}

const BACKSLASH = 92;
const MAX_RANKS = 16;
/** One rank short (a lost slash) is still meant as a board; less is a fragment. */
const MIN_RANKS = 7;
const MAX_RANK_LENGTH = 20;
const MAX_SPACED_RANK_LENGTH = 64;

const SQUARES: ReadonlySet<number> = new Set(Array.from('12345678pnbrqkPNBRQK', (c) => c.charCodeAt(0)));
const isSquares = (c: number): boolean => SQUARES.has(c);
const isWord = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
const isSpace = (c: number): boolean => isBlank(c) || c === 10 || c === 13;
const isBlank = (c: number): boolean => c === 32 || c === 9 || c === 0xa0;

/** Squares that a rank stands for; a letter that is no piece counts as one. */
const width = (rank: string): number => {
  let squares = 0;
  for (const c of rank) squares += c >= '0' && c <= '9' ? Number(c) : 1;
  return squares;
};

/** True if a word was meant as a rank: at most two characters, and less than half of it, are neither piece nor digit. */
const isRankLike = (word: string): boolean => {
  if (word.length === 0 || word.length > MAX_RANK_LENGTH) return false;
  let odd = 0;
  for (let i = 0; i < word.length; i++) if (!isSquares(word.charCodeAt(i))) odd++;
  return odd <= 2 && odd * 2 < word.length;
};

/** The same for the text between two slashes, which may have spaces around its squares. */
const innerRank = (text: string): string | undefined => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!/\s/.test(trimmed)) return /^[A-Za-z0-9.]+$/.test(trimmed) && isRankLike(trimmed) ? trimmed : undefined;
  // With spaces inside it could be prose between two boards: pieces and digits only, on one line, about a rank's width.
  return /^[1-8pnbrqkPNBRQK \t\u00a0]+$/.test(trimmed) && width(trimmed.replace(/\s/g, '')) <= 12 ? trimmed : undefined;
};

/** The rank before the first slash, its squares perhaps apart (`r n b q k b n r/`). */
const firstRank = (text: string, end: number): { start: number; rank: string } | undefined => {
  let stop = end;
  while (stop > end - 2 && isBlank(text.charCodeAt(stop - 1))) stop--;
  let start = stop;
  while (start > stop - MAX_RANK_LENGTH - 1 && isWord(text.charCodeAt(start - 1))) start--;
  const word = text.slice(start, stop);
  if (!isRankLike(word)) return undefined;
  if (word.length > 1 || width(word) === 8) return { start, rank: word };
  let squares = width(word);
  let from = start;
  while (squares < 8 && from >= 2 && isBlank(text.charCodeAt(from - 1)) && isSquares(text.charCodeAt(from - 2))) {
    if (from >= 3 && isWord(text.charCodeAt(from - 3))) break;
    from -= 2;
    squares += width(text.charAt(from));
  }
  return squares === 8 ? { start: from, rank: text.slice(from, stop) } : { start, rank: word };
};

/** The rank behind the last slash; apart squares are joined until there are eight, so that `b` for Black stays a field. */
const lastRank = (text: string, at: number): { end: number; rank: string } | undefined => {
  let start = at;
  while (start < at + 3 && isSpace(text.charCodeAt(start))) start++;
  let end = start;
  while (end < start + MAX_RANK_LENGTH + 1 && isWord(text.charCodeAt(end))) end++;
  const word = text.slice(start, end);
  if (!isRankLike(word)) return undefined;
  if (word.length > 1) return { end, rank: word };
  let squares = width(word);
  let to = end;
  while (squares < 8 && isBlank(text.charCodeAt(to)) && isSquares(text.charCodeAt(to + 1))) {
    if (isWord(text.charCodeAt(to + 2))) break;
    to += 2;
    squares += width(text.charAt(to - 1));
  }
  return squares === 8 ? { end: to, rank: text.slice(start, to) } : { end, rank: word };
};

/** Every text that was meant as a placement, first to last. Each slash is looked at once, with bounded context. */
function* boards(text: string): Generator<Board> {
  let ranks: string[] = [];
  let start = 0;
  let slash = text.indexOf('/');
  let before: string | undefined;
  while (slash >= 0) {
    const end = rankEnd(text, slash);
    if (before === undefined) {
      const first = firstRank(text, end);
      ranks = first === undefined ? [] : [first.rank];
      start = first?.start ?? slash + 1;
    } else if (ranks.length <= MAX_RANKS) {
      ranks.push(before);
    }
    const next = text.indexOf('/', slash + 1);
    const near = next >= 0 && next - slash <= MAX_SPACED_RANK_LENGTH;
    const after = near ? innerRank(text.slice(slash + 1, rankEnd(text, next))) : undefined;
    if (after === undefined) {
      const last = lastRank(text, slash + 1);
      const whole = last === undefined ? ranks : [...ranks, last.rank];
      if (whole.length >= MIN_RANKS && whole.length <= MAX_RANKS) yield { start, end: last?.end ?? end, ranks: whole };
    }
    before = after;
    slash = next;
  }
}

/** Where a rank ends: at its slash, or before the backslash that JSON may write in front of it. */
const rankEnd = (text: string, slash: number): number => (text.charCodeAt(slash - 1) === BACKSLASH ? slash - 1 : slash);

const RANK_OF_FORM: Readonly<Record<ExtractionForm, number>> = { malformed: 0, partial: 1, complete: 2 };

/** Every text in an answer that was meant as a FEN, first to last. Time and memory are linear in the length of the answer. */
export function* statesIn(answer: string): Generator<FoundState> {
  for (const board of boards(answer)) {
    const tail = readTailFields(answer, board.end);
    const placement = answer.slice(board.start, board.end).replaceAll('\\/', '/').replace(/\s+/g, ' ');
    const form = formOf(board.ranks, placement, tail.complete);
    const fields = 1 + tail.texts.length;
    yield { fen: [placement, ...tail.texts].join(' '), form, fields, range: range(board.start, tail.end) };
  }
}

/** Orders the states of an answer by how much of a FEN they hold. */
export const qualityOf = ({ form, fields }: FoundState): number => RANK_OF_FORM[form] * 8 + fields;

const formOf = (ranks: readonly string[], placement: string, fieldsComplete: boolean): ExtractionForm => {
  const squares = ranks.map((rank) => rank.replace(/\s/g, ''));
  const whole = squares.length === 8 && squares.every((rank) => /^[1-8pnbrqk]+$/i.test(rank) && width(rank) === 8);
  if (!whole) return 'malformed';
  return fieldsComplete && !placement.includes(' ') ? 'complete' : 'partial';
};

/** The fields behind a placement, as they stand in an answer. */
interface TailFields {
  /** Side, castling, en passant, halfmove clock, fullmove number; those that are there, in this order. */
  readonly texts: readonly string[];
  /** All five are there and well-formed. */
  readonly complete: boolean;
  /** Offset behind the last field; the offset given when there is none. */
  readonly end: number;
}

// A link writes the spaces of a FEN as `_`, `%20` or `+`. All repeats are bounded, so a field costs constant time.
const SPACE = /[ \t\u00a0]{1,8}|_|%20|\+/y;
const SPACE_OR_LINE_END = /[ \t\u00a0]{0,8}(?:\r\n|\r|\n)[ \t\u00a0]{0,8}|[ \t\u00a0]{1,8}|_|%20|\+/y;
const SIDE = /[wb](?![A-Za-z0-9])/y;
const CASTLING = /(?:[-–—]|[KQkqA-Ha-h]{1,8})(?![A-Za-z0-9])/y;
const EN_PASSANT = /(?:[-–—]|[a-h][0-9])(?![A-Za-z0-9])/y;
const COUNTER = /\d{1,4}(?![A-Za-z0-9])/y;
/** The last field may run into what follows it (`- 0 1Human:`). */
const LAST_COUNTER = /\d{1,4}(?!\d)/y;
const RANK_OF_BOARD = /[1-8pnbrqk]{1,8}(?=\\?\/)/iy;
/** Castling or en passant that is neither: taken only where the fields around it leave no doubt. */
const ANY = /[^\s"'`<>()[\]{}]{1,8}(?=[\s_%+])/y;

/** More characters than five fields and the spaces between them can have. */
const MAX_TAIL_LENGTH = 128;

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

  /** The next field if it matches; nothing moves if it does not. */
  take(pattern: RegExp): string | undefined {
    const space = match(this.#acrossLines ? SPACE_OR_LINE_END : SPACE, this.#text, this.end);
    if (space === undefined) return undefined;
    const field = match(pattern, this.#text, this.end + space.length);
    if (field !== undefined) this.end += space.length + field.length;
    return field;
  }

  /** The number of the move, even if text runs into it on its line; not the first digits of another board. */
  takeLast(): string | undefined {
    const before = this.end;
    const number = this.take(this.#acrossLines ? COUNTER : LAST_COUNTER);
    const rank = match(RANK_OF_BOARD, this.#text, this.end - (number ?? '').length);
    if (number === undefined || rank === undefined || width(rank) !== 8) return number;
    this.end = before;
    return undefined;
  }
}

const readLoosely = (text: string, at: number, acrossLines: boolean): TailFields => {
  const none: TailFields = { texts: [], complete: false, end: at };
  const reader = new FieldReader(text, at, acrossLines);
  const side = reader.take(SIDE);
  const afterSide = reader.end;
  const castling = reader.take(CASTLING);
  const enPassant = reader.take(EN_PASSANT);
  // Without the side, `-` or `12` behind a board is more likely prose than a field.
  if (side === undefined && (castling === undefined || enPassant === undefined || !STANDARD_CASTLING.test(castling))) {
    return none;
  }
  const sideOnly: TailFields = { texts: side === undefined ? [] : [side], complete: false, end: afterSide };
  // `b a good move`: letters of files are Chess960 castling rights only where an en passant field follows.
  if (castling !== undefined && enPassant === undefined && !/^[-–—KQkq]+$/.test(castling)) return sideOnly;
  if (castling === undefined && enPassant === undefined) return sideOnly;
  const halfmoves = reader.take(COUNTER);
  const fullmoves = halfmoves === undefined ? reader.take(COUNTER) : reader.takeLast();
  const texts = [side, castling, enPassant, halfmoves, fullmoves].filter((field) => field !== undefined);
  const complete = texts.length === 5 && texts.every((field, i) => WELL_FORMED[i]?.test(field) === true);
  return { texts, complete, end: reader.end };
};

/** Five fields of which castling or en passant is unreadable (`w KQo - 0 1`): kept as written, so a verdict can name them. */
const readByPlaces = (text: string, at: number): TailFields | undefined => {
  const reader = new FieldReader(text, at, false);
  const texts = [...[SIDE, ANY, ANY, COUNTER].map((pattern) => reader.take(pattern)), reader.takeLast()];
  const found = texts.filter((field) => field !== undefined);
  return found.length === 5 ? { texts: found, complete: false, end: reader.end } : undefined;
};

/**
 * Reads the FEN fields that follow a placement ending at offset `at`. Fields may be missing (models drop one `-` or the
 * counters); the reading stops at the first text that is no field. A line end counts as a space only where that
 * makes the FEN complete. Constant time.
 */
const readTailFields = (text: string, at: number): TailFields => {
  const onLine = readLoosely(text, at, false);
  if (onLine.complete) return onLine;
  if (/[\r\n]/.test(text.slice(at, at + MAX_TAIL_LENGTH))) {
    const acrossLines = readLoosely(text, at, true);
    if (acrossLines.complete) return acrossLines;
  }
  return onLine.texts.length < 5 ? (readByPlaces(text, at) ?? onLine) : onLine;
};
