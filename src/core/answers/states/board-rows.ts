import { EMPTY, isPiece, printPlacement } from '../../metrics/placement.ts';
import { makeBoardState, type StatedState } from '../answer-reading.ts';

/** A row of a drawn board. */
export interface BoardRow {
  /** Content of its cells: the code of a FEN letter, or `EMPTY`. */
  readonly squares: readonly number[];
  /** The rank written beside it, 1 to 8. */
  readonly label: number | undefined;
  readonly start: number;
  readonly end: number;
}

const FIGURINES = 'KQRBNPkqrbnp';
/** Signs for empty squares, light and dark. */
const EMPTY_SIGNS = new Set(
  Array.from('.·-_*#:+~□■⬜⬛▢◻◼⭘▫▪＿◽◾☐░▒▓█　🟩🟫🟨🟧🟦🟥🟪').concat('--', '..', '##', '::', '__'),
);

/** Maximum length of a row. */
const MAX_ROW = 200;
const MIN_ROW = 8;

/**
 * Characters of rows below U+0080: pieces, empty squares, digits, bars, spaces, marks of code and of lists, brackets; `w` is
 * White's in `wK`.
 */
const OF_ROWS = new Uint8Array(128);
for (const c of 'pnbrqkPNBRQKwW.-_*#:+~0123456789| \t`"\',[]') OF_ROWS[c.charCodeAt(0)] = 1;

const isFigurine = (code: number): boolean => code >= 0x2654 && code <= 0x265f;
/** Returns true for code units above U+007F that can be part of a row. */
const isWideCell = (unit: number): boolean =>
  isFigurine(unit) ||
  unit === 0xd83d ||
  (unit >= 0xdfe5 && unit <= 0xdfeb) ||
  EMPTY_SIGNS.has(String.fromCharCode(unit));

/** Returns the content of a cell; undefined for text that is no cell. */
function readCell(text: string): number | undefined {
  if (text === '') return EMPTY;
  const code = text.codePointAt(0) ?? 0;
  if (text.length === 1 && isPiece(code)) return code;
  if (EMPTY_SIGNS.has(text)) return EMPTY;
  if (isFigurine(code)) return text.length === 1 ? FIGURINES.charCodeAt(code - 0x2654) : undefined;
  const [, side, piece] = /^([wb])[-_]?([kqrbnp])$/i.exec(text) ?? [];
  if (side === undefined || piece === undefined) return undefined;
  return (/w/i.test(side) ? piece.toUpperCase() : piece.toLowerCase()).charCodeAt(0);
}

/** Returns the squares of a rank in FEN notation; undefined for other text. */
export function readFenRank(text: string): number[] | undefined {
  if (text.length === 0 || text.length > 8) return undefined;
  const squares: number[] = [];
  for (const c of text) {
    const empty = Number(c);
    if (isPiece(c.charCodeAt(0))) squares.push(c.charCodeAt(0));
    else if (empty >= 1 && empty <= 8) for (let i = 0; i < empty; i++) squares.push(EMPTY);
    else return undefined;
  }
  return squares.length === 8 ? squares : undefined;
}

/** Returns the cells of a row in one word: eight signs, or a rank of a FEN. */
function readRowWord(word: string): number[] | undefined {
  const rank = readFenRank(word);
  if (rank !== undefined) return rank;
  // a rule across a page is one word, too
  if (word.length > 16) return undefined;
  const signs = Array.from(word);
  if (signs.length !== 8) return undefined;
  const squares = signs.map(readCell).filter((code) => code !== undefined);
  return squares.length === 8 ? squares : undefined;
}

/** Text before the cells of a row: `8`, `8.`, `8 |`, `| **8** |`, `Rank 8:`, `8th rank (Black):`, `"8": `. */
const LABEL =
  /[ \t]*[|>]?[ \t]*(?:[-*][ \t]{1,4})?["'*`]{0,3}(?:(?:rank|(row))[ _]?)?([1-8])(?:(?:st|nd|rd|th)(?:[ ]rank)?)?["'*`]{0,3}(?:[ ]?\([^()\n]{0,40}\))?(?:[ \t]*[:=][*]{0,2}[ \t]{0,4}(?=\S)|[.)][*]{0,2}[ \t]{1,4}(?=\S)|[ \t]+(?=[^\s|])|[ \t]*(?=\|))/iy;

function labelAt(
  text: string,
  start: number,
  end: number,
): { readonly rank: number | undefined; readonly end: number } | undefined {
  let at = start;
  while (at < end && (OF_ROWS[text.charCodeAt(at)] === 1 || text[at] === '>') && !/[1-8pnbrqk]/i.test(text.charAt(at)))
    at++;
  // only a digit or "Rank" can be one, and signs before it
  if (at - start > 12 || !/[1-8r]/i.test(text.charAt(at))) return undefined;
  LABEL.lastIndex = start;
  const found = LABEL.exec(text);
  if (found === null || LABEL.lastIndex > end) return undefined;
  // rows are counted from either side
  return { rank: found[1] === undefined ? Number(found[2]) : undefined, end: LABEL.lastIndex };
}

/**
 * Reads a line of a text as a row; undefined for lines with any other text. Seven or nine cells are also a row, but of
 * no board.
 */
export function readBoardRow(text: string, start: number, end: number): BoardRow | undefined {
  const length = end - start;
  if (length > MAX_ROW || length === 0) return undefined;
  const label = labelAt(text, start, end);
  const from = label?.end ?? start;
  // an array is read as one
  if (/[[\]]/.test(text.slice(start, end)) && text.slice(start, end).includes(',')) return undefined;
  if (label === undefined && length < MIN_ROW && !/^[ \t]*[1-8pnbrqk]{1,8}[ \t]*$/i.test(text.slice(start, end)))
    return undefined;
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128 ? OF_ROWS[unit] === 0 && !(text[at] === '>' && at < start + 3) : !isWideCell(unit)) return undefined;
  }
  const squares = squaresIn(text.slice(from, end).replace(/^[ \t]*>[ \t]?/, ''), label?.rank);
  if (squares === undefined) return undefined;
  let first = start;
  while (text[first] === ' ' || text[first] === '\t') first++;
  let last = end;
  while (text[last - 1] === ' ' || text[last - 1] === '\t') last--;
  return { squares, label: label?.rank, start: first, end: last };
}

