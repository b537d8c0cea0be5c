import type { TextEdit } from '../../base/text/range.ts';
import { encodeFen } from './codec.ts';
import { type Prediction, writtenLabel } from './types.ts';

/**
 * The edit by which a person takes another state of an answer for a prediction: its state is replaced, and its label says `by-hand`.
 *
 * @param text the document of the prediction, as it was read
 */
export function takenByHand(
  text: string,
  { label, fenRange }: Pick<Prediction, 'label' | 'fenRange'>,
  state: string,
): TextEdit {
  const before = text.slice(0, fenRange.start).trimEnd();
  const start = before.length - (/\S*$/.exec(before.slice(-MAX_LABEL))?.[0].length ?? 0);
  return {
    range: { start, end: fenRange.end },
    newText: `${writtenLabel({ ...label, note: 'by-hand' })}${text.slice(before.length, fenRange.start)}${encodeFen(state)}`,
  };
}

/** Characters of a label that is replaced, at most. */
const MAX_LABEL = 1000;
