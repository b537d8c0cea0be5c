import { formatWalkLines, formatWalks } from '../../notation/walk/format-walk.ts';
import { isWalkStart, lastWalkStart } from '../../notation/walk/walk-lines.ts';
import { worldFilesOf } from '../../notation/walk/world-files.ts';
import type { LanguageKit } from '../kit.ts';
import { rowOf } from '../languages.ts';
import { lineFormatter } from '../line-formatter.ts';
import { lineSections } from '../section-readers.ts';
import { checkWalkFile } from './check.ts';
import { WALK_PREDICTIONS } from './predictions.ts';

export const WALK: LanguageKit = {
  ...rowOf('walk'),
  ...lineSections(isWalkStart),
  check: checkWalkFile,
  worldsOf: worldFilesOf,
  lastStart: lastWalkStart,
  encodingCode: 'WALK_ENCODING',
  format: (text, { range }) => formatWalks(text, range),
  formatBlocks: (_, endings) => lineFormatter((lines) => formatWalkLines(lines), endings),
  usesMostEnding: true,
  predictions: WALK_PREDICTIONS,
};
