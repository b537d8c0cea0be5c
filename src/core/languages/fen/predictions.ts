import { FenAnnotator, recordsPredictions, removeFenPredictions } from '../../notation/predictions/fen-predictions.ts';
import type { PredictionAbilities } from '../kit.ts';
import { removeFromLines } from '../line-edits.ts';

const linePredictions = (epd: boolean): PredictionAbilities => ({
  marker: 'pfen',
  read: (text, { first }) => {
    const { predictions, records } = recordsPredictions(text, epd, first);
    return { predictions, games: records };
  },
  annotator: (annotations, { sameLabel, lineEnd }) => new FenAnnotator(annotations, sameLabel, lineEnd),
  remove: removeFromLines(removeFenPredictions),
});

/** Predictions on lines below the records of a FEN file. */
export const FEN_PREDICTIONS = linePredictions(false);
/** Predictions on lines below the records of an EPD file. */
export const EPD_PREDICTIONS = linePredictions(true);
