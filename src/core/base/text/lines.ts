/** A position in a text: 0-based line, and UTF-16 code units from the line's start. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Maps offsets to lines and back. A line ends at LF, CRLF or a lone CR (the line ends that LSP names). */
export class LineIndex {
  /** Offset of each line's first character. */
  readonly starts: Uint32Array;
  readonly #length: number;

  constructor(text: string) {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === LINE_FEED || (c === CARRIAGE_RETURN && text.charCodeAt(i + 1) !== LINE_FEED)) starts.push(i + 1);
    }
    this.starts = Uint32Array.from(starts);
    this.#length = text.length;
  }

  /** Number of lines; a final line end opens one more, empty line. */
  get lineCount(): number {
    return this.starts.length;
  }

  /** Returns the position of an offset; offsets outside the text are clamped to it. */
  positionAt(offset: number): TextPosition {
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

  /** Returns the offset of a position; positions outside the text are clamped to it. */
  offsetAt({ line, character }: TextPosition): number {
    if (line >= this.starts.length) return this.#length;
    const next = this.starts[line + 1] ?? this.#length;
    return Math.min(this.starts[line]! + character, next);
  }
}

/** Returns the position of a text's end, without an index. */
export function endPosition(text: string): TextPosition {
  let line = 0;
  let start = 0;
  // most files: searching for one character is far faster than looking at each
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
      line++;
      start = at + 1;
    }
    return { line, character: text.length - start };
  }
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > CARRIAGE_RETURN || (c !== LINE_FEED && (c !== CARRIAGE_RETURN || text.charCodeAt(i + 1) === LINE_FEED)))
      continue;
    line++;
    start = i + 1;
  }
  return { line, character: text.length - start };
}

export type LineEnding = '\n' | '\r\n' | '\r';

/** The line endings of a text that arrives in pieces. */
export class LineEndings {
  readonly #counts = new Map<LineEnding, number>();
  readonly #first = new FirstEnd();
  /** True after a CR at the end of the last piece, whose LF may follow. */
  #isOpen = false;

  push(text: string): void {
    if (text === '') return;
    this.#first.push(text);
    let at = 0;
    if (this.#isOpen) {
      this.#isOpen = false;
      const isPair = text.charCodeAt(0) === LINE_FEED;
      this.#add(isPair ? '\r\n' : '\r');
      if (isPair) at = 1;
    }
    for (let lf = text.indexOf('\n', at), cr = text.indexOf('\r', at); lf >= 0 || cr >= 0; ) {
      const isReturn = cr >= 0 && (lf < 0 || cr < lf);
      if (isReturn && cr + 1 === text.length) {
        this.#isOpen = true;
        return;
      }
      const isPair = isReturn && lf === cr + 1;
      this.#add(isReturn ? (isPair ? '\r\n' : '\r') : '\n');
      if (isReturn) cr = text.indexOf('\r', cr + 1);
      if (!isReturn || isPair) lf = text.indexOf('\n', lf + 1);
    }
  }

  /** Closes the text: a CR at its end stays alone. */
  end(): void {
    if (this.#isOpen) this.#add('\r');
    this.#isOpen = false;
    this.#first.end();
  }

  #add(ending: LineEnding): void {
    this.#counts.set(ending, (this.#counts.get(ending) ?? 0) + 1);
  }

  /** The `firstLineEnding`, once it is certain. */
  get settledFirst(): LineEnding | undefined {
    return this.#first.settled;
  }

  /** The `firstLineEnding` of the text so far. */
  get first(): LineEnding {
    return this.#first.ending;
  }

  /** The most frequent line ending; LF without any. A tie goes to the one seen first. */
  get most(): LineEnding {
    let best: LineEnding = '\n';
    let most = 0;
    for (const [ending, count] of this.#counts) {
      if (count > most) {
        best = ending;
        most = count;
      }
    }
    return best;
  }
}

/** State of the scan in a PGN, as far as line ends matter; a text of another kind has none of these. */
type Place = 'start' | 'line' | 'tag' | 'value' | 'comment' | 'rest';

/** Finds the first line end that a formatter may write, in a text that arrives in pieces. */
class FirstEnd {
  /** The first line end outside of comments. */
  settled: LineEnding | undefined;
  /** The first line end after the first word, in a comment; for texts without another. */
  #inComment: LineEnding | undefined;
  /** The first line end before the first word; for texts without another. */
  #leading: LineEnding | undefined;
  #place: Place = 'start';
  #isColumnOne = true;
  #isEscaped = false;
  #isOpen = false;

  push(text: string): void {
    for (let i = 0; i < text.length && this.settled === undefined; i++) {
      const c = text.charCodeAt(i);
      if (this.#isOpen) {
        this.#isOpen = false;
        this.#add(c === LINE_FEED ? '\r\n' : '\r');
        if (c === LINE_FEED || this.settled !== undefined) continue;
      }
      if (c === CARRIAGE_RETURN) this.#isOpen = true;
      else if (c === LINE_FEED) this.#add('\n');
      else this.#step(text.charAt(i));
    }
  }

  /** Closes the text. */
  end(): void {
    if (this.#isOpen) this.#add('\r');
    this.#isOpen = false;
  }

  get ending(): LineEnding {
    return this.settled ?? this.#inComment ?? (this.#place === 'start' ? this.#leading : undefined) ?? '\n';
  }

  #add(ending: LineEnding): void {
    this.#isColumnOne = true;
    if (this.#place === 'start') this.#leading ??= ending;
    else if (this.#place === 'comment') this.#inComment ??= ending;
    else this.settled = ending;
  }

  #step(c: string): void {
    const isColumnOne = this.#isColumnOne;
    this.#isColumnOne = false;
    if (this.#place === 'start') {
      if (!/\S/.test(c)) return;
      this.#place = 'line';
      if (c === '%' && isColumnOne) this.#place = 'rest';
    }
    if (this.#place === 'comment') this.#place = c === '}' ? 'line' : 'comment';
    else if (this.#place === 'value') {
      if (c === '"' && !this.#isEscaped) this.#place = 'tag';
      this.#isEscaped = c === '\\' && !this.#isEscaped;
    } else if (this.#place === 'tag') this.#place = c === '"' ? 'value' : c === ']' ? 'line' : 'tag';
    else if (this.#place === 'line') {
      if (c === '{') this.#place = 'comment';
      else if (c === '[') this.#place = 'tag';
      else if (c === ';') this.#place = 'rest';
    }
  }
}

/** Returns the most frequent line ending of a text; LF without any. A tie goes to the one seen first. */
export function dominantLineEnding(text: string): LineEnding {
  const endings = new LineEndings();
  endings.push(text);
  endings.end();
  return endings.most;
}

/**
 * Returns the first line end after a text's first word and outside of comments in braces; the first of all if there is
 * no other, LF if there is none. Unlike the most frequent one it stays the same however many line ends become others of
 * its kind, and unlike those in comments a formatter writes it.
 */
export function firstLineEnding(text: string): LineEnding {
  const first = new FirstEnd();
  first.push(text);
  first.end();
  return first.ending;
}

/**
 * Breaks a text at spaces into lines as long as `fits` accepts. A word that does not fit is a line by itself.
 *
 * @param fits returns true if a line is short enough
 */
export function wrapWords(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
