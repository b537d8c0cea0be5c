/** A row of a data file: cells by column. */
export type Row = Readonly<Record<string, string | number>>;

/** CSV with a head line; cells are numbers and plain words, so nothing is quoted. */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** The rows of such a file, with numbers where a cell is one. */
export function fromCsv(text: string): Row[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, i) => [column, asNumber(cells[i])]));
  });
}

/** Six significant digits: far below what the figures show, and the same on every machine. */
const cell = (value: string | number | undefined): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(6))) : (value ?? '');

const asNumber = (text: string): string | number =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
