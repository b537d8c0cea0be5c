import { plural } from '../../../core/base/text/counts.ts';
import { csvRows, csvSeparator, type Separator } from '../../../core/base/text/csv.ts';
import { type JsonItem, JsonItems } from '../../../core/base/text/json-items.ts';
import type { FieldMap } from '../plans/plan-text.ts';
import type { LogLayout, LogPiece } from './log-format.ts';
import type { BrokenPiece } from './log-import.ts';
import { documentRecords, MAX_PIECE, pieceValue, TOO_LONG, valueRecords } from './record-pieces.ts';

/** Options for dividing a text into pieces. */
export interface PieceOptions {
  readonly layout: LogLayout;
  /** Known fields of the records. */
  readonly map: FieldMap;
  /** Called with the path of the records, unless they are a plain table. */
  readonly onPath: (path: string) => void;
}

/** Divides a text into pieces by the layout of its format. */
export function textPieces(
  texts: AsyncIterable<string>,
  { layout, map, onPath }: PieceOptions,
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  switch (layout) {
    case 'lines':
      return linePieces(texts);
    case 'text':
      return plainPieces(texts);
    case 'records-lines':
      return valueRecords(linePieces(texts), map, onPath);
    case 'records-list':
      return valueRecords(documentPieces(texts, ['']), map, onPath);
    case 'records-document':
      return documentRecords(texts, map, onPath);
    case 'records-csv':
      return csvPieces(texts);
    default:
      return documentPieces(texts, layout);
  }
}

/** Yields the lines of JSON Lines. */
async function* linePieces(texts: AsyncIterable<string>): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  let kept: string[] = [];
  let length = 0;
  let line = 0;
  const whole = (rest: string): LogPiece | BrokenPiece | undefined => {
    line++;
    const isLong = length + rest.length > MAX_PIECE;
    const text = kept.length === 0 ? rest : kept.join('') + rest;
    kept = [];
    length = 0;
    const place = `line ${line}`;
    if (isLong) return { place, fault: TOO_LONG };
    const bare = (line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text).trim();
    if (bare === '') return undefined;
    return { path: '', place, ...pieceValue(bare) };
  };
  for await (const text of texts) {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      const piece = whole(text.slice(from, at));
      if (piece !== undefined) yield piece;
      from = at + 1;
    }
    length += text.length - from;
    if (length > MAX_PIECE) kept = [];
    else if (from < text.length) kept.push(text.slice(from));
  }
  const last = whole('');
  if (last !== undefined) yield 'fault' in last && last.fault !== TOO_LONG ? { ...last, fault: CUT_LINE } : last;
}

const CUT_LINE = 'not JSON: the line may have been cut off while it was written';

/**
 * Yields the values of a JSON document.
 *
 * @param opened see `JsonItems`
 */
async function* documentPieces(
  texts: AsyncIterable<string>,
  opened: readonly string[],
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const items = new JsonItems(opened, MAX_PIECE);
  for await (const text of texts) for (const item of items.push(text)) yield itemPiece(item);
  for (const item of items.end()) yield itemPiece(item);
  if (items.isOpen) yield { place: 'the end', fault: 'the file is cut off' };
}

function itemPiece({ path, index, text, fault }: JsonItem): LogPiece | BrokenPiece {
  const place = path.endsWith('[]') ? `${path.slice(0, -1)}${index}]` : path === '' ? `value ${index + 1}` : path;
  if (fault !== undefined) return { place, fault: fault === 'cut' ? 'cut off' : TOO_LONG };
  return { path, place, ...pieceValue(text) };
}

/** Yields the lines of a plain text. */
async function* plainPieces(texts: AsyncIterable<string>): AsyncGenerator<LogPiece, void, undefined> {
  let rest = '';
  let line = 0;
  for await (const text of texts) {
    const lines = text.split(/\r?\n/);
    lines[0] = (rest + (lines[0] ?? '')).slice(0, MAX_PIECE);
    rest = lines.pop() ?? '';
    for (const value of lines) yield { path: 'text', value, place: `line ${++line}` };
  }
  if (rest !== '') yield { path: 'text', value: rest, place: `line ${++line}` };
}

/**
 * Yields the rows of a CSV or TSV text whose first row names the columns, each as an object of texts; memory holds one row at a time.
 */
async function* csvPieces(texts: AsyncIterable<string>): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const marks = /["\n]/g;
  const table = new CsvTable();
  let kept: string[] = [];
  let length = 0;
  let isQuoted = false;
  let line = 1;
  let lines = 0;
  const row = (end: string): LogPiece | BrokenPiece | undefined => {
    const text = kept.join('') + end;
    const isLong = length + end.length > MAX_PIECE;
    kept = [];
    length = 0;
    const at = line;
    line += lines;
    lines = 0;
    return isLong ? { place: `line ${at}`, fault: TOO_LONG } : table.row(text, at);
  };
  for await (const text of texts) {
    let from = 0;
    marks.lastIndex = 0;
    for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
      if (mark[0] === '"') {
        isQuoted = !isQuoted;
        continue;
      }
      lines++;
      if (isQuoted) continue;
      const piece = row(text.slice(from, mark.index));
      from = mark.index + 1;
      if (piece !== undefined) yield piece;
    }
    length += text.length - from;
    if (length > MAX_PIECE) kept = [];
    else kept.push(text.slice(from));
  }
  const last = row('');
  if (last !== undefined) yield last;
}

/** Turns rows into objects by the names in the first row. */
class CsvTable {
  #separator: Separator | undefined;
  #names: readonly string[] | undefined;

  row(text: string, line: number): LogPiece | BrokenPiece | undefined {
    const place = `line ${line}`;
    const bare = text.replace(/\r$/, '');
    if (bare.trim() === '') return undefined;
    this.#separator ??= csvSeparator(bare);
    const [found] = csvRows(bare, this.#separator);
    if (found === undefined) return undefined;
    const { fields, isClosed } = found;
    if (!isClosed) return { place, fault: 'a quotation mark opened here is never closed; the rest is not read' };
    if (this.#names === undefined) {
      this.#names = fields.map((name, i) => name.trim() || `column ${i + 1}`);
      return undefined;
    }
    const names = this.#names;
    if (fields.length !== names.length)
      return { place, fault: `${plural(fields.length, 'field')} where the first row has ${names.length}` };
    return { path: '', value: Object.fromEntries(names.map((name, i) => [name, fields[i]])), place };
  }
}
