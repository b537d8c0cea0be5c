/** Longer lines are cut: no engine writes them, and a broken one may write no line end at all. */
const MAX_LENGTH = 1 << 16;

/** Cuts what comes in pieces into lines. */
export class Lines {
  readonly #take: (line: string) => void;
  /** The pieces of the line that has not ended. */
  #open: string[] = [];
  #length = 0;

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      this.#keep(piece.slice(from, end));
      const line = this.#open.join('');
      this.#open = [];
      this.#length = 0;
      this.#take(line.endsWith('\r') ? line.slice(0, -1) : line);
      from = end + 1;
    }
    this.#keep(piece.slice(from));
  }

  #keep(piece: string): void {
    const kept = piece.slice(0, MAX_LENGTH - this.#length);
    if (kept === '') return;
    this.#open.push(kept);
    this.#length += kept.length;
  }
}
