import { type JsonItem, JsonItems, parseJson } from '../../../core/base/text/json-items.ts';
import { type Fields, isFields } from '../../json-fields.ts';
import type { FieldMap } from '../plans/plan-text.ts';
import { EACH, keyFacts, locateRecords, pathText, type RecordPath, recordsAt } from '../plans/record-path.ts';
import type { LogPiece } from './log-format.ts';
import type { BrokenPiece } from './log-import.ts';

/** Path of a piece that is a record, wherever it was found. */
export const RECORD = 'record';
/**
 * Length limit of a document that is read whole, in characters; a longer one is read record by record, by the path found in its beginning.
 */
const MAX_WHOLE = 1 << 25;
const MAX_HEAD = 1 << 23;
/** Number of values of a table on which a path is tried. */
const MAX_TRIED = 50;
/** Length limit of a top-level text of a document that its records inherit, in characters. */
const MAX_TOLD = 200;
const MAX_FACTS = 20;

/** Called with the path of the records. */
type OnPath = (path: string) => void;

/** Yields the records of JSON values that arrive one by one and may be lists of records themselves. */
export async function* valueRecords(
  pieces: AsyncIterable<LogPiece | BrokenPiece>,
  map: FieldMap,
  onPath: OnPath,
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  let waiting: (LogPiece | BrokenPiece)[] | undefined = [];
  let path: RecordPath = [];
  const located = (): readonly (LogPiece | BrokenPiece)[] => {
    const found = waiting ?? [];
    waiting = undefined;
    path = locateRecords(
      found.flatMap((piece) => ('fault' in piece ? [] : [piece.value])),
      map,
    );
    if (path.length > 0) onPath(pathText(path));
    return found;
  };
  for await (const piece of pieces) {
    // A record per line is the usual form: it needs no generator.
    if (waiting === undefined && path.length === 0) yield 'fault' in piece ? piece : { ...piece, path: RECORD };
    else if (waiting === undefined) yield* pieceRecords(piece, path);
    else if (waiting.push(piece) >= MAX_TRIED) for (const item of located()) yield* pieceRecords(item, path);
  }
  if (waiting !== undefined) for (const entry of located()) yield* pieceRecords(entry, path);
}

function* pieceRecords(piece: LogPiece | BrokenPiece, path: RecordPath): Generator<LogPiece | BrokenPiece> {
  if ('fault' in piece) yield piece;
  else if (path.length === 0) yield { ...piece, path: RECORD };
  else
    for (const { value, place } of recordsAt(piece.value, path, ''))
      yield { path: RECORD, value, place: `${piece.place}: ${place}` };
}

/** Yields the records of a JSON document, or of several in succession. */
export async function* documentRecords(
  texts: AsyncIterable<string>,
  map: FieldMap,
  onPath: OnPath,
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const iterator = texts[Symbol.asyncIterator]();
  const kept: string[] = [];
  let length = 0;
  let next = await iterator.next();
  for (; next.done !== true && length + next.value.length <= MAX_WHOLE; next = await iterator.next()) {
    kept.push(next.value);
    length += next.value.length;
  }
  if (next.done === true) {
    yield* textRecords(kept.join('').replace(/^\uFEFF/, ''), map, onPath);
    return;
  }
  const { value } = next;
  const rest = async function* (): AsyncGenerator<string, void, undefined> {
    yield* kept;
    yield value;
    for (let item = await iterator.next(); item.done !== true; item = await iterator.next()) yield item.value;
  };
  yield* longDocumentRecords(rest(), closedJson(kept.join('').slice(0, MAX_HEAD)), map, onPath);
}

/** Yields the records of a text that is read whole. */
function* textRecords(text: string, map: FieldMap, onPath: OnPath): Generator<LogPiece | BrokenPiece> {
  const whole = pieceValue(text);
  const table = 'fault' in whole ? undefined : tableRows(whole.value);
  if (table !== undefined) {
    for (const [i, value] of table.entries()) yield { path: RECORD, value, place: `row ${i + 1}` };
    return;
  }
  const isLine = !text.trim().includes('\n');
  const pieces: (LogPiece | BrokenPiece)[] = [];
  if (!('fault' in whole)) pieces.push({ path: '', place: '', ...whole });
  else if (parseJson(text) !== undefined) pieces.push({ place: isLine ? 'line 1' : 'the document', ...whole });
  else {
    const items = new JsonItems([], MAX_PIECE);
    for (const item of [...items.push(text), ...items.end()]) {
      const place = `value ${item.index + 1}`;
      const read = item.fault === undefined ? pieceValue(item.text) : { fault: formatFault(item.fault) };
      pieces.push('fault' in read ? { place, ...read } : { path: '', place, ...read });
    }
    if (items.isOpen) pieces.push({ place: 'the end', fault: 'the file is cut off' });
  }
  const values = pieces.flatMap((piece) => ('fault' in piece ? [] : [piece.value]));
  const path = locateRecords(values, map);
  if (path.length > 0) onPath(pathText(path));
  for (const piece of pieces) {
    if ('fault' in piece) yield piece;
    else
      for (const { value, place } of recordsAt(piece.value, path, piece.place === '' ? '' : `${piece.place}: `))
        yield { path: RECORD, value, place: place === '' ? (isLine ? 'line 1' : 'the document') : place };
  }
}

const formatFault = (fault: 'cut' | 'long'): string => (fault === 'long' ? TOO_LONG : 'cut off');

