import type { StateLine } from '../../core/evaluation/game-trace/timeline.ts';
import type { Prediction } from '../../core/notation/predictions/prediction.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import { isWrong } from '../platform/navigation.ts';
import { isAtPrediction } from './prediction-notes.ts';

/** The next wrong prediction of a text. */
export interface WrongTarget<P extends Prediction> {
  readonly prediction: P;
  /** True if it is in another game than the position that is shown. */
  readonly isElsewhere: boolean;
  /** True if the search went around the end of the text. */
  readonly isAround: boolean;
}

interface WrongSearch {
  /** Offset of the position that is shown. */
  readonly offset: number;
  /** The position that is shown, whose own predictions are none to go to; undefined if that is not known. */
  readonly place: ComparePlace | undefined;
  readonly forward: boolean;
}

/** Returns the next or previous wrong prediction of another position, around the ends of the text; undefined for none. */
export function nextWrongPrediction<P extends Prediction>(
  predictions: readonly P[],
  { offset, place, forward }: WrongSearch,
): WrongTarget<P> | undefined {
  const at = place && { game: place.game, ply: place.ply, path: place.path };
  const others = predictions.filter((prediction) => at === undefined || !isAtPrediction(prediction, at));
  const [before, after] = [
    others.filter(({ range }) => range.start <= offset),
    others.filter(({ range }) => range.start > offset),
  ];
  const first = (list: readonly P[]): P | undefined => (forward ? list.find(isWrong) : list.filter(isWrong).at(-1));
  const ahead = first(forward ? after : before);
  const prediction = ahead ?? first(forward ? before : after);
  if (prediction === undefined) return undefined;
  return {
    prediction,
    isElsewhere: place !== undefined && prediction.game !== place.game,
    isAround: ahead === undefined,
  };
}

/** Returns the next or previous other step of a line with a wrong state, around its ends; undefined for none. */
export function nextWrongStep(
  { steps, rows }: StateLine,
  at: number,
  forward: boolean,
  label: string | null,
): number | undefined {
  const own = rows.filter((row) => label === null || row.label === label);
  for (let i = 1; i < steps.length; i++) {
    const index = (at + (forward ? i : -i) + steps.length) % steps.length;
    if (own.some(({ cells }) => (cells[index] ?? null) !== null && cells[index]?.verdict !== 'exact')) return index;
  }
  return undefined;
}
