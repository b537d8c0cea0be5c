import { checkTable } from '../../notation/check-world-files.ts';
import { sortDiagnostics } from '../../notation/diagnostic.ts';
import type { Check, LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { WHOLE } from '../section-readers.ts';

export const checkTableFile: Check = (text) => ({ found: sortDiagnostics(checkTable(text)), games: 0 });

export const TABLE: LanguageKit = {
  ...languageRow('table'),
  sections: WHOLE,
  check: checkTableFile,
};
