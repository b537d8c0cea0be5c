import { err, ok, type Result } from '../../base/result.ts';
import { type FenPosition, fieldsPosition, fieldWords } from './position.ts';
import { readFen } from './read-fen.ts';

/** Characters of a record that are looked at. */
const MAX_LENGTH = 1000;

/** What a line of a FEN or EPD file says. */
export interface RecordLine {
  /** The fields that are there. */
  readonly words: readonly string[];
  /** Or why they are none. Fields that are missing at the end are taken as they mostly are. */
  readonly position: Result<FenPosition, string>;
}

/** Reads a line of a FEN or EPD file; undefined for a comment or prediction, and for what does not look like a position. */
export function readRecordLine(line: string, epd: boolean): RecordLine | undefined {
  // a byte order mark is white space, too
  const written = line.slice(0, MAX_LENGTH).trim();
  if (written.startsWith('#') || !written.includes('/')) return undefined;
  const words = fieldWords(written, readFen(written, 0, written.length, { epd }));
  return { words, position: fieldsPosition(words) };
}

/** The position of the first record of a FEN or EPD text. An error says why there is none. */
export function recordPosition(text: string, epd: boolean): Result<FenPosition, string> {
  const line = text.split(/\r\n|\n|\r/).find((l) => /^\s*[^\s#]/.test(l));
  const record = line === undefined ? undefined : readRecordLine(line, epd);
  if (record === undefined) return err('there is no position here');
  const { position } = record;
  return position.ok ? ok(position.value) : err(`this is not a position: ${position.error}`);
}
