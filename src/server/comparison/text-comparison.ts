import { statePredictions } from '../../core/mav/features/predictions.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import { PairComparers } from '../../core/metrics/pair-comparers.ts';
import type { HistoryPly } from '../../core/metrics/placement.ts';
import { predictionsIn } from '../../core/notation/predictions/annotate.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';

const COMPARERS = new PairComparers();

/** A prediction compared as text, with the blame of wrong squares. */
export function textComparison(document: ServerDocument, placed: PlacedPrediction, trueFen: string): TextComparison {
  const { fen, variant } = placed.prediction;
  const comparer = COMPARERS.of(variant);
  const input = { trueFen, predictedFen: fen ?? undefined };
  const text = comparer.text(input);
  if (text.wrongSquares.length === 0) return text;
  return comparer.text({ ...input, history: historyAt(document, placed) });
}

/** The line that leads to a prediction. */
export function historyAt(document: ServerDocument, { offset, index }: PlacedPrediction): readonly HistoryPly[] {
  const { language, sections } = document;
  if (language === undefined) return [];
  const placed = sections.at(sections.indexAt(offset));
  const predictions =
    language === 'mav'
      ? statePredictions(document.mavView(placed))
      : predictionsIn(document.sectionText(placed), language);
  return predictions[index]?.history() ?? [];
}
