import { err, ok, type Result } from '../../base/result.ts';
import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import { inCheck } from '../../games/chess/attacks.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import type { ChessVariant } from '../../games/chess/chess-variants.ts';
import { RIGHTS } from '../../games/chess/frame.ts';
import { type ChessState, parseChess } from '../../games/chess/state.ts';
import type { Inlay } from '../language.ts';
import { operandText, readOperations } from './epd.ts';
import { type FenRecord, readFenFile, startsComment } from './fen-file.ts';
import type { FenReading } from './fields.ts';
import { readFen } from './read-fen.ts';

/** A position, and the rules that its castling rights require. */
interface FenPosition {
  readonly state: ChessState;
  readonly variant: ChessVariant;
}

/** Default values of fields missing at the end of a FEN. */
const REST = ['', 'w', '-', '-', '0', '1'] as const;

/**
 * Returns the position of the fields of a FEN; fields at the end may be missing. The variant is Chess960 if the
 * castling rights fit nothing else. An error states why there is no position.
 */
export function fieldsPosition(fields: readonly string[]): Result<FenPosition, string> {
  const fen = [...fields, ...REST.slice(fields.length)].join(' ');
  const plain = parseChess(fen, false);
  if (!plain.ok) return err(plain.error);
  const shuffled = parseChess(fen, true);
  return shuffled.ok && shuffled.value.words[RIGHTS] !== plain.value.words[RIGHTS]
    ? ok({ state: shuffled.value, variant: 'chess960' })
    : ok({ state: plain.value, variant: 'chess' });
}

/** Returns the rules of a chess state without a named variant: Chess960 if its castling rights fit nothing else. */
export function inferChessVariant(fen: string): FenPosition['variant'] {
  const found = fieldsPosition(fen.trim().split(/\s+/));
  return found.ok ? found.value.variant : 'chess';
}

/** Returns the words of a reading's fields. */
const fieldTexts = (text: string, { fields }: FenReading): string[] =>
  fields.map(({ start, end }) => text.slice(start, end));

/** Returns the position of a record that has at least the four fields of EPD. */
export function fenPosition(text: string, reading: FenReading): FenPosition | { state: undefined; variant: 'chess' } {
  const found = reading.fields.length < 4 ? undefined : fieldsPosition(fieldTexts(text, reading));
  return found?.ok === true ? found.value : { state: undefined, variant: 'chess' };
}

/** Maximum number of characters of a record that are read. */
const MAX_LENGTH = 1000;

/** The content of a line of a FEN or EPD file. */
export interface RecordLine {
  /** The existing fields. */
  readonly words: readonly string[];
  /** The position, or the reason why there is none. Fields missing at the end get their usual values. */
  readonly position: Result<FenPosition, string>;
}

/**
 * Reads a line of a FEN or EPD file; undefined for a comment, a prediction, and text that does not look like a
 * position.
 */
export function readRecordLine(line: string, epd: boolean): RecordLine | undefined {
  // a byte order mark is white space too
  const written = line.slice(0, MAX_LENGTH).trim();
  if (startsComment(written, 0) || !written.includes('/')) return undefined;
  const words = fieldTexts(written, readFen(written, 0, written.length, { epd }));
  return { words, position: fieldsPosition(words) };
}

/** Returns the position of the first record of a FEN or EPD text. An error states why there is none. */
export function recordPosition(text: string, epd: boolean): Result<FenPosition, string> {
  const line = text.split(/\r\n|\n|\r/).find((l) => l.trim() !== '' && !startsComment(l.trimStart(), 0));
  const record = line === undefined ? undefined : readRecordLine(line, epd);
  if (record === undefined) return err('there is no position here');
  const { position } = record;
  return position.ok ? ok(position.value) : err(`this is not a position: ${position.error}`);
}

/** A record of a FEN or EPD file, for lists. */
export interface FenEntry {
  /** The record with the predictions below it. */
  readonly range: Range;
  /** Its own line. */
  readonly line: Range;
  /** The `id` of an EPD record, else the start of the piece placement. */
  readonly name: string;
  /** `White to move, 20 moves`, or only the side; empty if the position cannot be read. */
  readonly detail: string;
}

const NAME_LENGTH = 40;

/**
 * Returns the records of a FEN or EPD file, in text order.
 *
 * @param moves true to count the legal moves of each position
 */
export function fenOutline(text: string, epd: boolean, moves = true): FenEntry[] {
  return readFenFile(text).records.map((record) => {
    const { range } = record;
    const reading = readFen(text, range.start, range.end, { epd });
    return {
      range: recordRange(record),
      line: range,
      name: recordName(text, range, reading.end),
      detail: moves ? recordDetail(text, reading) : sideText(reading),
    };
  });
}

/** Returns a record with the predictions below it. */
export const recordRange = ({ range, predictions }: FenRecord): Range => ({
  start: range.start,
  end: predictions.at(-1)?.end ?? range.end,
});

const sideText = ({ turn }: FenReading): string =>
  turn === undefined ? '' : `${turn === 1 ? 'Black' : 'White'} to move`;

function recordDetail(text: string, reading: FenReading): string {
  const { state } = fenPosition(text, reading);
  if (state === undefined) return '';
  const moves = legalMoves(state).length;
  return `${sideText(reading)}, ${plural(moves, 'move')}`;
}

function recordName(text: string, { start, end }: Range, operationsStart: number): string {
  const { operations } = readOperations(text, operationsStart, end);
  const id = operations.find(({ opcode }) => opcode === 'id');
  const name = (id?.operands ?? [])
    .map((operand) => operandText(text, operand))
    .join(' ')
    .trim();
  if (name !== '') return name;
  const words = text.slice(start, Math.min(end, start + 2 * NAME_LENGTH)).split(/\s+/);
  const shown = words.slice(0, 2).join(' ');
  return shown.length > NAME_LENGTH ? `${shown.slice(0, NAME_LENGTH)}…` : shown;
}

/** Returns a note after each readable position: the side to move, and whether it is in check, mated or stalemated. */
export function fenInlays(text: string, epd: boolean): Inlay[] {
  const inlays: Inlay[] = [];
  for (const { range } of readFenFile(text).records) {
    const reading = readFen(text, range.start, range.end, { epd });
    const { state } = fenPosition(text, reading);
    if (state === undefined) continue;
    const side = reading.turn === 1 ? 'Black' : 'White';
    const moves = legalMoves(state).length;
    const check = inCheck(state.words, 0);
    let label = `${side} to move`;
    if (moves === 0) label = `${side} is ${check ? 'mated' : 'stalemated'}`;
    else if (check) label += ', in check';
    inlays.push({ offset: reading.end, label, tooltip: plural(moves, 'legal move') });
  }
  return inlays;
}
