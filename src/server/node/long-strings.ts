/** UTF-16 code units that are kept at least of a string that is too long; a surrogate pair stays whole. */
const HEAD = 4096;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;

/**
 * JSON as it comes in, in which a string that is too long is an object instead, `{"head":"…","length":N}`: so a document of
 * any size is known by its length, and takes no memory.
 */
export class LongStrings {
  readonly #longest: number;
  /** What is kept, in order. */
  #kept: Buffer[] = [];
  #size = 0;
  #isInString = false;
  /** Bytes that belong to the escape before them: 1 behind a backslash, 4 behind `\u`. */
  #escaped = 0;
  /** UTF-16 code units of the string so far. */
  #units = 0;
  /** Bytes kept up to the string's first quote, and up to the end of its head. */
  #start = 0;
  #headEnd = 0;
  #isCut = false;

  /** @param longest UTF-16 code units of a string */
  constructor(longest: number) {
    this.#longest = Math.max(longest, HEAD);
  }

  write(bytes: Buffer): void {
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (this.#isInString) {
        at = this.#inString(bytes, at, from);
        if (at < bytes.length && this.#endString()) from = at + 1;
      } else if (bytes[at] === QUOTE) {
        this.#isInString = true;
        this.#units = 0;
        this.#start = this.#size + at - from;
      }
    }
    if (!this.#isCut) this.#keep(bytes.subarray(from));
  }

  /** The JSON. */
  text(): string {
    return Buffer.concat(this.#kept).toString('utf8');
  }

  /** Goes on to the quote that ends the string, or to the end of the bytes. What is kept of them starts at `from`. */
  #inString(bytes: Buffer, first: number, from: number): number {
    let [escaped, units] = [this.#escaped, this.#units];
    let at = first;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (escaped > 0) {
        escaped = escaped === 1 && byte === LOWER_U ? 4 : escaped - 1;
        continue;
      }
      if (byte === QUOTE) break;
      // Of a character of several bytes the first one counts; the first of four stands for a surrogate pair.
      if ((byte & 0xc0) === 0x80) continue;
      // One more than the head: a surrogate pair may stand across its end.
      if (units <= HEAD + 1) this.#headEnd = this.#size + at - from;
      if (byte === BACKSLASH) escaped = 1;
      units += byte >= 0xf0 ? 2 : 1;
      if (units > this.#longest && !this.#isCut) {
        this.#keep(bytes.subarray(from, at));
        this.#cut();
      }
    }
    this.#escaped = escaped;
    this.#units = units;
    return at;
  }

  /** Returns true if it was cut: then its bytes are not kept. */
  #endString(): boolean {
    const wasCut = this.#isCut;
    if (wasCut) this.#keep(Buffer.from(`${this.#units}}`));
    this.#isInString = false;
    this.#isCut = false;
    return wasCut;
  }

  #keep(bytes: Buffer): void {
    this.#kept.push(bytes);
    this.#size += bytes.length;
  }

  /** Puts the start of an object in the place of the string so far. */
  #cut(): void {
    const all = Buffer.concat(this.#kept);
    const head = all.subarray(this.#start, this.#headEnd);
    const kept = [all.subarray(0, this.#start), Buffer.from('{"head":'), head, Buffer.from('","length":')];
    this.#kept = [Buffer.concat(kept)];
    this.#size = this.#kept[0]?.length ?? 0;
    this.#isCut = true;
  }
}
