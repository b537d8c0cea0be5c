import { plural } from '../base/text/counts.ts';
import { csvRows, csvSeparator } from '../base/text/csv.ts';
import { parseJson } from '../base/text/json-items.ts';
import type { Range } from '../base/text/range.ts';

/** Format of a log: a JSON value per line, one JSON text, or rows of fields. */
export type RecordFormat = 'jsonl' | 'json' | 'csv';

/** Detects the format of a log by its name and the start of its text. */
export function recordFormat(fileName: string, text: string): RecordFormat {
  if (/\.(?:csv|tsv)$/i.test(fileName)) return 'csv';
  if (/\.(?:jsonl|ndjson)$/i.test(fileName)) return 'jsonl';
  const start = skipSpace(text, 0);
  if (text[start] === '[') return 'json';
  if (text[start] !== '{') return /\.json$/i.test(fileName) ? 'json' : 'csv';
  const end = /[\r\n]|$/g;
  end.lastIndex = start;
  const lineEnd = end.exec(text)?.index ?? text.length;
  const isWhole = parseJson(text.slice(start, lineEnd)) !== undefined;
  return isWhole && skipSpace(text, lineEnd) < text.length ? 'jsonl' : 'json';
}

/**
 * Reads a log record by record: JSON Lines, a JSON array, a JSON object with an array, consecutive JSON values, or CSV.
 * Damaged parts become problems with their line, and reading continues. Takes linear time.
 */
export function readRecords(text: string, format: RecordFormat): Generator<RecordEvent> {
  if (format === 'csv') return readCsv(text);
  return format === 'jsonl' ? readLines(text) : readValues(text);
}

function* readLines(text: string): Generator<RecordEvent> {
  let line = 1;
  for (let at = 0; at < text.length; line++) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const own = text.slice(skipSpace(text, at), end);
    if (skipSpace(text, at) < end) {
      const value = parseJson(own);
      if (value !== undefined) yield { type: 'record', line, value };
      else
        yield recordProblem(
          line,
          found < 0 ? 'not JSON: the line may have been cut off while it was written' : 'no JSON',
        );
    }
    at = end + 1;
  }
}

function* readValues(text: string): Generator<RecordEvent> {
  const lines = new LineCounter(text);
  for (const { start, end, isClosed } of recordSpans(text)) {
    const value = isClosed ? parseJson(text.slice(start, end)) : undefined;
    const line = lines.at(start);
    if (value !== undefined) yield { type: 'record', line, value };
    else yield recordProblem(line, isClosed ? 'no JSON' : 'this value is never closed; the rest is not read');
  }
}

