import type { Range } from '../../base/text/range.ts';
import type { ReadTrace, Span, TraceEvent } from '../events.ts';

/** Returns the lines of a text, without their ends (LF, CRLF or a lone CR); an empty line after the last end is none. */
export function* traceLines(text: string, from = 0): Generator<Range> {
  for (let start = from; start < text.length; ) {
    let end = start;
    while (end < text.length && text.charCodeAt(end) !== 0x0a && text.charCodeAt(end) !== 0x0d) end++;
    yield { start, end };
    start = end + (text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a ? 2 : 1);
  }
}

/** Returns a range without the white space at both of its ends; undefined if nothing else is in it. */
export function trimRange(text: string, { start, end }: Range): Range | undefined {
  let [first, last] = [start, end];
  while (first < last && isSpace(text.charCodeAt(first))) first++;
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  return first === last ? undefined : { start: first, end: last };
}

/** Returns true for white space as `String.prototype.trim` removes it. */
const isSpace = (c: number): boolean =>
  c === 0x20 || (c >= 0x09 && c <= 0x0d) || (c > 0x7f && String.fromCharCode(c).trim() === '');

/** Returns the words of a range as they stand in the text. */
export const textSpan = (text: string, range: Range): Span => ({ text: text.slice(range.start, range.end), range });

/** Returns the span of a range without white space around it; its text is empty if nothing else is in it. */
export const trimmedSpan = (text: string, range: Range): Span =>
  textSpan(text, trimRange(text, range) ?? { start: range.start, end: range.start });

/** Returns the smallest range around all of the ranges, of which there is at least one. */
export const rangeHull = (ranges: readonly Range[]): Range => ({
  start: Math.min(...ranges.map(({ start }) => start)),
  end: Math.max(...ranges.map(({ end }) => end)),
});

/** Collects what a reader finds, in the order of the text. */
export class TraceBuilder {
  readonly events: TraceEvent[] = [];
  readonly #unread: Range[] = [];
  isCut = false;

  /** Adds words that the dialect does not know, without the white space around them. */
  skip(text: string, range: Range): void {
    const words = trimRange(text, range);
    if (words !== undefined) this.#unread.push(words);
  }

  add(...events: readonly TraceEvent[]): void {
    this.events.push(...events);
  }

  finish(dialect: string): ReadTrace {
    return { dialect, events: this.events, unread: this.#unread, isCut: this.isCut };
  }
}

/**
 * Divides a list of words at white space and separators outside of brackets, so that `put(apple,1)` is one. Brackets
 * around the whole list and quotation marks around a word are not part of it.
 */
export function listSpans(text: string, range: Range, separators = ',;'): Span[] {
  const whole = trimRange(text, range);
  if (whole === undefined) return [];
  const isBracketed = text[whole.start] === '[' && text[whole.end - 1] === ']';
  const from = isBracketed ? whole.start + 1 : whole.start;
  const to = isBracketed ? whole.end - 1 : whole.end;
  const spans: Span[] = [];
  let depth = 0;
  let start = from;
  const flush = (end: number): void => {
    if (end > start) spans.push(unquoted(text, { start, end }));
    start = end + 1;
  };
  for (let at = from; at < to; at++) {
    const c = text.charAt(at);
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && (separators.includes(c) || isSpace(c.charCodeAt(0)))) flush(at);
  }
  flush(to);
  return spans;
}

function unquoted(text: string, { start, end }: Range): Span {
  const first = text[start];
  const isQuoted = end - start > 1 && (first === '"' || first === "'") && text[end - 1] === first;
  return textSpan(text, isQuoted ? { start: start + 1, end: end - 1 } : { start, end });
}

/** Words that `listSpans` reads as themselves in every list: `e2e4`, `put(apple,1)`, `(unstack,b,a)`. */
const LIST_WORD = /^(?=[^])[^\s,;()[\]{}'"]*(?:\([^\s;()[\]{}'"]*\)[^\s,;()[\]{}'"]*)?$/;

/** Returns true if a word needs no quotation in a list that `listSpans` reads. */
export const isListWord = (word: string): boolean => LIST_WORD.test(word);
