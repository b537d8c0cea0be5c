export type LineEnding = '\n' | '\r\n' | '\r';

/** The line endings of a text that comes in pieces. */
export class LineEndings {
  readonly #counts = new Map<LineEnding, number>();
  #first: LineEnding | undefined;
  #isBehindWord = false;
  #isFirstSettled = false;
  /** A CR at the end of the last piece, whose LF may follow. */
  #isOpen = false;

  push(text: string): void {
    if (text === '') return;
    let at = 0;
    if (this.#isOpen) {
      this.#isOpen = false;
      const isPair = text.charCodeAt(0) === LF;
      this.#add(isPair ? '\r\n' : '\r');
      if (isPair) at = 1;
    }
    const word = this.#isBehindWord ? 0 : text.slice(at).search(/\S/);
    const wordAt = word < 0 ? text.length : at + word;
    for (let lf = text.indexOf('\n', at), cr = text.indexOf('\r', at); lf >= 0 || cr >= 0; ) {
      const isReturn = cr >= 0 && (lf < 0 || cr < lf);
      const end = isReturn ? cr : lf;
      if (end > wordAt) this.#isBehindWord = true;
      if (isReturn && end + 1 === text.length) {
        this.#isOpen = true;
        return;
      }
      const isPair = isReturn && lf === cr + 1;
      this.#add(isReturn ? (isPair ? '\r\n' : '\r') : '\n');
      if (isReturn) cr = text.indexOf('\r', cr + 1);
      if (!isReturn || isPair) lf = text.indexOf('\n', lf + 1);
    }
    if (wordAt < text.length) this.#isBehindWord = true;
  }

  /** Closes the text: a CR at its end stays alone. */
  end(): void {
    if (this.#isOpen) this.#add('\r');
    this.#isOpen = false;
  }

  #add(ending: LineEnding): void {
    this.#counts.set(ending, (this.#counts.get(ending) ?? 0) + 1);
    // that of a text without a word is the first of all
    if (!this.#isFirstSettled && (this.#isBehindWord || this.#first === undefined)) this.#first = ending;
    this.#isFirstSettled ||= this.#isBehindWord;
  }

  /** The first line end behind the first word, once it is certain. */
  get settledFirst(): LineEnding | undefined {
    return this.#isFirstSettled ? this.#first : undefined;
  }

  /** The first line end behind the first word; LF when there is none. */
  get first(): LineEnding {
    return this.#isBehindWord && !this.#isFirstSettled ? '\n' : (this.#first ?? '\n');
  }

  /** The line ending that is used most; LF when there is none. A tie goes to the one seen first. */
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

const LF = 0x0a;

/** The line ending that a text uses most; LF when it has none. A tie goes to the one seen first. */
export function lineEndingOf(text: string): LineEnding {
  const endings = new LineEndings();
  endings.push(text);
  endings.end();
  return endings.most;
}

/**
 * The first line end behind a text's first word; LF when there is none. Unlike the one used most it stays the same however
 * many line ends become others of its kind.
 */
export function firstLineEnding(text: string): LineEnding {
  let i = Math.max(0, text.search(/\S/));
  while (i < text.length && text.charCodeAt(i) !== 0x0a && text.charCodeAt(i) !== 0x0d) i++;
  if (text.charCodeAt(i) !== 0x0d) return '\n';
  return text.charCodeAt(i + 1) === 0x0a ? '\r\n' : '\r';
}
