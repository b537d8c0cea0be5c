import type { Range } from '../../base/text/range.ts';

/** A JSON value with its place. The range of a string is the text between its quotation marks. */
export type LocatedValue =
  | { readonly kind: 'text'; readonly range: Range; readonly value: string }
  /** A number, `true`, `false` or `null`, as written. */
  | { readonly kind: 'number' | 'literal'; readonly range: Range; readonly value: string }
  | { readonly kind: 'list'; readonly range: Range; readonly items: readonly LocatedValue[] }
  | { readonly kind: 'object'; readonly range: Range; readonly members: readonly LocatedMember[] };

export interface LocatedMember {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: LocatedValue;
}

/** A fault of a JSON text and its offset. */
export interface JsonFault {
  readonly message: string;
  readonly offset: number;
  /** True if the text ends before the value does. */
  readonly isCut: boolean;
}

/** Deeper values are refused: the reader is recursive. */
const MAX_DEPTH = 100;

const CUT = 'the text ends within a JSON value';

const SPACE = /[ \t\r\n\uFEFF]*/y;
const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//y;
// Searched in steps: one pattern for a whole string would need a stack as deep as the string is long.
const IN_STRING = /["\\]|[^ -\uffff]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;

/**
 * Reads one JSON value that is the whole range, with the places of all of its parts; undefined value and a fault if it
 * is none. Linear; comments and commas after the last item are read if `isLenient`.
 */
export function readLocatedJson(
  text: string,
  { start, end }: Range,
  isLenient = false,
): { readonly value: LocatedValue } | { readonly fault: JsonFault } {
  const reader = new LocatedReader(text.slice(start, end), start, isLenient);
  try {
    return { value: reader.whole() };
  } catch (error) {
    if (error instanceof Stop) return { fault: error.fault };
    throw error;
  }
}

/** Leaves the recursion at the first fault. */
class Stop extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.message);
    this.fault = fault;
  }
}

class LocatedReader {
  readonly #text: string;
  /** Offset of the text in the document. */
  readonly #base: number;
  readonly #isLenient: boolean;
  #at = 0;

  constructor(text: string, base: number, isLenient: boolean) {
    this.#text = text;
    this.#base = base;
    this.#isLenient = isLenient;
  }

  whole(): LocatedValue {
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) this.#stop('unexpected text after the JSON value');
    return value;
  }

  #value(depth: number): LocatedValue {
    this.#skip();
    if (depth > MAX_DEPTH) this.#stop('values are nested too deeply');
    const first = this.#text.charAt(this.#at);
    if (first === '"') return this.#string();
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    for (const [kind, pattern] of [
      ['number', NUMBER],
      ['literal', LITERAL],
    ] as const) {
      const start = this.#at;
      const value = this.#take(pattern)?.[0];
      if (value !== undefined) return { kind, value, range: this.#rangeFrom(start) };
    }
    return this.#stop('expected a JSON value');
  }

  #string(): LocatedValue & { readonly kind: 'text' } {
    const start = this.#at++;
    for (;;) {
      IN_STRING.lastIndex = this.#at;
      const mark = IN_STRING.exec(this.#text);
      if (mark === null) return this.#stop(CUT, this.#text.length);
      this.#at = mark.index;
      if (mark[0] === '"') break;
      if (mark[0] !== '\\') this.#stop('this string has no end on its line');
      if (this.#take(ESCAPE) !== undefined) continue;
      if (this.#at + 6 > this.#text.length && !this.#text.includes('"', this.#at + 1))
        this.#stop(CUT, this.#text.length);
      this.#stop('JSON has no such escape');
    }
    const value = JSON.parse(this.#text.slice(start, ++this.#at)) as string;
    return { kind: 'text', value, range: { start: this.#base + start + 1, end: this.#base + this.#at - 1 } };
  }

  #rangeFrom(start: number): Range {
    return { start: this.#base + start, end: this.#base + this.#at };
  }

  #object(depth: number): LocatedValue {
    const start = this.#at++;
    const members: LocatedMember[] = [];
    while (!this.#closes('}', members.length)) {
      if (this.#text.charAt(this.#at) !== '"') this.#stop('expected a name in quotation marks');
      const key = this.#string();
      this.#skip();
      if (this.#text.charAt(this.#at) !== ':') this.#stop(`expected a colon after "${key.value}"`);
      this.#at++;
      members.push({ key: key.value, keyRange: key.range, value: this.#value(depth + 1) });
    }
    return { kind: 'object', members, range: this.#rangeFrom(start) };
  }

  #list(depth: number): LocatedValue {
    const start = this.#at++;
    const items: LocatedValue[] = [];
    while (!this.#closes(']', items.length)) items.push(this.#value(depth + 1));
    return { kind: 'list', items, range: this.#rangeFrom(start) };
  }

  /** Passes the comma before the next item, or the closing bracket; true for the bracket. */
  #closes(bracket: string, count: number): boolean {
    this.#skip();
    let hasComma = false;
    if (count > 0 && this.#text.charAt(this.#at) === ',') {
      hasComma = true;
      this.#at++;
      this.#skip();
    }
    if (this.#text.charAt(this.#at) === bracket && (!hasComma || this.#isLenient)) {
      this.#at++;
      return true;
    }
    if (count > 0 && !hasComma) this.#stop(`expected a comma or ${bracket}`);
    return false;
  }

  #skip(): void {
    do this.#take(SPACE);
    while (this.#isLenient && this.#take(COMMENT) !== undefined);
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }

  #stop(message: string, at = this.#at): never {
    const isCut = at >= this.#text.length;
    throw new Stop({ message: isCut ? CUT : message, offset: this.#base + at, isCut });
  }
}
