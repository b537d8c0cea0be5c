import { type PredictionGroup, predictionGroups } from '../../core/notation/predictions/prediction-lines.ts';
import type { ServerDocument } from '../documents/document.ts';

/** Returns a key of a prediction's position in its section. */
export const positionKey = ({ ply, path }: { readonly ply: number; readonly path: readonly unknown[] }): string =>
  path.length === 0 ? String(ply) : JSON.stringify([ply, path]);

/**
 * Yields the groups of a section's predictions. A group is the predictions of one position that follow each other: one place
 * of chips, and one fold if they are on separate lines.
 *
 * @param from index of the first prediction
 * @param to index after the last one
 */
export function* groupsIn(document: ServerDocument, index: number, from = 0, to?: number): Generator<PredictionGroup> {
  const { section, offset } = document.sections.at(index);
  const { buffer } = document;
  const lines = {
    lineAt: (at: number) => buffer.positionAt(at).line,
    line: (number: number) => {
      const range = buffer.lineAt(buffer.offsetAt({ line: number, character: 0 }));
      return { ...range, text: buffer.slice(range.start, range.end) };
    },
  };
  const predictions = section.predictions.slice(from, to).map((prediction) => ({
    range: { start: offset + prediction.range.start, end: offset + prediction.range.end },
    position: positionKey(prediction),
  }));
  yield* predictionGroups(predictions, lines, { start: offset, end: offset + section.length });
}