/**
 * Returns the squares of a row without its label: between bars, where a space is a square; otherwise between spaces;
 * otherwise in one word.
 */
function squaresIn(row: string, label: number | undefined): number[] | undefined {
  if (label === undefined && row.includes('|') && /^[|:\s-]*$/.test(row)) return undefined;
  const spaced = /^[ \t]*\|[ ]?([pnbrqk ]{8})[ ]?\|[ \t]*$/i.exec(row)?.[1];
  if (spaced !== undefined) return readRowWord(spaced.replaceAll(' ', '.'));
  const body = row.replace(/["'`,[\]]/g, ' ');
  let cells = body.includes('|') ? betweenBars(body) : body.trim().split(/[ \t]+/);
  if (cells.length === 1) {
    const word = readRowWord(cells[0] ?? '');
    if (word !== undefined || label === undefined) return word;
  }
  if (cells.length === 2 && (label === undefined ? /^[1-8]$/.test(cells[1] ?? '') : cells[1] === String(label)))
    return readRowWord(cells[0] ?? '');
  // the rank is repeated after the row
  if (cells.length === 9 && /^\**[1-8]\**$/.test(cells[8] ?? '')) cells = cells.slice(0, 8);
  if (cells.length < 6 || cells.length > 10) return undefined;
  const squares: number[] = [];
  for (const cell of cells) {
    const code = readCell(cell) ?? readCell(cell.replace(/^\*{1,2}(.{1,2}?)\*{1,2}$/, '$1'));
    if (code === undefined) return undefined;
    squares.push(code);
  }
  return squares;
}

function betweenBars(body: string): string[] {
  const trimmed = body.trim();
  const inner = trimmed.slice(trimmed.startsWith('|') ? 1 : 0, trimmed.endsWith('|') ? -1 : undefined);
  if (inner.includes('|')) return inner.split('|').map((cell) => cell.trim());
  return inner.trim().split(/[ \t]+/);
}

/** Maximum number of spaces between two parts of an array, and of characters of a row within quotation marks. */
const MAX_BLANKS = 40;
const MAX_TEXT = 40;

/** A reading position in a text. */
class Cursor {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Skips spaces, and a character if it is next. */
  take(sign: string): boolean {
    let at = this.at;
    while (at < this.at + MAX_BLANKS && /\s/.test(this.#text.charAt(at))) at++;
    if (this.#text[at] !== sign) return false;
    this.at = at + 1;
    return true;
  }

  /** Reads a text in quotation marks, or a word for nothing. */
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

/** Reads eight parts between brackets, separated by commas. */
function eight<T>(cursor: Cursor, part: () => T | undefined): T[] | undefined {
  if (!cursor.take('[')) return undefined;
  const parts: T[] = [];
  for (let i = 0; i < 8; i++) {
    if (i > 0 && !cursor.take(',')) return undefined;
    const item = part();
    if (item === undefined) return undefined;
    parts.push(item);
  }
  cursor.take(',');
  return cursor.take(']') ? parts : undefined;
}

function readArrayRow(cursor: Cursor): number[] | undefined {
  const before = cursor.at;
  const cells = eight(cursor, () => {
    const value = cursor.value();
    return value === undefined ? undefined : readCell(value.trim());
  });
  if (cells !== undefined) return cells;
  cursor.at = before;
  const value = cursor.value();
  if (value === undefined || value === '') return undefined;
  const word = readRowWord(value);
  if (word !== undefined) return word;
  const apart = value
    .trim()
    .split(/[ ,|]+/)
    .map(readCell);
  return apart.length === 8 && !apart.includes(undefined) ? apart.map((code) => code ?? EMPTY) : undefined;
}

/**
 * Finds boards that are arrays of eight rows: `["r1bqkb1r", …]`, `[["r", null, …], …]`, from rank 8 down. Each bracket
 * is visited once, with bounded context.
 */
export function findArrays(text: string): StatedState[] {
  const found: StatedState[] = [];
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    const cursor = new Cursor(text, at);
    const rows = eight(cursor, () => readArrayRow(cursor));
    if (rows === undefined) continue;
    const squares = Uint8Array.from(rows.flat());
    // from rank 1 up if White's king stands in the first half of the rows
    const isUp = squares.indexOf(75) < 24 && squares.indexOf(107) >= 40;
    const board = isUp ? Uint8Array.from([...rows].reverse().flat()) : squares;
    if (squares.includes(75) || squares.includes(107))
      found.push(makeBoardState('json', { start: at, end: cursor.at }, printPlacement(board)));
    at = cursor.at - 1;
  }
  return found;
}
