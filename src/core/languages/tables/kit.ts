import type { LanguageKit } from '../kit.ts';
import { rowOf } from '../languages.ts';
import { WHOLE } from '../section-readers.ts';
import { checkTableFile } from './check.ts';

export const TABLE: LanguageKit = {
  ...rowOf('table'),
  sections: WHOLE,
  check: checkTableFile,
};
