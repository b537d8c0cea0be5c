import { parseJson } from '../../base/text/json-items.ts';
import type { Range } from '../../base/text/range.ts';
import type { Span } from '../events.ts';
import { trimmedSpan } from './text-lines.ts';

const SPACE = /[ \t\v\f]*/y;
const KEY = /([A-Za-z][\w]{0,40})[ \t]{0,9}(?:[:=][ \t]{0,9}|[ \t])/y;

/** Reads one line from the left, by words, quotations and lists; offsets count in the whole text. */
export class LineCursor {
  readonly text: string;
  readonly end: number;
  at: number;

  constructor(text: string, { start, end }: Range) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  skipSpace(): void {
    this.take(SPACE);
  }

  /** Takes a match of a sticky pattern at the cursor that ends within the line; undefined without one. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null || pattern.lastIndex > this.end) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  /** Takes a text in quotation marks, with the escapes of JSON; its range is that between the marks. */
  quoted(): Span | undefined {
    const start = this.at;
    if (this.text[start] !== '"') return undefined;
    let end = start + 1;
    while (end < this.end && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.end) return undefined;
    const text = parseJson(this.text.slice(start, end + 1));
    if (typeof text !== 'string') return undefined;
    this.at = end + 1;
    return { text, range: { start: start + 1, end } };
  }

  /** Takes a list in brackets, whose words commas part; undefined without one that ends in the line. */
  list(): Span[] | undefined {
    const start = this.at;
    if (this.text[this.at] !== '[') return undefined;
    this.at++;
    const words = this.words(']');
    if (this.text[this.at] === ']' && this.at < this.end) {
      this.at++;
      return words;
    }
    this.at = start;
    return undefined;
  }

  /** Takes words that commas part, up to a closing sign or the end of the line. */
  words(close = ''): Span[] {
    const words: Span[] = [];
    while (!this.isAtEnd) {
      this.skipSpace();
      const c = this.text.charAt(this.at);
      if (this.isAtEnd || c === close) break;
      if (c === ',' || c === ';') {
        this.at++;
        continue;
      }
      const span = this.quoted() ?? this.#bare(close);
      if (span.text === '' && span.range.start === span.range.end && this.text[this.at - 1] !== '"') this.at++;
      else words.push(span);
    }
    return words;
  }

  /** Takes a word of a list: up to white space or a comma outside of round brackets. */
  #bare(close: string): Span {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.end; this.at++) {
      const c = this.text.charAt(this.at);
      if (c === '(') depth++;
      else if (c === ')') depth--;
      if (depth <= 0 && (c === close || c === ',' || c === ';' || /\s/.test(c))) break;
    }
    return trimmedSpan(this.text, { start, end: this.at });
  }

  /**
   * Takes `key: value` or `key=value` at the cursor. A value is a quotation, a list, or what stands before the next `, `,
   * `;` or `close`.
   */
  keyValue(
    close: string,
  ): { readonly key: string; readonly value: readonly Span[]; readonly isBare: boolean } | undefined {
    const start = this.at;
    const key = this.take(KEY)?.[1];
    if (key === undefined) return undefined;
    this.skipSpace();
    const quoted = this.quoted();
    if (quoted !== undefined) return { key, value: [quoted], isBare: false };
    const list = this.list();
    if (list !== undefined) return { key, value: list, isBare: false };
    const from = this.at;
    while (!this.isAtEnd) {
      const c = this.text.charAt(this.at);
      if (c === close || c === ';' || (c === ',' && /\s/.test(this.text.charAt(this.at + 1)))) break;
      this.at++;
    }
    const value = trimmedSpan(this.text, { start: from, end: this.at });
    if (value.text !== '') return { key, value: [value], isBare: true };
    this.at = start;
    return undefined;
  }

  /** Takes the rest of the line: a quotation that is all of it, or its words as they stand. */
  rest(): Span {
    this.skipSpace();
    const start = this.at;
    const quoted = this.quoted();
    if (quoted !== undefined && this.isAtEnd) return quoted;
    this.at = this.end;
    return trimmedSpan(this.text, { start, end: this.end });
  }
}

/** Line ends and other signs that a line cannot hold as they stand. */
const UNSAFE = /[^ -~\u00a0-\u2027\u202a-\uffff]/;

/** Writes a text in quotation marks, with the escapes of JSON, on one line. */
export const quoteWord = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes a text for the rest of a line; in quotation marks if it would be read as something else. */
export const writeRest = (text: string): string =>
  text === '' || text.trim() !== text || text.startsWith('"') || UNSAFE.test(text) ? quoteWord(text) : text;

/** Writes a word of a field; in quotation marks unless it is plain. */
export const writeWord = (text: string): string =>
  /^[\w.+*/=-]+(?:,[\w.+*/=-]+)*$/.test(text) ? text : quoteWord(text);

/** Writes a list in brackets; words such as `up` and `put(apple,1)` stand in it without quotation marks. */
export const writeList = (words: readonly string[]): string =>
  `[${words.map((word) => (/^(?:[\w.+*/=-]+|[\w.-]+\([\w.,-]*\))$/.test(word) ? word : quoteWord(word))).join(', ')}]`;
