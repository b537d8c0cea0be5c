import { PgnAnnotator } from '../../notation/predictions/annotate-pgn.ts';
import { gamesPredictions, PGN_MARKER } from '../../notation/predictions/pgn-predictions.ts';
import { removePgnPredictions } from '../../notation/predictions/remove-predictions.ts';
import type { PredictionAbilities } from '../kit.ts';

/** Predictions in comments of a PGN. */
export const PGN_PREDICTIONS: PredictionAbilities = {
  marker: PGN_MARKER,
  read: (text, { first, isWanted }) => gamesPredictions(text, first, isWanted),
  annotator: (annotations, { sameLabel, lineEnd, isWanted }) =>
    new PgnAnnotator(annotations, sameLabel, lineEnd, isWanted),
  remove: removePgnPredictions,
};