/** Yields the records of a document that is too long to be read whole. */
async function* longDocumentRecords(
  texts: AsyncIterable<string>,
  head: string,
  map: FieldMap,
  onPath: OnPath,
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const path = locateRecords([parseJson(head)], map);
  if (path.length > 0) onPath(pathText(path));
  const depth = path.indexOf(EACH) + 1;
  const ending = pathText(path.slice(path[depth - 2] === undefined ? depth - 1 : depth - 2, depth));
  const items = new JsonItems(depth, MAX_PIECE);
  /** Short texts at the top of the document so far. */
  const facts = new Map<string, unknown>();
  for await (const text of texts)
    for (const item of items.push(text)) {
      if (depth > 0 && !isBelow(item.path, ending)) {
        noteFact(item, facts);
        continue;
      }
      const owner = item.path.slice(0, Math.max(0, item.path.length - ending.length - 1));
      const place = `${item.path.replace(/\[\]$/, '')}[${item.index}]`;
      const read = item.fault === undefined ? pieceValue(item.text) : { fault: formatFault(item.fault) };
      if ('fault' in read) yield { place, ...read };
      else
        for (const { value: record, place: inner } of recordsAt(read.value, path.slice(depth), place, {
          ...keyFacts(owner),
          ...Object.fromEntries(facts),
        }))
          yield { path: RECORD, value: record, place: inner };
    }
  if (items.isOpen) yield { place: 'the end', fault: 'the file is cut off' };
}

/** Stores a short text at the top of a document, such as the name of a model. */
function noteFact({ path, text }: JsonItem, facts: Map<string, unknown>): void {
  if (facts.size >= MAX_FACTS || text.length > MAX_TOLD || path.includes('.') || path.endsWith('[]')) return;
  const value = parseJson(text);
  if (typeof value === 'string') facts.set(path, value);
}

/** Returns true for a path that ends like that of the records, whose first key may be any. */
const isBelow = (path: string, ending: string): boolean =>
  ending.startsWith('*') ? path.endsWith('[]') : path === ending || path.endsWith(`.${ending}`);

/** Returns the beginning of a JSON text, closed after its last complete value. */
export function closedJson(text: string): string {
  let end = 0;
  for (const { mark, at } of jsonMarks(text)) if (mark === ',') end = at;
  const open: string[] = [];
  for (const { mark } of jsonMarks(text.slice(0, end)))
    if (mark === '{') open.push('}');
    else if (mark === '[') open.push(']');
    else if (mark !== ',') open.pop();
  return text.slice(0, end) + open.reverse().join('');
}

/** Yields brackets and commas outside of strings. */
function* jsonMarks(text: string): Generator<{ readonly mark: string; readonly at: number }> {
  const MARK = /["{}[\],]/g;
  for (let found = MARK.exec(text); found !== null; found = MARK.exec(text)) {
    if (found[0] !== '"') {
      yield { mark: found[0], at: found.index };
      continue;
    }
    let close = text.indexOf('"', found.index + 1);
    while (close >= 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
    if (close < 0) return;
    MARK.lastIndex = close + 1;
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** Length limit of one sample in characters; longer ones are reported and skipped. */
export const MAX_PIECE = 1 << 26;
export const TOO_LONG = `longer than ${MAX_PIECE.toLocaleString('en-US')} characters`;
/** Limit of the nesting of one sample: deeper values cannot be written into a run file. */
const MAX_DEPTH = 500;

/** Reads the JSON of a piece; the fault is the reason why it cannot be read. */
export function pieceValue(text: string): { readonly value: unknown } | { readonly fault: string } {
  const value = parseJson(text);
  if (value === undefined) return { fault: 'not JSON' };
  return isDeep(value) ? { fault: `nested more than ${MAX_DEPTH} levels deep` } : { value };
}

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const inner: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const own of Object.values(item)) if (typeof own === 'object' && own !== null) inner.push(own);
    }
    level = inner;
  }
  return false;
}

/** Limit of the examined columns of a table. */
const MAX_COLUMNS = 500;

/**
 * Returns the rows of a table that JSON holds in another form than a list of objects: names of columns beside rows of cells (`{"columns":
 * […], "data": [[…], …]}`, as Weights & Biases and pandas write it), or a list or a map of cells by number for each column. Undefined for
 * other values.
 */
function tableRows(value: unknown): readonly Fields[] | undefined {
  if (!isFields(value)) return undefined;
  const names = value['columns'];
  const cells = value['data'] ?? value['rows'];
  if (Array.isArray(names) && names.every((name) => typeof name === 'string') && Array.isArray(cells))
    return cells.length > 0 && cells.every((row) => Array.isArray(row) && row.length === names.length)
      ? (cells as unknown[][]).map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])))
      : undefined;
  const columns = Object.entries(value).slice(0, MAX_COLUMNS);
  const [first] = columns;
  if (first === undefined || columns.length < 2) return undefined;
  const keys = columnKeys(first[1]);
  const isColumn = ([, column]: [string, unknown]): boolean => {
    const own = columnKeys(column);
    return own?.length === keys?.length && own?.every((key, i) => key === keys?.[i]) === true;
  };
  if (keys === undefined || keys.length === 0 || !columns.every(isColumn)) return undefined;
  return keys.map((key) => Object.fromEntries(columns.map(([name, column]) => [name, (column as Fields)[key]])));
}

/** Returns the numbers under which a column has its cells; undefined for other values. */
function columnKeys(column: unknown): readonly string[] | undefined {
  if (typeof column !== 'object' || column === null) return undefined;
  const keys = Object.keys(column);
  const isCells = keys.every((key) => /^\d{1,9}$/.test(key) && isCell((column as Fields)[key]));
  return isCells ? keys : undefined;
}

const isCell = (value: unknown): boolean => typeof value !== 'object' || value === null;
