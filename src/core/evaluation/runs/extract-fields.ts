/** The fields behind a placement, as they stand in an answer. */
export interface TailFields {
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
  readonly #space: RegExp;
  end: number;

  constructor(text: string, at: number, acrossLines: boolean) {
    this.#text = text;
    this.end = at;
    this.#space = acrossLines ? SPACE_OR_LINE_END : SPACE;
  }

  /** The next field if it matches; nothing moves if it does not. */
  take(pattern: RegExp): string | undefined {
    const space = match(this.#space, this.#text, this.end);
    if (space === undefined) return undefined;
    const field = match(pattern, this.#text, this.end + space.length);
    if (field !== undefined) this.end += space.length + field.length;
    return field;
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
  const fullmoves = reader.take(COUNTER);
  const texts = [side, castling, enPassant, halfmoves, fullmoves].filter((field) => field !== undefined);
  const complete = texts.length === 5 && texts.every((field, i) => WELL_FORMED[i].test(field));
  return { texts, complete, end: reader.end };
};

/** Five fields of which castling or en passant is unreadable (`w KQo - 0 1`): kept as written, so a verdict can name them. */
const readByPlaces = (text: string, at: number): TailFields | undefined => {
  const reader = new FieldReader(text, at, false);
  const texts = [SIDE, ANY, ANY, COUNTER, COUNTER].map((pattern) => reader.take(pattern));
  const found = texts.filter((field) => field !== undefined);
  return found.length === 5 ? { texts: found, complete: false, end: reader.end } : undefined;
};

/**
 * Reads the FEN fields that follow a placement ending at offset `at`. Fields may be missing (models drop one `-` or the
 * counters); the reading stops at the first text that is no field. A line end counts as a space only where that
 * makes the FEN complete. Constant time.
 */
export const readTailFields = (text: string, at: number): TailFields => {
  const onLine = readLoosely(text, at, false);
  if (onLine.complete) return onLine;
  if (/[\r\n]/.test(text.slice(at, at + MAX_TAIL_LENGTH))) {
    const acrossLines = readLoosely(text, at, true);
    if (acrossLines.complete) return acrossLines;
  }
  return onLine.texts.length < 5 ? (readByPlaces(text, at) ?? onLine) : onLine;
};
