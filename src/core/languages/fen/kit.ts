import { lastRecordStart, readFenFile } from '../../notation/fen/fen-file.ts';
import { fenOutline, recordRange } from '../../notation/fen/record-position.ts';
import type { Language } from '../../notation/language.ts';
import type {
  Check,
  FormatAbilities,
  LanguageKit,
  OutlineEntry,
  PositionAbilities,
  PredictionAbilities,
} from '../kit.ts';
import { languageRow } from '../languages.ts';
import { EPD_POSITIONS, FEN_POSITIONS } from '../positions.ts';
import { isContent, lineSections } from '../section-readers.ts';
import { checkEpd, checkFen } from './check.ts';
import { EPD_FORMAT, FEN_FORMAT } from './format.ts';
import { EPD_PREDICTIONS, FEN_PREDICTIONS } from './predictions.ts';

const recordsKit = (
  language: Language,
  epd: boolean,
  check: Check,
  format: FormatAbilities,
  predictions: PredictionAbilities,
  positions: PositionAbilities,
): LanguageKit => ({
  ...languageRow(language),
  ...lineSections(isContent),
  check,
  lastStart: lastRecordStart,
  ...format,
  predictions,
  positions,
  outline: (text, detailed) =>
    fenOutline(text, epd, detailed).map(
      ({ line, ...entry }): OutlineEntry => ({ ...entry, kind: 'record', nameRange: line, children: [] }),
    ),
  folds: (text) => readFenFile(text).records.map((record) => ({ kind: 'region', range: recordRange(record) })),
});

export const FEN = recordsKit('fen', false, checkFen, FEN_FORMAT, FEN_PREDICTIONS, FEN_POSITIONS);
export const EPD = recordsKit('epd', true, checkEpd, EPD_FORMAT, EPD_PREDICTIONS, EPD_POSITIONS);
