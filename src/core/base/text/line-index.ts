/** A place in a text: 0-based line, and UTF-16 code units from the line's start. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

const LF = 10;
const CR = 13;

/** Maps offsets to lines and back. A line ends at LF, CRLF or a lone CR (the line ends that LSP names). */
export class LineIndex {
  /** Offset of each line's first character. */
  readonly starts: Uint32Array;
  readonly #length: number;

  constructor(text: string) {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === LF || (c === CR && text.charCodeAt(i + 1) !== LF)) starts.push(i + 1);
    }
    this.starts = Uint32Array.from(starts);
    this.#length = text.length;
  }

  /** Number of lines; a final line end opens one more, empty line. */
  get lineCount(): number {
    return this.starts.length;
  }

  /** The place of an offset; offsets outside the text are clamped to it. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: at - this.starts[low]! };
  }

  /** The offset of a place; places outside the text are clamped to it. */
  offsetAt({ line, character }: Position): number {
    if (line >= this.starts.length) return this.#length;
    const next = this.starts[line + 1] ?? this.#length;
    return Math.min(this.starts[line]! + character, next);
  }
}

/** The place of a text's end, without an index. */
export function endOf(text: string): Position {
  let line = 0;
  let start = 0;
  // the text of most files: looking for one character is far faster than looking at each
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
      line++;
      start = at + 1;
    }
    return { line, character: text.length - start };
  }
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > CR || (c !== LF && (c !== CR || text.charCodeAt(i + 1) === LF))) continue;
    line++;
    start = i + 1;
  }
  return { line, character: text.length - start };
}
