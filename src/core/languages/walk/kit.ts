import { isWalkStart, lastWalkStart } from '../../notation/walk/read-walk.ts';
import { readWorldFiles } from '../../notation/walk/walk-world.ts';
import type { LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { lineSections } from '../section-readers.ts';
import { checkWalkFile } from './check.ts';
import { WALK_FORMAT } from './format.ts';
import { WALK_PREDICTIONS } from './predictions.ts';

export const WALK: LanguageKit = {
  ...languageRow('walk'),
  ...lineSections(isWalkStart),
  check: checkWalkFile,
  worldsOf: readWorldFiles,
  lastStart: lastWalkStart,
  ...WALK_FORMAT,
  predictions: WALK_PREDICTIONS,
};
