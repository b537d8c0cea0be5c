import { EMPTY, printPlacement } from '../../metrics/placement.ts';
import type { StatedState } from '../reading.ts';
import { boardOnly } from './board-only.ts';
import { cellOf, squaresOfWord } from './rows.ts';

/** Blanks between two parts of an array, and characters of a row within quotation marks, at most. */
const MAX_BLANKS = 40;
const MAX_TEXT = 40;

/** A place in a text, which moves on as its parts are read. */
class Cursor {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Passes over blanks and a character if it is next. */
  take(sign: string): boolean {
    let at = this.at;
    while (at < this.at + MAX_BLANKS && /\s/.test(this.#text[at] ?? '')) at++;
    if (this.#text[at] !== sign) return false;
    this.at = at + 1;
    return true;
  }

  /** A text in quotation marks, or a word for nothing. */
  value(): string | undefined {
    for (const mark of ['"', "'"]) {
      if (!this.take(mark)) continue;
      const end = this.#text.slice(this.at, this.at + MAX_TEXT).indexOf(mark);
      if (end < 0) return undefined;
      const value = this.#text.slice(this.at, this.at + end);
      this.at += end + 1;
      return value;
    }
    const word = /^\s{0,40}(?:null|None|nil|0)\b/.exec(this.#text.slice(this.at, this.at + 48))?.[0];
    if (word === undefined) return undefined;
    this.at += word.length;
    return '';
  }
}

/** Eight parts between brackets, with commas. */
function eight<T>(cursor: Cursor, part: () => T | undefined): T[] | undefined {
  if (!cursor.take('[')) return undefined;
  const parts: T[] = [];
  for (let i = 0; i < 8; i++) {
    if (i > 0 && !cursor.take(',')) return undefined;
    const one = part();
    if (one === undefined) return undefined;
    parts.push(one);
  }
  cursor.take(',');
  return cursor.take(']') ? parts : undefined;
}

function rowOf(cursor: Cursor): number[] | undefined {
  const before = cursor.at;
  const cells = eight(cursor, () => {
    const value = cursor.value();
    return value === undefined ? undefined : cellOf(value.trim());
  });
  if (cells !== undefined) return cells;
  cursor.at = before;
  const value = cursor.value();
  if (value === undefined || value === '') return undefined;
  const word = squaresOfWord(value);
  if (word !== undefined) return word;
  const apart = value
    .trim()
    .split(/[ ,|]+/)
    .map(cellOf);
  return apart.length === 8 && !apart.includes(undefined) ? apart.map((code) => code ?? EMPTY) : undefined;
}

/**
 * The boards that are arrays of eight rows: `["r1bqkb1r", …]`, `[["r", null, …], …]`, from rank 8 down. Each bracket is looked at once, with
 * bounded context.
 */
export function findArrays(text: string): StatedState[] {
  const found: StatedState[] = [];
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    const cursor = new Cursor(text, at);
    const rows = eight(cursor, () => rowOf(cursor));
    if (rows === undefined) continue;
    const squares = Uint8Array.from(rows.flat());
    // from rank 1 up where White's king stands in the first half of the rows
    const isUp = squares.indexOf(75) < 24 && squares.indexOf(107) >= 40;
    const board = isUp ? Uint8Array.from([...rows].reverse().flat()) : squares;
    if (squares.includes(75) || squares.includes(107))
      found.push(boardOnly('json', { start: at, end: cursor.at }, printPlacement(board)));
    at = cursor.at - 1;
  }
  return found;
}
