import { diagnostic, sortDiagnostics } from '../../notation/diagnostic.ts';
import { readDialectFile } from '../../traces/own/own-dialect.ts';
import type { Check, LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { WHOLE } from '../section-readers.ts';

/** Checks the text of a dialect file. */
export const checkDialectFile: Check = (text) => {
  const read = readDialectFile(text);
  const faults = read.ok ? [] : read.error;
  const found = faults.map(({ code, range, message }) => diagnostic(code, range, message));
  return { found: sortDiagnostics(found), games: 0 };
};

export const DIALECT: LanguageKit = {
  ...languageRow('dialect'),
  sections: WHOLE,
  check: checkDialectFile,
};
