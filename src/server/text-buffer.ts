import type { Position } from '../core/text/line-index.ts';
import type { Range } from '../core/text/range.ts';

const LF = 10;
const CR = 13;

/**
 * A text with its line starts, which an edit updates instead of counting anew. Lines end at LF, CRLF or a lone CR, as in
 * `LineIndex`: after any edits both give the same places.
 */
export class TextBuffer {
  #text: string;
  /** Offset of each line's first character; `#count` of them. */
  #starts: Uint32Array;
  #count: number;

  constructor(text: string) {
    this.#text = text;
    const starts = lineStarts(text, 0, text.length);
    starts.unshift(0);
    this.#starts = Uint32Array.from(starts);
    this.#count = starts.length;
  }

  get text(): string {
    return this.#text;
  }

  get lineCount(): number {
    return this.#count;
  }

  /** The place of an offset; offsets outside the text are clamped to it. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.#text.length));
    const line = this.#lineOf(at);
    return { line, character: at - this.#starts[line] };
  }

  /** The offset of a place; places outside the text are clamped to it, those behind a line to its end. */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    if (line >= this.#count) return this.#text.length;
    const next = line + 1 < this.#count ? this.#starts[line + 1] : this.#text.length;
    let end = next;
    if (line + 1 < this.#count) {
      end--;
      if (end > this.#starts[line] && this.#text.charCodeAt(end) === LF && this.#text.charCodeAt(end - 1) === CR) end--;
    }
    return Math.min(this.#starts[line] + Math.max(0, character), end);
  }

  /** Replaces a span. */
  replace({ start, end }: Range, text: string): void {
    const before = this.#text;
    this.#text = before.slice(0, start) + text + before.slice(end);
    const delta = text.length - (end - start);
    // A line end may be joined or parted at the seams, so the characters on both sides are looked at again.
    const from = Math.max(0, start - 1);
    const to = Math.min(this.#text.length, start + text.length + 1);
    const kept = this.#lineOf(from) + 1;
    const oldEnd = Math.min(before.length, end + 1);
    let tail = this.#lineOf(oldEnd) + 1;
    const between = lineStarts(this.#text, from, to);
    // A line start at `oldEnd` itself is one of those counted again.
    if (tail < kept) tail = kept;
    const count = kept + between.length + (this.#count - tail);
    const target = count <= this.#starts.length ? this.#starts : new Uint32Array(count + (count >> 3) + 16);
    const shifted = this.#starts.subarray(tail, this.#count);
    if (target === this.#starts) target.copyWithin(kept + between.length, tail, this.#count);
    else {
      target.set(this.#starts.subarray(0, kept));
      target.set(shifted, kept + between.length);
    }
    if (delta !== 0) for (let i = kept + between.length; i < count; i++) target[i] += delta;
    target.set(between, kept);
    this.#starts = target;
    this.#count = count;
  }

  /** The last line that starts at or before an offset. */
  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Starts of the lines that are opened by a line end of which a character lies in `[from, to)`. */
function lineStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c === LF || (c === CR && text.charCodeAt(i + 1) !== LF)) starts.push(i + 1);
  }
  return starts;
}
