import type { Range } from '../../base/text/range.ts';

/** The cells of a row before a move: `7,white,` or `| 7 | w | `. The side is that of who moves. */
const BEFORE =
  /(?:^|\n)[ \t|]{0,3}["']?\d{1,3}["']?[ \t]*[,;\t|](?:[^\n,;\t|]{0,24}[,;\t|]){0,2}?[ \t"']*(white|black|w|b)["']?[ \t]*[,;\t|][ \t]*["']?$/i;
const CELL_BEFORE = /(?:^|\n|[,;\t|])[ \t]*["']?$/;
/** The cells behind a move: perhaps the same move in another notation, and a FEN. */
const FEN_BEHIND =
  /^[+#!?]{0,3}["']?[ \t]*[,;\t|][ \t"']{0,3}(?:[KQRBNO]?x?[a-hO0][\w+#=-]{0,8}["']?[ \t]*[,;\t|][ \t"']{0,3})?([pnbrqkPNBRQK1-8]{1,8}(?:\/[pnbrqkPNBRQK1-8]{1,8}){1,7})/;
/** How far away the cells are that are looked at. */
const AROUND = 60;
/** So long is a move with a placement field behind it at most. */
const MAX_FEN = 120;

/** A cell of a table of moves that holds a move. */
export interface MoveCell {
  /** Who moves, where a cell before says so. */
  readonly isBlack: boolean | undefined;
  /** The cell that says so. */
  readonly side: Range;
  /** The placement field of the FEN behind it. */
  readonly fen?: string | undefined;
}

/** The move of a row in a table of values with separators, as programs write it: one with a number and a side before it, or a FEN behind it. */
export function moveCell(text: string, start: number, end: number): MoveCell | undefined {
  const from = Math.max(0, start - AROUND);
  const left = text.slice(from, start);
  const row = BEFORE.exec(left);
  const word = row?.[1];
  if (row !== null && word !== undefined) {
    const at = from + row.index + row[0].toLowerCase().lastIndexOf(word.toLowerCase());
    return { isBlack: /^b/i.test(word), side: { start: at, end: at + word.length }, fen: fenBehind(text, end) };
  }
  const fen = CELL_BEFORE.test(left) ? fenBehind(text, end) : undefined;
  return fen === undefined ? undefined : { isBlack: undefined, side: { start, end }, fen };
}

const fenBehind = (text: string, end: number): string | undefined =>
  FEN_BEHIND.exec(text.slice(end, end + MAX_FEN))?.[1];

const NEXT_CELL = /^["'`]?[ \t]*[,;\t|][ \t]*["'`]?$/;
const NEXT_FIELD = /^["'`,]{0,2}\s{1,12}["']?(?:san|uci|lan|move|notation)["']?[ \t]?[=:][ \t]?["'`]?$/i;

/** A field that says by its name that it is the same move again. */
const SAME_FIELD = /\b(?:san|uci|lan)["']?[ \t]?[=:][ \t]?["'`]?$/i;

/** True if the words before a move name its notation. */
export const isNamedTwin = (text: string, start: number): boolean =>
  SAME_FIELD.test(text.slice(Math.max(0, start - 12), start));

/** True if a move stands where the one before it is given in another notation: in the next cell, or the next field of a record. */
export function isTwin(text: string, end: number, start: number): boolean {
  if (start <= end || start - end > 32) return false;
  const between = text.slice(end, start);
  return NEXT_CELL.test(between) || NEXT_FIELD.test(between);
}
