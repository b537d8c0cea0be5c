import type { LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { WHOLE } from '../section-readers.ts';
import { checkTableFile } from './check.ts';

export const TABLE: LanguageKit = {
  ...languageRow('table'),
  sections: WHOLE,
  check: checkTableFile,
};
