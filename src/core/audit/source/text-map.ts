/** Maps offsets of a decoded text back to the document that it comes from. */
export class TextMap {
  readonly #base: number;
  readonly #decoded: readonly number[];
  readonly #source: readonly number[];
  readonly #outer: TextMap | undefined;

  /**
   * @param base offset of the first character, in the document or in the decoded text of `outer`
   * @param decoded offsets of the decoded text at which escapes begin or end, ascending
   * @param source the offset of the written text for each of them, from `base`
   */
  constructor(base: number, decoded: readonly number[] = [], source: readonly number[] = [], outer?: TextMap) {
    this.#base = base;
    this.#decoded = decoded;
    this.#source = source;
    this.#outer = outer;
  }

  /** The offset in the document of an offset of the decoded text; the text's length gives its end. */
  toSource(offset: number): number {
    let low = 0;
    let high = this.#decoded.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#decoded[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const at = low === 0 ? offset : (this.#source[low - 1] ?? 0) + offset - (this.#decoded[low - 1] ?? 0);
    return this.#outer === undefined ? this.#base + at : this.#outer.toSource(this.#base + at);
  }
}

/** A decoded text with its way back. */
export interface MappedText {
  readonly text: string;
  readonly map: TextMap;
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * The value of a JSON string: the text between its quotation marks with its escapes decoded. What is no escape of JSON stays as it is
 * written, so that nothing is lost.
 *
 * @param base offset of the first character behind the quotation mark
 */
export function decodeString(raw: string, base: number, outer?: TextMap): MappedText {
  let at = raw.indexOf('\\');
  if (at < 0) return { text: raw, map: new TextMap(base, [], [], outer) };
  const parts: string[] = [];
  const decoded: number[] = [];
  const source: number[] = [];
  let length = 0;
  let from = 0;
  while (at >= 0) {
    parts.push(raw.slice(from, at));
    length += at - from;
    const letter = raw.charAt(at + 1);
    const code = letter === 'u' ? /^[\da-fA-F]{4}/.exec(raw.slice(at + 2, at + 6))?.[0] : undefined;
    const value = code === undefined ? (SHORT[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
    const next = at + (code === undefined ? 2 : 6);
    decoded.push(length, length + value.length);
    source.push(at, next);
    parts.push(value);
    length += value.length;
    from = Math.min(next, raw.length);
    at = raw.indexOf('\\', from);
  }
  parts.push(raw.slice(from));
  return { text: parts.join(''), map: new TextMap(base, decoded, source, outer) };
}

/** Texts one after the other as one, with a sign between them. */
export function joinParts(parts: readonly MappedText[], sign: string): MappedText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of parts) {
    starts.push(length);
    length += text.length + sign.length;
  }
  return { text: parts.map(({ text }) => text).join(sign), map: new JoinedMap(parts, starts) };
}

/** The way back from texts that were joined. */
class JoinedMap extends TextMap {
  readonly #parts: readonly MappedText[];
  readonly #starts: readonly number[];

  constructor(parts: readonly MappedText[], starts: readonly number[]) {
    super(0);
    this.#parts = parts;
    this.#starts = starts;
  }

  override toSource(offset: number): number {
    let at = this.#starts.length - 1;
    while (at > 0 && (this.#starts[at] ?? 0) > offset) at--;
    const part = this.#parts[at];
    return part === undefined ? 0 : part.map.toSource(Math.min(offset - (this.#starts[at] ?? 0), part.text.length));
  }
}
