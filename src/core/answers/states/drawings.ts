import { EMPTY, printPlacement } from '../../metrics/placement.ts';
import { makeBoardState, makeFragment, type StatedState } from '../answer-reading.ts';
import { type BoardRow, readBoardRow } from './board-rows.ts';

/** Lines between two rows of a drawing. */
const SEPARATOR = /^[\s|+\-=_─┼├┤┌┐└┘┬┴╔╗╚╝═╠╣╬╦╩:]*$/;
/** The names of the files below or above a drawing. */
const FILES = /^[ \t|+>*`"']*([ah])(?:[ \t|*]{0,6}[b-g]){6}[ \t|*]{0,6}[ah][ \t|*`"']*$/i;
/** Words before a drawing that turn it around. */
const TURNED = /black['’]?s? (?:side|perspective|point of view|view|pov)|as black|viewed (?:by|from) black/i;
/** Minimum number of rows that are meant as a board without being one. */
const MIN_ROWS = 6;
/** The same minimum if the text breaks off with them. */
const MIN_CUT_ROWS = 2;
/** Characters before a drawing in which the words about it are looked for. */
const REACH = 160;

interface Lines {
  readonly text: string;
  /** Line of files before the rows. */
  filesBefore: boolean | undefined;
  rows: BoardRow[];
  /** Number of lines since the last row. */
  gap: number;
}

/**
 * Finds the boards that a text draws, as programs and people write them: eight rows of eight letters, figurines or
 * cells, perhaps with coordinates, lines between the rows, bars between the cells. Rows that are no such board are a
 * fragment. Linear in the text.
 */
export function findDrawings(text: string): StatedState[] {
  const found: StatedState[] = [];
  const lines: Lines = { text, filesBefore: undefined, rows: [], gap: 0 };
  for (let at = 0; at <= text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const row = readBoardRow(text, at, end);
    if (row !== undefined) {
      if (lines.rows.length === 8) flush(lines, found, at);
      lines.rows.push(row);
      lines.gap = 0;
    } else if (lines.rows.length > 0) skip(lines, found, at, end);
    else
      lines.filesBefore =
        filesAt(text, at, end) ??
        (end - at > 0 && end - at < 120 && SEPARATOR.test(text.slice(at, end)) ? lines.filesBefore : undefined);
    at = end + 1;
  }
  flush(lines, found, text.length);
  return found;
}

/** Skips a line that is no row: a drawing continues after a separator and one empty line. */
function skip(lines: Lines, found: StatedState[], at: number, end: number): void {
  const line = lines.text.slice(at, Math.min(end, at + 200));
  lines.gap++;
  if (lines.rows.length < 8 && lines.gap <= 2 && SEPARATOR.test(line)) return;
  flush(lines, found, at);
  lines.filesBefore = filesAt(lines.text, at, end);
}

/** Returns true if a line names the files from h to a, false from a to h; undefined for other lines. */
function filesAt(text: string, at: number, end: number): boolean | undefined {
  if (end - at < 8 || end - at > 120) return undefined;
  const first = FILES.exec(text.slice(at, end))?.[1];
  return first === undefined ? undefined : /h/i.test(first);
}

function flush(lines: Lines, found: StatedState[], at: number): void {
  const { rows, text } = lines;
  const [first] = rows;
  const last = rows.at(-1);
  if (first !== undefined && last !== undefined) {
    const isBoard = rows.length === 8 && rows.every(({ squares }) => squares.length === 8);
    const board = isBoard
      ? formatPlacement(
          rows,
          isMirrored(lines, at),
          TURNED.test(text.slice(Math.max(0, first.start - REACH), first.start)),
        )
      : undefined;
    const isCut = isCutOff(text, last);
    const range = { start: first.start, end: isCut && !isBoard ? text.trimEnd().length : last.end };
    if (board !== undefined && board !== '') found.push(makeBoardState('drawing', range, board));
    else if (board === undefined && rows.length >= (isCut ? MIN_CUT_ROWS : MIN_ROWS) && hasKing(rows))
      found.push(makeFragment(range, text.slice(range.start, range.end)));
  }
  lines.rows = [];
  lines.gap = 0;
  lines.filesBefore = undefined;
}

/** Returns true if a text ends with a row, or within one. */
const isCutOff = (text: string, { end }: BoardRow): boolean =>
  text.length - end < 80 && /^[\s|`1-8pnbrqk.·_*#+-]*$/i.test(text.slice(end));

const hasKing = (rows: readonly BoardRow[]): boolean =>
  rows.some(({ squares }) => squares.some((code) => code === 75 || code === 107));

/** Returns true if the files are written from h to a above the rows, or below them. */
function isMirrored({ text, filesBefore, rows }: Lines, at: number): boolean {
  if (filesBefore !== undefined) return filesBefore;
  let from = (rows.at(-1)?.end ?? at) + 1;
  for (let line = 0; line < 3; line++) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? text.length : next;
    const files = filesAt(text, from, end);
    if (files !== undefined) return files;
    if (end - from > 120 || !SEPARATOR.test(text.slice(from, end))) return false;
    from = end + 1;
  }
  return false;
}

/**
 * Returns the placement of a drawing; '' for rows that are no board, undefined if the sides of the board
 * are not known, or its labels contradict the pieces.
 */
function formatPlacement(rows: readonly BoardRow[], mirrored: boolean, turned: boolean): string | undefined {
  const labels = rows.map(({ label }) => label);
  const isUp = labels.every((label, i) => label === i + 1);
  const isDown = labels.every((label, i) => label === 8 - i);
  const isLabelled = isUp || isDown;
  if (!isLabelled && labels.filter((label) => label !== undefined).length > 1) return undefined;
  const count = (letter: string): number =>
    rows.reduce((sum, { squares }) => sum + squares.filter((code) => code === letter.charCodeAt(0)).length, 0);
  // without labels only a board with a single king of some side is certain
  if (count('K') !== 1 && count('k') !== 1 && !isLabelled) return '';
  const view = isLabelled ? undefined : findView(rows, turned, mirrored);
  if (view === 'unknown' || (isDown && isUpsideDown(rows)) || (isUp && isUpsideDown([...rows].reverse())))
    return undefined;
  const flips = isLabelled ? isUp : view === 'turned';
  const mirrors = isLabelled ? mirrored : view === 'turned' || mirrored;
  const squares = new Uint8Array(64);
  rows.forEach((row, i) => {
    row.squares.forEach((code, file) => {
      squares[8 * (flips ? 7 - i : i) + (mirrors ? 7 - file : file)] = code;
    });
  });
  return printPlacement(squares);
}

/** Returns true if the pieces of White stand in the first rows, and those of Black in the last ones. */
function isUpsideDown(rows: readonly BoardRow[]): boolean {
  const count = (from: number, isWhite: boolean): number =>
    rows
      .slice(from, from + 2)
      .reduce((sum, { squares }) => sum + squares.filter((code) => code !== EMPTY && code < 97 === isWhite).length, 0);
  return count(0, true) >= 6 && count(0, false) === 0 && count(6, false) >= 6 && count(6, true) === 0;
}

/**
 * Returns the side from which rows without labels are seen: White's, or turned around, according to the words or the
 * pieces of the first rows.
 */
function findView(rows: readonly BoardRow[], turned: boolean, mirrored: boolean): 'usual' | 'turned' | 'unknown' {
  if (turned || mirrored) return 'turned';
  if (!isUpsideDown(rows)) return 'usual';
  const back = rows[0]?.squares ?? [];
  return back.indexOf(75) === 3 && back.indexOf(81) === 4 ? 'turned' : 'unknown';
}
