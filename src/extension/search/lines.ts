/** Characters that are sent at a time. */
export const PIECE = 1 << 20;

/** The lines of a tree that grows. Everybody who takes them has a place of their own in it. */
export class SearchLines {
  readonly #chunks: string[] = [];
  #length = 0;

  push(text: string): void {
    if (text === '') return;
    this.#chunks.push(text);
    this.#length += text.length;
  }

  /** Takes in a text of any length, in pieces of whole lines that are sent one by one. */
  pushAll(text: string): void {
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at + PIECE - 1) + 1 || text.length;
      this.push(text.slice(at, end));
      at = end;
    }
  }

  /** Characters so far. */
  get length(): number {
    return this.#length;
  }

  get text(): string {
    return this.#chunks.join('');
  }

  /** The start of the text: the header, once there is one. */
  get head(): string {
    return this.#chunks[0] ?? '';
  }

  reader(): LineReader {
    return new LineReader(this.#chunks);
  }
}

/** A place in the lines, from their start on. */
export class LineReader {
  readonly #chunks: readonly string[];
  #at = 0;

  constructor(chunks: readonly string[]) {
    this.#chunks = chunks;
  }

  /** What comes next, whole lines of about a million characters at most; undefined when nothing does. */
  next(most = PIECE): string | undefined {
    const from = this.#at;
    let length = 0;
    while (this.#at < this.#chunks.length && length < most) length += this.#chunks[this.#at++]?.length ?? 0;
    return this.#at === from ? undefined : this.#chunks.slice(from, this.#at).join('');
  }

  rewind(): void {
    this.#at = 0;
  }

  /** What comes next is what is not there yet. */
  skip(): void {
    this.#at = this.#chunks.length;
  }
}
