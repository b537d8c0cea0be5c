import { isWalkStart, lastWalkStart } from '../../notation/walk/walk-lines.ts';
import { worldFilesOf } from '../../notation/walk/world-files.ts';
import type { LanguageKit } from '../kit.ts';
import { rowOf } from '../languages.ts';
import { lineSections } from '../section-readers.ts';
import { checkWalkFile } from './check.ts';
import { WALK_FORMAT } from './format.ts';
import { WALK_PREDICTIONS } from './predictions.ts';

export const WALK: LanguageKit = {
  ...rowOf('walk'),
  ...lineSections(isWalkStart),
  check: checkWalkFile,
  worldsOf: worldFilesOf,
  lastStart: lastWalkStart,
  ...WALK_FORMAT,
  predictions: WALK_PREDICTIONS,
};
