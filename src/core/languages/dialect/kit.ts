import type { LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { WHOLE } from '../section-readers.ts';
import { checkDialectFile } from './check.ts';

export const DIALECT: LanguageKit = {
  ...languageRow('dialect'),
  sections: WHOLE,
  check: checkDialectFile,
};
