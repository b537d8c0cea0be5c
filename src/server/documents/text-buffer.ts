import type { TextPosition } from '../../core/base/text/lines.ts';
import type { Range } from '../../core/base/text/range.ts';
import type { LspRange } from '../../protocol/lsp.ts';

const LF = 10;
const CR = 13;

/** Approximate length of a piece, in UTF-16 code units. */
const PIECE = 1 << 15;

/**
 * A text with its line starts, which an edit updates without recounting. The text is kept in pieces, so that an edit of
 * a large one copies only one of them. Lines end at LF, CRLF or a lone CR, as in `LineIndex`: after any edits both give
 * the same positions.
 */
export class TextBuffer {
  /** Pieces; none is empty. */
  #pieces: string[];
  /** Offset of each piece, then the text's length. */
  #offsets: Float64Array;
  /** Offset of each line's first character, in the first `#count` entries. */
  #starts: Uint32Array;
  #count: number;

  constructor(text: string) {
    this.#pieces = piecesOf(text);
    this.#offsets = offsetsOf(this.#pieces);
    const { starts, count } = lineStarts(text, 0, text.length, true);
    this.#starts = starts;
    this.#count = count;
  }

  /** The whole text, joined at every call: `slice` returns parts at less cost. */
  get text(): string {
    return this.#pieces.join('');
  }

  get length(): number {
    return this.#offsets[this.#pieces.length] ?? 0;
  }

  get lineCount(): number {
    return this.#count;
  }

