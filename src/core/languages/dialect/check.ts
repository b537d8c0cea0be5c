import { type Diagnostic, diagnostic, sortDiagnostics } from '../../notation/diagnostic.ts';
import { readDialectFile } from '../../traces/own/own-dialect.ts';
import type { Check } from '../kit.ts';

/** Returns all diagnostics of the text of a dialect file. */
function checkDialect(text: string): readonly Diagnostic[] {
  const read = readDialectFile(text);
  return read.ok ? [] : read.error.map(({ code, range, message }) => diagnostic(code, range, message));
}

export const checkDialectFile: Check = (text) => ({ found: sortDiagnostics([...checkDialect(text)]), games: 0 });
