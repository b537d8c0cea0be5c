import { plural } from '../../../core/base/text/plural.ts';
import { csvRows, type Separator, separatorOf } from '../../../core/mav/records/read-records.ts';
import type { BrokenPiece } from './import-log.ts';
import type { LogPiece } from './log-format.ts';
import { MAX_PIECE, TOO_LONG } from './piece-limits.ts';

/** The rows of a CSV or TSV text whose first row names the columns, each as an object of texts; a row is in memory at a time. */
export async function* csvPieces(
  texts: AsyncIterable<string>,
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const marks = /["\n]/g;
  const table = new CsvTable();
  let kept: string[] = [];
  let length = 0;
  let isQuoted = false;
  let line = 1;
  let lines = 0;
  const row = (end: string): LogPiece | BrokenPiece | undefined => {
    const text = kept.join('') + end;
    const isLong = length + end.length > MAX_PIECE;
    kept = [];
    length = 0;
    const at = line;
    line += lines;
    lines = 0;
    return isLong ? { place: `line ${at}`, fault: TOO_LONG } : table.row(text, at);
  };
  for await (const text of texts) {
    let from = 0;
    marks.lastIndex = 0;
    for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
      if (mark[0] === '"') {
        isQuoted = !isQuoted;
        continue;
      }
      lines++;
      if (isQuoted) continue;
      const piece = row(text.slice(from, mark.index));
      from = mark.index + 1;
      if (piece !== undefined) yield piece;
    }
    length += text.length - from;
    if (length > MAX_PIECE) kept = [];
    else kept.push(text.slice(from));
  }
  const last = row('');
  if (last !== undefined) yield last;
}

/** Turns rows into objects by the names of the first one. */
class CsvTable {
  #separator: Separator | undefined;
  #names: readonly string[] | undefined;

  row(text: string, line: number): LogPiece | BrokenPiece | undefined {
    const place = `line ${line}`;
    const bare = text.replace(/\r$/, '');
    if (bare.trim() === '') return undefined;
    this.#separator ??= separatorOf(bare);
    const [found] = csvRows(bare, this.#separator);
    if (found === undefined) return undefined;
    const { fields, isClosed } = found;
    if (!isClosed) return { place, fault: 'a quotation mark opened here is never closed; the rest is not read' };
    if (this.#names === undefined) {
      this.#names = fields.map((name, i) => name.trim() || `column ${i + 1}`);
      return undefined;
    }
    const names = this.#names;
    if (fields.length !== names.length)
      return { place, fault: `${plural(fields.length, 'field')} where the first row has ${names.length}` };
    return { path: '', value: Object.fromEntries(names.map((name, i) => [name, fields[i]])), place };
  }
}
