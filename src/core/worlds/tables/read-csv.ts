import type { Result } from '../../base/result.ts';
import { type Table, TableDraft, type TableFault, type TableValue } from './table-draft.ts';

const COLUMNS = 'state,action,next';

/** A value in quotation marks, as spreadsheets and R write them, with the comma behind it; a doubled mark stands for one. */
const QUOTED = /\s*("(?:[^"]|"")*")\s*(,|$)/y;
const PLAIN = /([^,]*)(,|$)/y;

/** The values of a line, without the blanks and quotation marks around them. */
function valuesOf(line: string, offset: number): TableValue[] {
  const values: TableValue[] = [];
  // a mark that is never closed is looked for once a line
  let hasQuotes = line.includes('"');
  for (let at = 0, isLast = false; !isLast; ) {
    QUOTED.lastIndex = PLAIN.lastIndex = at;
    const isQuote = hasQuotes && /^\s*"/.test(line.slice(at, at + 80));
    const quoted = isQuote ? QUOTED.exec(line) : null;
    if (isQuote && quoted === null) hasQuotes = false;
    const [whole = '', written = '', comma = ''] = quoted ?? PLAIN.exec(line) ?? [];
    const text = written.trim();
    const start = offset + at + (quoted === null ? written.length - written.trimStart().length : whole.indexOf('"'));
    const name = quoted === null ? text : text.slice(1, -1).replaceAll('""', '"').trim();
    values.push({ text: name, offset: start, end: start + text.length });
    at += whole.length;
    isLast = comma === '';
  }
  return values;
}

/**
 * Reads a table as CSV: the header `state,action,next`, or `state,action,next,observed`, then a line for each transition. The
 * first state is the start. `observed` is what is seen in `state`; once is enough. A line without action and next names a
 * state alone. Values may stand in quotation marks; those that hold a comma have to.
 */
export function readCsvTable(text: string): Result<Table, readonly TableFault[]> {
  const draft = new TableDraft();
  let offset = 0;
  let columns = 0;
  for (const line of text.split('\n')) {
    const values = valuesOf(line, offset);
    const whole = { offset, end: offset + line.trimEnd().length };
    offset += line.length + 1;
    if (line.trim() === '') continue;
    if (columns === 0) {
      columns = values.length;
      const header = values.map((value) => value.text).join();
      if (header !== COLUMNS && header !== `${COLUMNS},observed`) {
        draft.fault('TABLE_SYNTAX', whole, `the first line must be ${COLUMNS} or ${COLUMNS},observed`);
        break;
      }
    } else if (values.length === columns) readLine(draft, values);
    else draft.fault('TABLE_SYNTAX', whole, `${values.length} values instead of ${columns}`);
  }
  return draft.finish();
}

function readLine(draft: TableDraft, [state, action, next, observed]: readonly TableValue[]): void {
  const from = draft.state(state);
  if (from === undefined) return;
  if (observed !== undefined && observed.text !== '') draft.observe(from, observed);
  if (action.text === '' && next.text === '') return;
  const to = draft.state(next);
  if (to !== undefined) draft.transition(from, action, to);
}
