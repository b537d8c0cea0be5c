/** A value of a JSON text that was read piece by piece. */
export interface JsonItem {
  /** Keys with dots; `samples[]` are the elements of a list. Empty for the text's own value. */
  readonly path: string;
  /** 0-based number among the values with this path. */
  readonly index: number;
  /** Its JSON as written; empty if it is too long. */
  readonly text: string;
  /** Reason why it cannot be read: the text ended within it, or it is too long. */
  readonly fault?: 'cut' | 'long';
}

/** A list or object whose values are read one by one. */
interface Container {
  readonly path: string;
  readonly isList: boolean;
  /** In an object, the key of the next value; undefined if a key comes next. */
  key: string | undefined;
}

const SPACE = /[\s,:\uFEFF]*/y;
const SCALAR_END = /[\s,:[\]{}"]/g;
const IN_STRING = /["\\]/g;
const STRUCTURE = /["{}[\]]/g;

/**
 * Divides JSON that comes in pieces into its values, in memory bounded by the longest of them: a text of any size is
 * read in time proportional to it. Only the brackets and quotation marks of a value are parsed, so that a damaged value
 * is left to its reader and the next ones still come.
 */
export class JsonItems {
  readonly #opened: ReadonlySet<string>;
  readonly #depthOpened: number;
  readonly #maxLength: number;
  readonly #counts = new Map<string, number>();
  readonly #stack: Container[] = [];
  /** Pieces of the current value. */
  #pieces: string[] = [];
  #length = 0;
  #isIn: 'nothing' | 'value' | 'string' | 'scalar' = 'nothing';
  #isKey = false;
  #depth = 0;
  #isEscaped = false;

  /**
   * @param opened paths of the lists and objects whose values are read one by one; `''` is the text's own value. Or the
   * number of levels that are opened, whatever their paths
   * @param maxLength maximum number of characters of a value; a longer one is a fault, and takes no memory
   */
  constructor(opened: readonly string[] | number, maxLength: number) {
    this.#opened = new Set(typeof opened === 'number' ? [] : opened);
    this.#depthOpened = typeof opened === 'number' ? opened : 0;
    this.#maxLength = maxLength;
  }

  /** Reads a piece and returns the values that end in it. */
  push(text: string): JsonItem[] {
    const items: JsonItem[] = [];
    for (let at = 0; at < text.length; )
      at = this.#isIn === 'nothing' ? this.#begin(text, at) : this.#go(text, at, items);
    return items;
  }

  /** Returns the last value, if the text ends with or within it. */
  end(): JsonItem[] {
    const items: JsonItem[] = [];
    if (this.#isIn === 'scalar' && this.#stack.length === 0) this.#finish(items);
    else if (this.#isIn !== 'nothing' && !this.#isKey) items.push(this.#item('cut'));
    return items;
  }

  /** True if the text ended within a list or object, or a value. */
  get isOpen(): boolean {
    return this.#stack.length > 0 || this.#isIn !== 'nothing';
  }

  /** Looks for the next value or key; returns the offset to continue from. */
  #begin(text: string, from: number): number {
    SPACE.lastIndex = from;
    SPACE.exec(text);
    const at = SPACE.lastIndex;
    if (at >= text.length) return at;
    const first = text[at];
    const container = this.#stack.at(-1);
    if (first === '}' || first === ']') {
      this.#stack.pop();
      this.#valueEnded();
      return at + 1;
    }
    this.#isKey = container !== undefined && !container.isList && container.key === undefined;
    if (first === '"') {
      this.#isIn = 'string';
      this.#keep('"');
      return at + 1;
    }
    if (first !== '{' && first !== '[') {
      this.#isIn = 'scalar';
      return at;
    }
    if (this.#stack.length < this.#depthOpened || this.#opened.has(this.#path)) {
      this.#stack.push({ path: this.#path, isList: first === '[', key: undefined });
      return at + 1;
    }
    this.#isIn = 'value';
    this.#depth = 0;
    return at;
  }

  /** Continues with an open value. */
  #go(text: string, from: number, items: JsonItem[]): number {
    if (this.#isIn === 'scalar') {
      SCALAR_END.lastIndex = from;
      const end = SCALAR_END.exec(text)?.index ?? text.length;
      this.#keep(text.slice(from, end));
      if (end < text.length) this.#finish(items);
      return end;
    }
    if (this.#isIn === 'string') {
      const end = this.#stringEnd(text, from);
      this.#keep(text.slice(from, end ?? text.length));
      if (end === undefined) return text.length;
      if (this.#depth === 0) this.#finish(items);
      else this.#isIn = 'value';
      return end;
    }
    STRUCTURE.lastIndex = from;
    for (let mark = STRUCTURE.exec(text); mark !== null; mark = STRUCTURE.exec(text)) {
      if (mark[0] === '"') {
        this.#isIn = 'string';
        this.#keep(text.slice(from, mark.index + 1));
        return mark.index + 1;
      }
      this.#depth += mark[0] === '{' || mark[0] === '[' ? 1 : -1;
      if (this.#depth > 0) continue;
      this.#keep(text.slice(from, mark.index + 1));
      this.#depth = 0;
      this.#finish(items);
      return mark.index + 1;
    }
    this.#keep(text.slice(from));
    return text.length;
  }

  /** Returns the end of the string around an offset; undefined if it continues in the next piece. */
  #stringEnd(text: string, from: number): number | undefined {
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at++;
    }
    for (;;) {
      IN_STRING.lastIndex = at;
      const mark = IN_STRING.exec(text);
      if (mark === null) return undefined;
      if (mark[0] === '"') return mark.index + 1;
      at = mark.index + 2;
      if (at > text.length) {
        this.#isEscaped = true;
        return undefined;
      }
    }
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#maxLength) this.#pieces = [];
    else this.#pieces.push(text);
  }

  get #path(): string {
    const container = this.#stack.at(-1);
    if (container === undefined) return '';
    if (container.isList) return `${container.path}[]`;
    return container.path === '' ? (container.key ?? '') : `${container.path}.${container.key ?? ''}`;
  }

  #finish(items: JsonItem[]): void {
    const container = this.#stack.at(-1);
    if (this.#isKey && container !== undefined) {
      container.key = decodeKey(this.#pieces.join(''));
      this.#reset();
      return;
    }
    items.push(this.#item(this.#length > this.#maxLength ? 'long' : undefined));
    this.#reset();
    this.#valueEnded();
  }

  #item(fault: JsonItem['fault']): JsonItem {
    const path = this.#path;
    const index = this.#counts.get(path) ?? 0;
    this.#counts.set(path, index + 1);
    return { path, index, text: this.#pieces.join(''), ...(fault !== undefined && { fault }) };
  }

  #reset(): void {
    this.#pieces = [];
    this.#length = 0;
    this.#isIn = 'nothing';
    this.#isKey = false;
  }

  #valueEnded(): void {
    const container = this.#stack.at(-1);
    if (container !== undefined) container.key = undefined;
  }
}

/** Decodes a key; a damaged one stays as written. */
function decodeKey(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
