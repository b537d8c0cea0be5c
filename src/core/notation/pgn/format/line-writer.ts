/** Most characters of a line of movetext in export format (PGN standard 8.2.1). */
export const WIDTH = 79;

/** How a word stands in its line. */
export interface WordPlace {
  /** Touches the word before it. */
  readonly glued?: boolean;
  /** Starts a line. */
  readonly starts?: boolean;
  /** Nothing follows it on its line. */
  readonly ends?: boolean;
  /** Never the first of a line, unless it is told to be. */
  readonly inside?: boolean;
}

/** Fills lines with as many words as have room. */
export class LineWriter {
  readonly #lineEnd: string;
  #lines: string[] = [];
  #line = '';
  /** Words that touch each other and are not placed yet. */
  #run = '';
  #isInside = false;

  constructor(lineEnd: string) {
    this.#lineEnd = lineEnd;
  }

  write(word: string, { glued = false, starts = false, ends = false, inside = false }: WordPlace = {}): void {
    if (glued && !starts && this.#run !== '') this.#run += word;
    else {
      this.#place();
      if (starts) this.#break();
      this.#run = word;
      this.#isInside = inside;
    }
    if (!ends) return;
    this.#place();
    this.#break();
  }

  /** All lines, without a line end behind the last. */
  end(): string {
    this.#place();
    this.#break();
    return this.#lines.join(this.#lineEnd);
  }

  #place(): void {
    const run = this.#run;
    this.#run = '';
    if (run === '') return;
    const hasRoom = this.#line.length + 1 + run.length <= WIDTH;
    if (this.#line !== '' && !this.#isInside && !hasRoom) this.#break();
    const lead = this.#line === '' ? '' : `${this.#line} `;
    // a command that is written over several lines
    const last = Math.max(run.lastIndexOf('\n'), run.lastIndexOf('\r'));
    if (last < 0) this.#line = lead + run;
    else {
      this.#lines.push((lead + run.slice(0, last)).replace(/\r$/, ''));
      this.#line = run.slice(last + 1);
    }
  }

  #break(): void {
    if (this.#line !== '') this.#lines.push(this.#line);
    this.#line = '';
  }
}
