import type { Range } from '../../base/text/range.ts';

const SPACE = /[\s\uFEFF]*/y;
const SPACE_OR_COMMA = /[\s,]*/y;
const SCALAR = /[^\s,[\]{}":]+/y;
const MARK = /["[\]{}]/g;

/** A value in a JSON text. */
export interface ValueSpan extends Range {
  /** Whether its brackets and quotation marks close. */
  readonly isClosed: boolean;
}

/** Where the blanks end that start at a place. */
export function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

/** The value that starts at a place, by its brackets alone; what is in it may be no JSON. It has one character at least. */
export function valueAt(text: string, start: number): ValueSpan {
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

/** Where a string ends whose quotation mark stands before a place; undefined when it never does. */
function stringEnd(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (escapes > start && text[escapes - 1] === '\\') escapes--;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return undefined;
}

/** The values of the array that starts at a place, one after another. */
export function* arrayValues(text: string, start: number): Generator<ValueSpan> {
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

/** The longest array of objects among the values of the object that starts at a place; undefined when it has none. */
export function longestArray(text: string, start: number): ValueSpan | undefined {
  let longest: ValueSpan | undefined;
  for (let at = start + 1; at < text.length; ) {
    NOT_A_VALUE.lastIndex = at;
    NOT_A_VALUE.exec(text);
    at = NOT_A_VALUE.lastIndex;
    if (at >= text.length) break;
    // Keys are passed over like values.
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
