import type { Code } from '../diagnostics/codes.ts';
import type { Range } from '../text/range.ts';
import { readPlacement } from './placement.ts';
import { positionProblems } from './position-problems.ts';

export interface FenProblem {
  readonly code: Extract<Code, `FEN_${string}`>;
  readonly range: Range;
  readonly message: string;
}

/** Names of the six fields, in order (PGN standard 16.1.3). */
export const FEN_FIELDS = [
  'piece placement',
  'side to move',
  'castling rights',
  'en passant square',
  'halfmove clock',
  'fullmove number',
] as const;

/** A FEN as far as it can be read. */
export interface FenReading {
  /** The fields that are there, in order, at most six. */
  readonly fields: readonly Range[];
  /** Piece numbers by square (`placement.ts`). */
  readonly squares: Uint8Array;
  /** 0 White, 1 Black, undefined when it cannot be read. */
  readonly turn: number | undefined;
  readonly halfmoves: number | undefined;
  readonly fullmoves: number | undefined;
  /** What is wrong, by place; their codes have severities. */
  readonly problems: readonly FenProblem[];
  /** Where the fields end; what follows (spaces, EPD operations) has not been looked at. */
  readonly end: number;
}

export interface FenOptions {
  /**
   * How castling letters are understood. Default: either way, since a FEN does not say which game it is of; with
   * `chess` rights need the king on e1 or e8 and the rook in a corner.
   */
  readonly variant?: 'chess' | 'chess960';
  /** EPD: four fields, then operations (PGN standard 16.2). */
  readonly epd?: boolean;
}

const isSpace = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d);
const isDigits = (text: string): boolean => /^\d{1,4}$/.test(text);

/**
 * Reads the FEN that `text[start, end)` begins with, field by field, and says what is wrong where. Offsets are those of
 * `text`. Runs of white space separate fields.
 */
export function readFen(text: string, start = 0, end = text.length, options: FenOptions = {}): FenReading {
  const fields: Range[] = [];
  let at = start;
  for (;;) {
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    if (at === end || fields.length === 6) break;
    const from = at;
    while (at < end && !isSpace(text.charCodeAt(at))) at++;
    // operations of an EPD line, or a remark behind the position
    if (fields.length >= 4 && !isCounter(text, from, at, options.epd === true)) {
      at = from;
      break;
    }
    fields.push({ start: from, end: at });
  }
  const problems: FenProblem[] = [];
  const word = (i: number): string => (i < fields.length ? text.slice(fields[i].start, fields[i].end) : '');
  const [first] = fields;
  const placement = readPlacement(text, first?.start ?? start, first?.end ?? start);
  if (first !== undefined) problems.push(...placement.problems);
  const side = word(1);
  const turn = side === 'w' ? 0 : side === 'b' ? 1 : undefined;
  if (fields.length > 1 && turn === undefined) {
    problems.push({
      code: 'FEN_BAD_SIDE',
      range: fields[1],
      message: `the side to move is ${quote(side)}, not w or b`,
    });
  }
  const reading = {
    fields,
    squares: placement.squares,
    turn,
    halfmoves: isDigits(word(4)) ? Number(word(4)) : undefined,
    fullmoves: isDigits(word(5)) ? Number(word(5)) : undefined,
    end: fields.length === 0 ? start : fields[fields.length - 1].end,
  };
  if (first !== undefined) {
    const isBoard = placement.problems.every((p) => p.code === 'FEN_ADJACENT_DIGITS');
    problems.push(...positionProblems(text, reading, placement, isBoard, options.variant));
  }
  problems.push(...counterProblems(fields, word));
  const expected = options.epd === true ? 4 : 6;
  if (fields.length < expected) {
    const missing = FEN_FIELDS.slice(fields.length, expected);
    problems.push({
      code: 'FEN_MISSING_FIELDS',
      range: { start: first?.start ?? start, end: reading.end },
      message: `${missing.length === 1 ? 'a field is' : `${missing.length} fields are`} missing at the end: ${missing.join(', ')}`,
    });
  }
  problems.sort((a, b) => a.range.start - b.range.start);
  return { ...reading, problems };
}

/** Whether the fifth or sixth word may be meant as a counter: it has a digit and no letter in front, or is a dash. */
function isCounter(text: string, start: number, end: number, epd: boolean): boolean {
  const word = text.slice(start, Math.min(end, start + 8));
  return epd ? /^\d+$/.test(word) : /^[-+]?\d/.test(word) || word === '-' || word === '?';
}

const quote = (word: string): string => JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);

function counterProblems(fields: readonly Range[], word: (i: number) => string): FenProblem[] {
  const problems: FenProblem[] = [];
  for (const i of [4, 5]) {
    if (i >= fields.length) break;
    if (!isDigits(word(i))) {
      problems.push({
        code: 'FEN_BAD_COUNTER',
        range: fields[i],
        message: `the ${FEN_FIELDS[i]} is ${quote(word(i))}, not a number of at most four digits`,
      });
    } else if (i === 5 && Number(word(i)) === 0) {
      problems.push({
        code: 'FEN_FULLMOVE_ZERO',
        range: fields[i],
        message: 'the fullmove number is 0; it starts at 1',
      });
    }
  }
  return problems;
}
