import { problem, type RecordEvent } from './record.ts';

/** Separators of columns; the one that a file's first line has most. */
const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
  /** Whether the last quotation mark closes. */
  readonly isClosed: boolean;
}

/**
 * Reads CSV (RFC 4180: quoted fields may hold separators and line ends, `""` is a quotation mark) whose first row names
 * the columns; also with semicolons or tabs. A row with more or fewer fields than columns becomes a problem.
 */
export function* readCsv(text: string): Generator<RecordEvent> {
  const rows = csvRows(text, separatorOf(text));
  const first = rows.next();
  if (first.done === true) return;
  const names = first.value.fields.map((name, i) => name.trim() || `column ${i + 1}`);
  for (const { line, fields, isClosed } of rows) {
    if (!isClosed) yield problem(line, 'a quotation mark is opened here and never closed; what follows is not read');
    else if (fields.length === 1 && fields[0].trim() === '') continue;
    else if (fields.length !== names.length)
      yield problem(line, `${count(fields.length, 'field')} where the first row has ${names.length}`);
    else yield { type: 'record', line, value: Object.fromEntries(names.map((name, i) => [name, fields[i]])) };
  }
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

function separatorOf(text: string): Separator {
  const head = /^[^\r\n]*/.exec(text.slice(0, 10_000))?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const number = (separator: Separator): number => head.split(separator).length;
  return SEPARATORS.reduce((best, one) => (number(one) > number(best) ? one : best));
}

const PLAIN: Readonly<Record<Separator, RegExp>> = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };
const LINE_END = /\r\n?|\n/g;

function* csvRows(text: string, separator: Separator): Generator<Row> {
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
      // Behind a closing mark nothing should stand; where something does it is kept.
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

/** Where the mark stands that closes a quoted field; the text's length when none does. */
function closingMark(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}
