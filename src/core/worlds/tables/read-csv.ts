import type { Result } from '../../base/result.ts';
import { type Table, TableDraft, type TableFault, type TableValue } from './table-draft.ts';

const COLUMNS = 'state,action,next';

/** The values of a line, without the blanks around them. */
function valuesOf(line: string, offset: number): TableValue[] {
  let at = offset;
  return line.split(',').map((written) => {
    const text = written.trim();
    const start = at + written.length - written.trimStart().length;
    const value = { text, offset: start, end: start + text.length };
    at += written.length + 1;
    return value;
  });
}

/**
 * Reads a table as CSV: the header `state,action,next`, or `state,action,next,observed`, then a line for each transition. The
 * first state is the start. `observed` is what is seen in `state`; once is enough. A line without action and next names a
 * state alone. There are no quotes: names hold no commas.
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
