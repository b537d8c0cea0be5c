import type { Prediction } from '../../core/notation/predictions/types.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';

/** The prediction that an offset is in, else the nearest one; of two equally near ones the one before. */
export function nearestPrediction(predictions: readonly Prediction[], offset: number): Prediction | undefined {
  let best: Prediction | undefined;
  let least = Infinity;
  for (const prediction of predictions) {
    const { start, end } = prediction.range;
    const distance = offset < start ? start - offset : offset > end ? offset - end : 0;
    if (distance < least) {
      least = distance;
      best = prediction;
    }
  }
  return best;
}

const positionKey = ({ game, ply, path }: Pick<ComparePlace, 'game' | 'ply' | 'path'>): string =>
  JSON.stringify([game, ply, path]);

/** True if a prediction speaks of a position, under its label where it has one. */
export const isPlaceOf = (prediction: Prediction, place: ComparePlace): boolean =>
  positionKey(prediction) === positionKey(place) &&
  (place.label === undefined || place.label === prediction.label.text);
