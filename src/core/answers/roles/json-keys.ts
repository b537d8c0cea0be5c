/** A key of JSON that encloses a place of a text, and its range. */
export interface KeyAbove {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Level {
  readonly isArray: boolean;
  key: KeyAbove | undefined;
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
  for (const { index } of text.matchAll(BEGINS)) {
    if (index < done) continue;
    while (next < places.length && (places[next] ?? 0) < index) next++;
    if (next >= places.length) break;
    const reader = new KeyReader(text, index);
    done = reader.read((at) => {
      for (; next < places.length && (places[next] ?? 0) < at; next++) above[next] = reader.keys();
    });
  }
  return above;
}

/** Reads JSON from a bracket on, tolerant of what is not JSON. */
class KeyReader {
  readonly #text: string;
  readonly #levels: Level[] = [];
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /**
   * Reads up to the bracket that closes the first one and returns its end. `passed` is called at each value's end,
   * while its keys are still open.
   */
  read(passed: (at: number) => void): number {
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      const c = text[this.#at];
      if (c === '"') this.#string(passed);
      else if (c === '{' || c === '[') {
        this.#levels.push({ isArray: c === '[', key: undefined });
      } else if (c === '}' || c === ']') {
        passed(this.#at);
        this.#levels.pop();
        if (this.#levels.length === 0) return this.#at + 1;
      } else if (c === ',') passed(this.#at);
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
    const level = this.#levels.at(-1);
    if (level === undefined || level.isArray || end - start > MAX_NAME) return;
    let colon = end + 1;
    while (colon < end + 12 && /\s/.test(text[colon] ?? '')) colon++;
    if (text[colon] !== ':') return;
    passed(start);
    level.key = { name: text.slice(start, end), start, end };
  }

  keys(): KeyAbove[] {
    const keys: KeyAbove[] = [];
    const least = Math.max(0, this.#levels.length - MAX_LEVELS);
    for (let i = this.#levels.length - 1; i >= least && keys.length < MAX_KEYS; i--) {
      const key = this.#levels[i]?.key;
      if (key !== undefined) keys.push(key);
    }
    return keys;
  }
}
