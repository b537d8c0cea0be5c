import type { Range } from '../../base/text/range.ts';
import type { NumberSpan, Span } from '../events.ts';

// Words of Stream of Search: numbers in brackets, operations with their results.

/** A piece of a text and its place; all searches in it end with it, so that a text of lines is read in linear time. */
export class Piece {
  readonly text: string;
  /** Offset in the whole text. */
  readonly start: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.start = start;
  }

  get range(): Range {
    return { start: this.start, end: this.start + this.text.length };
  }

  get span(): Span {
    return { text: this.text, range: this.range };
  }

  /** Returns the part between two offsets of the piece, without the white space around it. */
  part(from: number, to = this.text.length): Piece {
    const part = this.text.slice(from, to);
    const trimmed = part.trim();
    return new Piece(trimmed, this.start + from + (trimmed === '' ? 0 : part.indexOf(trimmed)));
  }

  /** Returns the part from the next `[` to the `]` after it, both included; undefined without them. */
  brackets(from: number): Piece | undefined {
    const open = this.text.indexOf('[', from);
    const close = open < 0 ? -1 : this.text.indexOf(']', open);
    return close < 0 ? undefined : this.part(open, close + 1);
  }

  /** Returns the offset in the piece after another piece in it. */
  after(inner: Piece): number {
    return inner.start + inner.text.length - this.start;
  }
}

/** An operation of a line: its text without spaces, and the number after the equals sign. */
export interface WrittenOperation {
  readonly action: Span;
  readonly result?: NumberSpan;
}

const OPERATION = /^(-?\d+)\s*([-+*/x\u00d7\u00f7])\s*(-?\d+)\s*(?:=\s*(-?\d+(?:\.\d+)?))?$/;
const SIGNS: Readonly<Record<string, string>> = { x: '*', '\u00d7': '*', '\u00f7': '/' };
/** Maximum length of an operation; longer text is none. */
const MAX_LENGTH = 100;

/** Reads an operation such as `54-46=8`; a text of another form is the action as it stands, without a result. */
export function readWrittenOperation(piece: Piece): WrittenOperation {
  const { text, range } = piece;
  const found = text.length > MAX_LENGTH ? null : OPERATION.exec(text);
  if (found === null) return { action: piece.span };
  const [, left = '', sign = '', right = '', value] = found;
  const action = {
    text: `${left}${SIGNS[sign] ?? sign}${right}${value === undefined ? '' : `=${value}`}`,
    range,
  };
  if (value === undefined) return { action };
  return { action, result: { value: Number(value), range: { start: range.end - value.length, end: range.end } } };
}

/** Reads a list of operations with its brackets, `['54-46=8', '39/3=13']`: one span each. */
export function readOperationList(list: Piece): Span[] {
  const spans: Span[] = [];
  const last = list.text.length - 1;
  for (let at = 1; at < last; ) {
    const comma = list.text.indexOf(',', at);
    const end = comma < 0 ? last : comma;
    const item = list.part(at, end);
    const quote = /^["'\u2018\u2019]/.test(item.text) ? 1 : 0;
    const tail = item.text.length > quote && /["'\u2018\u2019]$/.test(item.text) ? 1 : 0;
    const inner = item.part(quote, item.text.length - tail);
    if (inner.text !== '') spans.push(readWrittenOperation(inner).action);
    at = end + 1;
  }
  return spans;
}
