import type { Prediction } from '../../core/notation/predictions/prediction.ts';

/**
 * Returns true if a prediction differs from the truth in any field, which is any verdict but `exact`. A prediction with
 * an unknown truth is neither correct nor wrong.
 */
export const isWrong = ({ fen, trueFen }: Pick<Prediction, 'fen' | 'trueFen'>): boolean =>
  trueFen !== undefined && fen?.trim().replace(/\s+/g, ' ') !== trueFen;

/**
 * Returns the target of navigation from an offset: the next prediction that starts after it, or the last that ends
 * before it, wrapping around the ends of the file. Undefined without predictions.
 */
export function adjacentPrediction<T extends Pick<Prediction, 'range'>>(
  predictions: readonly T[],
  offset: number,
  forward: boolean,
  accepts: (prediction: T) => boolean = () => true,
): T | undefined {
  const ahead = predictions.findIndex(({ range }) => range.start > offset);
  const count = predictions.length;
  const first = forward ? (ahead < 0 ? 0 : ahead) : predictions.filter(({ range }) => range.end <= offset).length - 1;
  for (let i = 0; i < count; i++) {
    const index = (first + (forward ? i : -i) + 2 * count) % count;
    const item = predictions[index];
    if (item !== undefined && accepts(item)) return item;
  }
  return undefined;
}
