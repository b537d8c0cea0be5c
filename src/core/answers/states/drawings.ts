import { EMPTY, isPiece, printPlacement } from '../../metrics/placement.ts';
import type { StatedState } from '../reading.ts';
import { boardOnly } from './board-only.ts';

const FIGURINES = 'KQRBNPkqrbnp';
const BLANK = new Set(Array.from('.·-_*□■⬜⬛▢◻◼+:▫▪＿◽◾☐░▒▓█🟩🟫🟨🟧🟦🟥🟪'));

/** A row of a drawing. */
interface Row {
  readonly squares: readonly number[];
  /** The rank written beside it. */
  readonly label: number | undefined;
  readonly start: number;
  readonly end: number;
}

const SELECTOR = /[\uFE0E\uFE0F]$/;

/** The content of a cell of a drawing: a FEN letter's code, `EMPTY`, or undefined if it is neither. */
function cell(text: string): number | undefined {
  if (BLANK.has(text.replace(SELECTOR, ''))) return EMPTY;
  const code = text.codePointAt(0) ?? 0;
  // U+2654 to U+265F, with or without a variation selector
  if (code >= 0x2654 && code <= 0x265f && /^.\uFE0E?\uFE0F?$/u.test(text)) return FIGURINES.charCodeAt(code - 0x2654);
  return text.length === 1 && isPiece(code) ? code : undefined;
}

/** What stands before the cells of a row: `8`, `8.`, `8 |`, `| **8** |`, `Rank 8:`. */
const LABEL = /^\s*[|│>]?\s*(?:[Rr]ank\s+)?\*{0,2}([1-8])(?:\uFE0F?\u20E3)?\*{0,2}(?:[:.)]?\s+(?![|│])|\s*(?=[|│]))/;
const LABEL_BEHIND = /\s+[1-8]\s*$|[|│]\s*\*{0,2}[1-8]\*{0,2}\s*[|│]?\s*$/;
const BAR = /[|│]/;
/** A cell of a row without blanks. */
const GLYPH = /(?!\+|[\uFE0E\uFE0F]).[\uFE0E\uFE0F]?/gu;

function readRow(line: string, start: number): Row | undefined {
  if (line.length > 120) return undefined;
  const label = LABEL.exec(line);
  const cells = cellsOf(label === null ? line : line.slice(label[0].length));
  if (cells === undefined) return undefined;
  const squares: number[] = [];
  for (const one of cells) {
    const code = cell(one);
    if (code === undefined) return undefined;
    squares.push(code);
  }
  const rank = label?.[1];
  return { squares, label: rank === undefined ? undefined : Number(rank), start, end: start + line.trimEnd().length };
}

/** The eight cells of a row without its label, between bars or blanks; undefined of other lines. Between bars a blank is a cell. */
function cellsOf(row: string): string[] | undefined {
  let cells: string[];
  if (BAR.test(row)) {
    const body = row.replace(LABEL_BEHIND, (found) => (BAR.test(found) ? '|' : '')).trim();
    const inner = body.replace(/^[|│]/, '').replace(/[|│]$/, '');
    cells = BAR.test(inner) ? inner.split(BAR).map((one) => one.trim() || '.') : inner.trim().split(/\s+/);
  } else cells = row.replace(LABEL_BEHIND, '').trim().split(/\s+/);
  const [only] = cells;
  if (cells.length === 1 && only !== undefined && only.length >= 8 && only.length <= 24)
    cells = only.match(GLYPH) ?? cells;
  return cells.length === 8 ? cells : undefined;
}

const SEPARATOR = /^[\s|+\-=─┼├┤┌┐└┘┬┴╔╗╚╝═]*$/;

const DRAWN =
  /(?:[.·\-_*□■|│kqrbnpKQRBNP♔-♟⬜⬛▢◻◼▫▪＿◽◾☐░▒▓█🟩🟫🟨🟧🟦🟥🟪][\uFE0E\uFE0F]?[ |│]+){7}|(?<![\w.])(?:[.·_*kqrbnpKQRBNP♔-♟⬜⬛□■▢◻◼▫▪＿◽◾☐░▒▓█🟩🟫🟨🟧🟦🟥🟪][\uFE0E\uFE0F]?){8}(?![\w.])/u;

/** The boards that a text draws with letters or figurines, as `print(board)` and people write them: eight rows of eight cells. */
export function findDrawings(text: string): StatedState[] {
  const found: StatedState[] = [];
  if (!DRAWN.test(text)) return found;
  let rows: Row[] = [];
  for (let at = 0; at <= text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(at, end);
    const row = readRow(line, at);
    if (row !== undefined) rows.push(row);
    else if (!(rows.length > 0 && rows.length < 8 && line.trim() !== '' && SEPARATOR.test(line))) {
      rows = [];
    }
    if (rows.length === 8) {
      const files = /^\s*(?:[|+]?\s*)?([a-hA-H])(?:\s*[|]?\s*[a-hA-H]){7}/.exec(
        text.slice(end + 1, end + 200).replace(SEPARATORS, ''),
      );
      const board = drawn(rows, files?.[1]?.toLowerCase() === 'h');
      if (board !== undefined) found.push(board);
      rows = [];
    }
    at = end + 1;
  }
  return found;
}

const SEPARATORS = /^[\s|+\-=─┼└┘┴╚╝═]*\n/;

function drawn(rows: readonly Row[], isMirrored: boolean): StatedState | undefined {
  const labels = rows.map(({ label }) => label);
  const isUp = labels.every((label, i) => label === i + 1);
  const isDown = labels.every((label, i) => label === 8 - i);
  if (!isUp && !isDown && labels.some((label) => label !== undefined)) return undefined;
  const squares = new Uint8Array(64);
  rows.forEach((row, i) => {
    const rank = isUp ? 7 - i : i;
    row.squares.forEach((code, file) => {
      squares[8 * rank + (isMirrored ? 7 - file : file)] = code;
    });
  });
  const kings = (letter: string): number => squares.filter((code) => code === letter.charCodeAt(0)).length;
  // without labels only what has both kings is surely a board
  if (kings('K') !== 1 && kings('k') !== 1 && labels[0] === undefined) return undefined;
  const start = rows[0]?.start ?? 0;
  const end = rows[7]?.end ?? start;
  return boardOnly('drawing', { start, end }, printPlacement(squares));
}