  /** Returns a part of the text; offsets outside are clamped. */
  slice(start: number, end: number): string {
    const to = Math.min(end, this.length);
    let from = Math.max(0, start);
    if (from >= to) return '';
    const first = this.#pieceOf(from);
    const parts: string[] = [];
    for (let i = first; from < to; i++) {
      const offset = this.#offsets[i] ?? 0;
      parts.push((this.#pieces[i] ?? '').slice(from - offset, to - offset));
      from = this.#offsets[i + 1] ?? to;
    }
    return parts.join('');
  }

  /** Returns the position of an offset; offsets outside the text are clamped. */
  positionAt(offset: number): TextPosition {
    const at = Math.max(0, Math.min(offset, this.length));
    const line = this.#lineOf(at);
    return { line, character: at - this.#start(line) };
  }

  /** Returns the offset of a position; positions outside the text are clamped to it, those after a line to its end. */
  offsetAt({ line, character }: TextPosition): number {
    if (line < 0) return 0;
    if (line >= this.#count) return this.length;
    const next = line + 1 < this.#count ? this.#start(line + 1) : this.length;
    let end = next;
    if (line + 1 < this.#count) {
      end--;
      if (end > this.#start(line) && this.slice(end - 1, end + 1) === '\r\n') end--;
    }
    return Math.min(this.#start(line) + Math.max(0, character), end);
  }

  /** Returns the line at an offset, without its line end. */
  lineAt(offset: number): Range {
    const { line } = this.positionAt(offset);
    const end = this.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
    return { start: this.#start(line), end };
  }

  /** Replaces a span. */
  replace({ start, end }: Range, text: string): void {
    const oldLength = this.length;
    this.#replaceText(start, end, text);
    const delta = text.length - (end - start);
    // A line end can be joined or split at the seams, so the characters on both sides are examined again.
    const from = Math.max(0, start - 1);
    const to = Math.min(this.length, start + text.length + 1);
    const kept = this.#lineOf(from) + 1;
    const oldEnd = Math.min(oldLength, end + 1);
    let tail = this.#lineOf(oldEnd) + 1;
    const local = lineStarts(this.slice(from, to + 1), 0, to - from, false);
    const between = local.starts.subarray(0, local.count).map((at) => at + from);
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
    if (delta !== 0) for (let i = kept + between.length; i < count; i++) target[i] = (target[i] ?? 0) + delta;
    target.set(between, kept);
    this.#starts = target;
    this.#count = count;
  }

  #replaceText(start: number, end: number, text: string): void {
    const first = this.#pieceOf(start);
    const last = this.#pieceOf(end);
    const head = (this.#pieces[first] ?? '').slice(0, start - (this.#offsets[first] ?? 0));
    const rest = (this.#pieces[last] ?? '').slice(end - (this.#offsets[last] ?? 0));
    const pieces = piecesOf(head + text + rest);
    this.#pieces = [...this.#pieces.slice(0, first), ...pieces, ...this.#pieces.slice(last + 1)];
    this.#offsets = offsetsOf(this.#pieces);
  }

  /** Returns the offset of a line's first character. */
  #start(line: number): number {
    return this.#starts[line] ?? 0;
  }

  /** Returns the index of the piece at an offset; the last for the end of the text, 0 if there is none. */
  #pieceOf(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.#pieces.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the last line that starts at or before an offset. */
  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function piecesOf(text: string): string[] {
  if (text.length > 0 && text.length < 2 * PIECE) return [text];
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) pieces.push(text.slice(at, at + PIECE));
  return pieces;
}

function offsetsOf(pieces: readonly string[]): Float64Array {
  const offsets = new Float64Array(pieces.length + 1);
  let at = 0;
  for (const [i, piece] of pieces.entries()) offsets[i + 1] = at += piece.length;
  return offsets;
}

/** Returns the starts of the lines after each line end with a character in `[from, to)`; with `first` also 0. */
function lineStarts(text: string, from: number, to: number, first: boolean): { starts: Uint32Array; count: number } {
  let starts = new Uint32Array(16 + ((to - from) >> 5));
  let count = first ? 1 : 0;
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c > CR || (c !== LF && (c !== CR || text.charCodeAt(i + 1) === LF))) continue;
    if (count === starts.length) {
      const grown = new Uint32Array(2 * count);
      grown.set(starts);
      starts = grown;
    }
    starts[count++] = i + 1;
  }
  return { starts, count };
}

/** A document that is too long: its start and its length, if the channel can limit texts. */
export interface LongText {
  /** The first characters. */
  readonly head: string;
  /** Length of the whole text, in UTF-16 code units. */
  readonly length: number;
}

export type DocumentText = string | LongText;

/** A change of a document: of a range, or without one a new text for the whole. */
export interface TextChange {
  readonly range?: LspRange | null;
  readonly text: DocumentText;
}

/**
 * Maximum length of a line, in UTF-16 code units. Editors show far less of one (VS Code 10,000 characters), and
 * requests about a document cost time with its lines.
 */
const MAX_LINE = 300_000;

/** Excessive length of a document, or of one of its lines. */
export interface TooLong {
  /** Length of the whole text, in UTF-16 code units. */
  readonly length: number;
  readonly line?: LongLine;
}

/** A line that is too long. */
interface LongLine {
  /** Line number, 1-based. */
  readonly number: number;
  readonly length: number;
}

/** Returns the first line of a text that is too long; lines end at LF, CRLF or a lone CR. */
export function longLine(text: string): LongLine | undefined {
  if (text.length <= MAX_LINE) return undefined;
  let number = 1;
  for (let at = 0; at < text.length; number++) {
    const found = /[\r\n]/g;
    found.lastIndex = at;
    const end = found.exec(text)?.index ?? text.length;
    if (end - at > MAX_LINE) return { number, length: end - at };
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return undefined;
}

/** Formats the reason why a document is not read, and a remedy. */
export function tooLongText({ length, line }: TooLong, limit: number): string {
  const millions = (characters: number): string =>
    (characters / 1e6).toLocaleString('en', { maximumSignificantDigits: 3 });
  const count = (characters: number): string => characters.toLocaleString('en');
  if (line !== undefined)
    return (
      `Line ${count(line.number)} of this file has ${count(line.length)} characters, and the file is not read here: a line has at most ${count(MAX_LINE)}. ` +
      'In a terminal, "statelens check" reads files with lines of any length, and "statelens format" breaks the lines of a PGN. ' +
      'To read it here, break the line, and open it again.'
    );
  return (
    `This file has ${millions(length)} million characters and is not read here: the limit is ${millions(limit)} million. ` +
    'In a terminal, "statelens check" reads files of any size, and "Query Games…" in VS Code lists the games of a PGN of any size. ' +
    'To read it here, raise the setting "statelens.maxFileSize", or make it shorter, and open it again.'
  );
}
