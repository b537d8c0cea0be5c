import type { Position } from '../base/text/line-index.ts';

const LF = 10;
const CR = 13;

/** Lines and columns of a text that arrives in pieces. It keeps the line starts that may still be asked for. */
export class Places {
  #starts: number[] = [0];
  /** Number of the line that `#starts` begins with. */
  #first = 0;
  #length = 0;
  #endsInCr = false;

  push(piece: string): void {
    const base = this.#length;
    if (this.#endsInCr && piece.charCodeAt(0) !== LF && piece !== '') this.#starts.push(base);
    if (piece.includes('\r')) {
      for (let i = 0; i < piece.length; i++) {
        const c = piece.charCodeAt(i);
        if (c === LF || (c === CR && i + 1 < piece.length && piece.charCodeAt(i + 1) !== LF))
          this.#starts.push(base + i + 1);
      }
    } else {
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) this.#starts.push(base + at + 1);
    }
    if (piece !== '') this.#endsInCr = piece.charCodeAt(piece.length - 1) === CR;
    this.#length += piece.length;
  }

  /** The place of an offset that is not forgotten. */
  at(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: this.#first + low, character: offset - (this.#starts[low] ?? 0) };
  }

  /** Forgets the lines that end before an offset. */
  forget(offset: number): void {
    let low = 0;
    while (low + 1 < this.#starts.length && (this.#starts[low + 1] ?? 0) <= offset) low++;
    // seldom, so that each line is moved a few times at most
    if (low < 1000 || low * 2 < this.#starts.length) return;
    this.#starts = this.#starts.slice(low);
    this.#first += low;
  }
}
