/** A cell as a text counts it: a pair of numbers, or a row and a column by their words. */
const COORDINATES =
  /(?<![A-Za-z0-9])(?:\((?<first>\d{1,2}), ?(?<second>\d{1,2})\)|\(?[Rr](?:ow)? ?(?<row>\d{1,2}),? (?:and )?[Cc](?:ol(?:umn)?)? ?(?<column>\d{1,2})\)?)(?![A-Za-z0-9])/g;

/** A cell that a text names by numbers; row and column from 0, undefined if the text does not tell how it counts. */
export interface CellCoordinates {
  readonly start: number;
  readonly written: string;
  readonly place: { readonly row: number; readonly column: number } | undefined;
}

/** Manner in which a text counts the cells of a board. */
export interface CellCounting {
  readonly rows: number;
  readonly columns: number;
  /** Number of the first row and the first column; undefined if the text does not tell. */
  readonly first: 0 | 1 | undefined;
  /** True if a pair of numbers is a row and a column; undefined if the text does not tell. */
  readonly isRowFirst: boolean | undefined;
}

/** Characters of a text in which it tells how it counts. */
const HEAD = 20_000;

/** Returns how a text counts the cells of a board of this size. */
export function readCellCounting(text: string, rows: number, columns: number): CellCounting {
  const head = text.slice(0, HEAD);
  const isColumnFirst = /\(? ?c(?:ol(?:umn)?)?s?, ?r(?:ow)?s?\b|\(x, ?y\)/i.test(head);
  const isRowFirst = /\(? ?r(?:ow)?s?, ?c(?:ol(?:umn)?s?)?\b/i.test(head) ? true : isColumnFirst ? false : undefined;
  const told = /\b([01])[- ]?(?:based|indexed)\b|\b(?:rows?|columns?)\D{0,24}\b([01]) ?(?:to|through|-|–) ?\d/i.exec(
    head,
  );
  const named = told?.[1] ?? told?.[2];
  if (named !== undefined) return { rows, columns, first: named === '0' ? 0 : 1, isRowFirst };
  const numbers = Array.from(head.matchAll(COORDINATES), ({ groups = {} }) => [
    Number(groups.first ?? groups.row),
    Number(groups.second ?? groups.column),
  ]).flat();
  const first = numbers.includes(0) ? 0 : numbers.includes(Math.max(rows, columns)) ? 1 : undefined;
  return { rows, columns, first, isRowFirst };
}

/** Finds the cells that a text names by numbers; those that are not on the board are left out. */
export function findCoordinates(text: string, { rows, columns, first, isRowFirst }: CellCounting): CellCoordinates[] {
  const cells: CellCoordinates[] = [];
  for (const { 0: written, index: start, groups = {} } of text.matchAll(COORDINATES)) {
    const isWords = groups.row !== undefined;
    if (first === undefined || !(isWords || isRowFirst !== undefined)) {
      cells.push({ start, written, place: undefined });
      continue;
    }
    const one = Number(groups.first ?? groups.row) - first;
    const other = Number(groups.second ?? groups.column) - first;
    const [row, column] = isWords || isRowFirst === true ? [one, other] : [other, one];
    if (row >= 0 && column >= 0 && row < rows && column < columns)
      cells.push({ start, written, place: { row, column } });
  }
  return cells;
}