/** Yields the elements of the only array of a text; else its values. */
function* recordSpans(text: string): Generator<ValueSpan> {
  const start = skipSpace(text, 0);
  if (start >= text.length) return;
  if (text[start] === '[') {
    yield* arrayValues(text, start);
    return;
  }
  const first = valueAt(text, start);
  const isAlone = skipSpace(text, first.end) >= text.length;
  const array = isAlone && text[start] === '{' ? longestArray(text, start) : undefined;
  if (array !== undefined) {
    yield* arrayValues(text, array.start);
    return;
  }
  for (let at = start; at < text.length; ) {
    const value = valueAt(text, at);
    yield value;
    at = skipSpace(text, value.end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
}

/** Line numbers of increasing offsets. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #counted = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): number {
    for (; this.#counted < offset; this.#counted++) if (this.#text.charCodeAt(this.#counted) === 0x0a) this.#line++;
    return this.#line;
  }
}

/**
 * Reads CSV (RFC 4180: quoted fields may contain separators and line ends, `""` is a quotation mark) whose first row
 * names the columns; also with semicolons or tabs. A row with more or fewer fields than columns becomes a problem.
 */
function* readCsv(text: string): Generator<RecordEvent> {
  const rows = csvRows(text, csvSeparator(text));
  const first = rows.next();
  if (first.done === true) return;
  const names = first.value.fields.map((name, i) => name.trim() || `column ${i + 1}`);
  for (const { line, fields, isClosed } of rows) {
    if (!isClosed) yield recordProblem(line, 'a quotation mark opened here is never closed; the rest is not read');
    else if (fields.length === 1 && fields[0]?.trim() === '') continue;
    else if (fields.length !== names.length)
      yield recordProblem(line, `${plural(fields.length, 'field')} where the first row has ${names.length}`);
    else yield { type: 'record', line, value: Object.fromEntries(names.map((name, i) => [name, fields[i]])) };
  }
}

const SPACE = /[\s\uFEFF]*/y;
const SPACE_OR_COMMA = /[\s,]*/y;
const SCALAR = /[^\s,[\]{}":]+/y;
const MARK = /["[\]{}]/g;

/** Range of a value in a JSON text. */
interface ValueSpan extends Range {
  /** True if its brackets and quotation marks are closed. */
  readonly isClosed: boolean;
}

/** Returns the offset after the whitespace at a place. */
function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

/**
 * Returns the range of the value at a place, by its brackets alone: its content may be invalid JSON. At least one
 * character.
 */
function valueAt(text: string, start: number): ValueSpan {
  const first = text[start];
  if (first !== '{' && first !== '[' && first !== '"') {
    SCALAR.lastIndex = start;
    const end = SCALAR.exec(text) === null ? start + 1 : SCALAR.lastIndex;
    return { start, end, isClosed: true };
  }
  let depth = 0;
  for (let at = start; ; ) {
    MARK.lastIndex = at;
    const mark = MARK.exec(text)?.[0];
    const end = mark === '"' ? stringEnd(text, MARK.lastIndex) : MARK.lastIndex;
    if (mark === undefined || end === undefined) break;
    if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') depth--;
    if (depth <= 0) return { start, end, isClosed: true };
    at = end;
  }
  return { start, end: text.length, isClosed: false };
}

/** Returns the end of a string whose content starts at a place; undefined if it is never closed. */
function stringEnd(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (escapes > start && text[escapes - 1] === '\\') escapes--;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return undefined;
}

/** Yields the values of the array that starts at a place. */
function* arrayValues(text: string, start: number): Generator<ValueSpan> {
  for (let at = start + 1; ; ) {
    SPACE_OR_COMMA.lastIndex = at;
    SPACE_OR_COMMA.exec(text);
    at = SPACE_OR_COMMA.lastIndex;
    if (at >= text.length || text[at] === ']') return;
    const value = valueAt(text, at);
    yield value;
    at = value.end;
  }
}

const NOT_A_VALUE = /[\s,:}]*/y;

/**
 * Returns the longest array of objects among the values of the object that starts at a place; undefined without one.
 */
function longestArray(text: string, start: number): ValueSpan | undefined {
  let longest: ValueSpan | undefined;
  for (let at = start + 1; at < text.length; ) {
    NOT_A_VALUE.lastIndex = at;
    NOT_A_VALUE.exec(text);
    at = NOT_A_VALUE.lastIndex;
    if (at >= text.length) break;
    // Keys are skipped like values.
    const value = valueAt(text, at);
    const length = value.end - value.start;
    if (
      text[at] === '[' &&
      text[skipSpace(text, at + 1)] === '{' &&
      length > (longest ? longest.end - longest.start : 0)
    )
      longest = value;
    at = value.end;
  }
  return longest;
}

/** A record of a log: one request to a model with its answer. */
export interface LogRecord {
  readonly type: 'record';
  /** 1-based line of its start. */
  readonly line: number;
  /** Any JSON; for CSV an object of strings by column name. */
  readonly value: unknown;
}

/** A part of a log that is not a record, and is skipped. */
export interface RecordProblem {
  readonly type: 'problem';
  /** 1-based. */
  readonly line: number;
  /** One sentence for people. */
  readonly message: string;
}

export type RecordEvent = LogRecord | RecordProblem;

const recordProblem = (line: number, message: string): RecordProblem => ({ type: 'problem', line, message });
