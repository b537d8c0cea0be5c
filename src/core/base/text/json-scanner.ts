/** Receiver of the tokens of a JSON text; offsets count from the start of the document. */
export interface JsonEvents {
  open(isArray: boolean): void;
  close(): void;
  /** Called with the text between the quotation marks of a key, and its offset. */
  key(raw: string, at: number): void;
  /** Called with the text between the quotation marks of a value, and its offset. */
  string(raw: string, at: number): void;
  number(raw: string, at: number): void;
  /** Called with `true`, `false` or `null`. */
  literal?(raw: string, at: number): void;
  /** Called if the text is no JSON from here on, or ends too early. All that was open is closed. */
  broken(at: number, why: string): void;
}

/** Maximum length of a string that is kept. */
const MAX_STRING = 1 << 26;
const MAX_DEPTH = 10_000;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Splits JSON and JSON Lines that arrive in pieces into tokens, without building values. It never fails: text that is
 * no JSON is reported and left out, and reading resumes at the next line that begins with a value.
 */
export class JsonScanner {
  readonly #events: JsonEvents;
  #text = '';
  /** Offset of `#text` in the document. */
  #base = 0;
  #at = 0;
  /** Offset from which the end of an unfinished string is searched. */
  #looked = 0;
  /** Open objects and arrays: 1 for an array. */
  readonly #open: number[] = [];
  #expectsKey = false;
  /** Number of problems reported for the document. */
  #broken = 0;
  #ends = false;

  constructor(events: JsonEvents) {
    this.#events = events;
  }

  /** Offset of the first character that is not read. */
  get offset(): number {
    return this.#base + this.#at;
  }

  push(piece: string): void {
    this.#text = this.#at === 0 ? this.#text + piece : this.#text.slice(this.#at) + piece;
    this.#base += this.#at;
    this.#looked = Math.max(0, this.#looked - this.#at);
    this.#at = 0;
    this.#scan();
  }

  end(): void {
    this.#ends = true;
    this.#scan();
    if (this.#open.length > 0 || this.#at < this.#text.length) {
      const isOpen = this.#open.length > 0;
      this.#at = this.#text.length;
      this.#open.length = 0;
      this.#report(this.offset, isOpen ? 'the text ends inside a JSON value; what is before it was read' : 'no JSON');
    }
  }

  #scan(): void {
    const text = this.#text;
    while (this.#at < text.length) {
      const c = text.charCodeAt(this.#at);
      if (c === QUOTE) {
        if (!this.#string()) return;
      } else if (c === 123 || c === 91) {
        this.#at++;
        if (this.#open.length >= MAX_DEPTH) {
          this.#report(this.offset, 'values are nested too deeply to be read');
          this.#recover();
          continue;
        }
        this.#open.push(c === 91 ? 1 : 0);
        this.#expectsKey = c === 123;
        this.#events.open(c === 91);
      } else if (c === 125 || c === 93) {
        this.#at++;
        if (this.#open.pop() !== undefined) this.#events.close();
        this.#expectsKey = false;
      } else if (c === 44) {
        this.#at++;
        this.#expectsKey = this.#open[this.#open.length - 1] === 0;
      } else if (c === 58 || c <= 32 || c === 0xfeff) {
        if (c === 58) this.#expectsKey = false;
        this.#at++;
      } else if (!this.#word()) return;
    }
  }

  /** Reads a number, a literal, or text that is no JSON; false if it may continue in the next piece. */
  #word(): boolean {
    const pattern = /[\w.+-]+|[^\s"{}[\],:]/y;
    pattern.lastIndex = this.#at;
    const word = pattern.exec(this.#text)?.[0] ?? this.#text.charAt(this.#at);
    if (this.#at + word.length === this.#text.length && !this.#ends && word.length < 100) return false;
    const at = this.#base + this.#at;
    this.#at += word.length;
    if (/^-?\d/.test(word)) this.#events.number(word, at);
    else if (/^(?:true|false|null|NaN|-?Infinity)$/.test(word)) this.#events.literal?.(word, at);
    else {
      this.#report(at, 'this is no JSON; the next value is read again');
      this.#recover();
    }
    return true;
  }

  /** Reads a string; false if its end is not yet in the text. */
  #string(): boolean {
    const text = this.#text;
    const start = this.#at + 1;
    let end = Math.max(start, this.#looked);
    for (;;) {
      end = text.indexOf('"', end);
      if (end < 0) {
        if (!this.#ends && text.length - start < MAX_STRING) {
          this.#looked = text.length;
          return false;
        }
        return this.#cutString(text.length);
      }
      let slashes = 0;
      while (text.charCodeAt(end - 1 - slashes) === BACKSLASH && end - 1 - slashes >= start) slashes++;
      if (slashes % 2 === 0) break;
      end++;
    }
    const raw = text.slice(start, end);
    // searched in the value alone: a document may be one line of any length
    const line = raw.indexOf('\n');
    // a value never holds a line end: this line was cut off if the next one begins a record
    if (line >= 0 && /^\s*\{\s*"/.test(text.slice(start + line + 1, start + line + 40)))
      return this.#cutString(start + line);
    this.#at = end + 1;
    this.#looked = 0;
    if (this.#expectsKey && this.#open[this.#open.length - 1] === 0) this.#events.key(raw, this.#base + start);
    else this.#events.string(raw, this.#base + start);
    return true;
  }

  /** Cuts a string off at an offset: its text so far is reported, and all that is open is closed. */
  #cutString(end: number): boolean {
    const start = this.#at + 1;
    if (!this.#expectsKey) this.#events.string(this.#text.slice(start, end), this.#base + start);
    this.#at = end;
    this.#looked = 0;
    this.#open.length = 0;
    this.#expectsKey = false;
    this.#report(this.#base + end, 'a JSON string is cut off here; what is before it was read');
    return true;
  }

  #recover(): void {
    this.#open.length = 0;
    this.#expectsKey = false;
    const line = this.#text.indexOf('\n', this.#at);
    this.#at = line < 0 ? this.#text.length : line + 1;
  }

  #report(at: number, why: string): void {
    // the first few are enough
    if (this.#broken++ < 20) this.#events.broken(at, why);
    else this.#events.broken(-1, '');
  }
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\]]/g;

/**
 * Returns the offset of the first bracket of a JSON text, with comments or without, that is nested deeper than `most`
 * levels; undefined if there is none. Recursive readers refuse such a text before they begin.
 */
export function excessNesting(text: string, most: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (++depth > most) return index;
    } else if (token === '}' || token === ']') depth--;
  }
  return undefined;
}
