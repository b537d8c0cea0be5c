import { err, ok, type Result } from '../../base/result.ts';
import { startsComment } from './comment-line.ts';
import { type FenPosition, fieldsPosition, fieldWords } from './position.ts';
import { readFen } from './read-fen.ts';

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
  const words = fieldWords(written, readFen(written, 0, written.length, { epd }));
  return { words, position: fieldsPosition(words) };
}

/** The position of the first record of a FEN or EPD text. An error states why there is none. */
export function recordPosition(text: string, epd: boolean): Result<FenPosition, string> {
  const line = text.split(/\r\n|\n|\r/).find((l) => l.trim() !== '' && !startsComment(l.trimStart(), 0));
  const record = line === undefined ? undefined : readRecordLine(line, epd);
  if (record === undefined) return err('there is no position here');
  const { position } = record;
  return position.ok ? ok(position.value) : err(`this is not a position: ${position.error}`);
}
