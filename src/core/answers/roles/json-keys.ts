/** A key of JSON that encloses a place of a text, and its range. */
export interface KeyAbove {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum number of keys that are kept for a place. */
const MAX_KEYS = 6;
const MAX_NAME = 60;
/** Maximum number of levels above a place that are read. */
const MAX_LEVELS = 64;

/** The beginning of JSON: a bracket before a quotation mark, a further bracket or a closing brace. */
const BEGINS = /[{[](?=\s{0,40}(?:["'{[]|\}))/g;

/**
 * Returns the keys of JSON that enclose places of a text, the nearest first: `{"answer": {"fen": …}}` gives `fen`,
 * `answer`. Places outside of JSON have none. Linear in the text, whatever its nesting.
 *
 * @param places ascending offsets
 */
export function findKeysAbove(text: string, places: readonly number[]): (readonly KeyAbove[])[] {
  const above: (readonly KeyAbove[])[] = places.map(() => []);
  let next = 0;
  let done = 0;
  const isNextBefore = (at: number): boolean => (places[next] ?? Number.POSITIVE_INFINITY) < at;
  for (const { index } of text.matchAll(BEGINS)) {
    if (index < done) continue;
    while (isNextBefore(index)) next++;
    if (next === places.length) break;
    const reader = new KeyReader(text, index);
    done = reader.read((at) => {
      for (; isNextBefore(at); next++) above[next] = reader.keys();
    });
  }
  return above;
}

/** Reads JSON from a bracket on, tolerant of what is not JSON. */
class KeyReader {
  readonly #text: string;
  /** The key of the value that is being read at each open bracket; none in arrays. */
  readonly #levels: (KeyAbove | undefined)[] = [];
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /**
   * Reads up to the bracket that closes the first one and returns its end. `passed` is called before a key ends its
   * range, at the next key of its object or at a closing bracket.
   */
  read(passed: (at: number) => void): number {
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      const c = text[this.#at];
      if (c === '"') this.#string(passed);
      else if (c === '{' || c === '[') this.#levels.push(undefined);
      else if (c === '}' || c === ']') {
        passed(this.#at);
        this.#levels.pop();
        if (this.#levels.length === 0) return this.#at + 1;
      }
    }
    passed(text.length);
    return text.length;
  }

  #string(passed: (at: number) => void): void {
    const text = this.#text;
    const start = this.#at + 1;
    let end = start;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    this.#at = end;
    if (end - start > MAX_NAME) return;
    let colon = end + 1;
    while (colon < end + 12 && /\s/.test(text.charAt(colon))) colon++;
    if (text[colon] !== ':') return;
    passed(start);
    this.#levels[this.#levels.length - 1] = { name: text.slice(start, end), start, end };
  }

  keys(): KeyAbove[] {
    const keys: KeyAbove[] = [];
    const least = Math.max(0, this.#levels.length - MAX_LEVELS);
    for (let i = this.#levels.length - 1; i >= least && keys.length < MAX_KEYS; i--) {
      const key = this.#levels[i];
      if (key !== undefined) keys.push(key);
    }
    return keys;
  }
}
