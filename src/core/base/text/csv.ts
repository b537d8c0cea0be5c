/** Column separators; the most frequent one in the first line of a file is used. */
const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
  /** True if the last quotation mark is closed. */
  readonly isClosed: boolean;
}

/** Returns the column separator of a CSV text, by its first line. */
export function csvSeparator(text: string): Separator {
  const head = /^[^\r\n]*/.exec(text.slice(0, 10_000))?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const number = (separator: Separator): number => head.split(separator).length;
  return SEPARATORS.reduce((best, candidate) => (number(candidate) > number(best) ? candidate : best));
}

const PLAIN: Readonly<Record<Separator, RegExp>> = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };
const LINE_END = /\r\n?|\n/g;

/** Yields the rows of a CSV text. */
export function* csvRows(text: string, separator: Separator): Generator<CsvRow> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const row: { line: number; fields: string[]; isClosed: boolean } = { line, fields: [], isClosed: true };
    for (;;) {
      let field = '';
      if (text[at] === '"') {
        const close = closingMark(text, at + 1);
        field = text.slice(at + 1, close);
        at = Math.min(text.length, close + 1);
        line += field.match(LINE_END)?.length ?? 0;
        row.isClosed = close < text.length;
        field = field.replaceAll('""', '"');
      }
      // RFC 4180 allows no text after a closing mark; such text is kept.
      const plain = PLAIN[separator];
      plain.lastIndex = at;
      field += plain.exec(text)?.[0] ?? '';
      at = plain.lastIndex;
      row.fields.push(field);
      if (text[at] !== separator) break;
      at++;
    }
    yield row;
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
  }
}

/** Returns the offset of the mark that closes a quoted field; the text's length if it is never closed. */
function closingMark(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}
