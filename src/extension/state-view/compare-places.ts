import type { Prediction } from '../../core/notation/predictions/types.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';

/** Where a prediction is, by its label. */
export const placeOf = ({ game, ply, path, label }: Prediction): ComparePlace => ({
  game,
  ply,
  path,
  label: label.text,
});

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

const positionKey = ({ game, ply, path }: Omit<ComparePlace, 'label'>): string => JSON.stringify([game, ply, path]);

/** True if any of the predictions speaks of a position, whatever its label. */
export const speakOf = (predictions: readonly Prediction[], place: ComparePlace): boolean =>
  predictions.some((prediction) => positionKey(placeOf(prediction)) === positionKey(place));
