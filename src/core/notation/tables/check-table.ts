import { readTable } from '../../worlds/tables/table.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

/** All diagnostics of the table of a world, in CSV or JSON. */
export function checkTable(text: string): Diagnostic[] {
  const read = readTable(text);
  if (read.ok) return [];
  return read.error.map(({ code, offset, end, message }) => diagnostic(code, { start: offset, end }, message));
}
