import type { Result } from '../../base/result.ts';
import { type Table, TableDraft, type TableFault } from './table-draft.ts';

const COLUMNS = 'state,action,next';

/** A value of a line, without the blanks around it, and where it is. */
interface Value {
  readonly text: string;
  readonly offset: number;
}

function valuesOf(line: string, offset: number): Value[] {
  let at = offset;
  return line.split(',').map((written) => {
    const value = { text: written.trim(), offset: at + written.length - written.trimStart().length };
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
    const at = offset;
    offset += line.length + 1;
    if (line.trim() === '') continue;
    if (columns === 0) {
      columns = values.length;
      const header = values.map((value) => value.text).join();
      if (header !== COLUMNS && header !== `${COLUMNS},observed`) {
        draft.fault(at, `the first line must be ${COLUMNS} or ${COLUMNS},observed`);
        break;
      }
    } else if (values.length === columns) readLine(draft, values);
    else draft.fault(at, `${values.length} values instead of ${columns}`);
  }
  return draft.finish();
}

function readLine(draft: TableDraft, [state, action, next, observed]: readonly Value[]): void {
  const from = draft.state(state.text, state.offset);
  if (from === undefined) return;
  if (observed !== undefined && observed.text !== '') draft.observe(from, observed.text, observed.offset);
  if (action.text === '' && next.text === '') return;
  const to = draft.state(next.text, next.offset);
  if (to !== undefined) draft.transition(from, action.text, action.offset, to);
}
