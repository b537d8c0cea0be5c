import { readCsv } from './csv.ts';
import { arrayValues, longestArray, skipSpace, type ValueSpan, valueAt } from './json-scan.ts';
import { parseJson, problem, type RecordEvent } from './record.ts';

/** How a log is written: a JSON value a line, one JSON text, or rows of fields. */
export type RecordFormat = 'jsonl' | 'json' | 'csv';

/** The format of a log, by its name and how its text begins. */
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
 * Reads a log record by record: JSON Lines, a JSON array, a JSON object around one, JSON values one after another, or CSV.
 * What is damaged becomes a problem at its line, and the reading goes on. Takes time in proportion to the text.
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
      else yield problem(line, found < 0 ? 'no JSON: the line may have been cut while it was written' : 'no JSON');
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
    else yield problem(line, isClosed ? 'no JSON' : 'this value is never closed; what follows is not read');
  }
}

/** The elements of the one array of a text; else its values. */
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

/** Numbers of lines, of places that only go on. */
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
