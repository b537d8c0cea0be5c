import type { Prediction } from '../../core/notation/predictions/prediction.ts';

/**
 * Whether a prediction differs from the truth in any field, which is any verdict but `exact`. One whose truth is not
 * known is neither right nor wrong.
 */
export const isWrong = ({ fen, trueFen }: Pick<Prediction, 'fen' | 'trueFen'>): boolean =>
  trueFen !== undefined && fen?.trim().replace(/\s+/g, ' ') !== trueFen;

/**
 * The prediction to go to from an offset: the next that starts behind it, or the last that ends before it; around the end
 * of the file where there is none. Undefined without predictions.
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
    const one = predictions[index];
    if (one !== undefined && accepts(one)) return one;
  }
  return undefined;
}
