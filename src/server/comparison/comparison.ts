import type { VariationStep } from '../../core/notation/pgn/paths.ts';
import type { ComparedPrediction, ComparisonParams, ComparisonResult } from '../../protocol/lsp.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { Views } from '../games/views.ts';
import { partOf } from '../languages/parts.ts';
import type { Comparer } from './comparer.ts';
import { textComparison } from './text-comparison.ts';

/**
 * Everything about the predictions at a position, in the order of the document. All of it is taken from the document as it is
 * now; the scores follow from the pool. Null where there is no such position, or the moves up to it cannot be replayed.
 */
export async function compareAt(
  document: ServerDocument,
  { game, ply, path, label }: ComparisonParams,
  comparer: Comparer,
  views: Views,
): Promise<ComparisonResult | null> {
  const index = document.sections.indexOfGame(game);
  if (index < 0) return null;
  const section = document.sections.at(index);
  const predictions = section.section.predictions
    .map((prediction, i): PlacedPrediction => ({ prediction, offset: section.offset, game, index: i }))
    .filter(
      ({ prediction: p }) => p.ply === ply && samePath(p.path, path) && (label === undefined || p.label === label),
    );
  const place = partOf(document).position?.(document, section, { ply, path }, predictions, views);
  if (place === undefined) return null;
  const { title, trueFen, history, lastMove, variant, moveRanges, lists = [] } = place;
  const compared = predictions.map(async (placed): Promise<ComparedPrediction> => {
    const { label, fen, range } = placed.prediction;
    const text = textComparison(document, placed, trueFen);
    const options = { moves: true, setBased: true, conditional: true };
    const before = { label, fen, range: document.rangeAt(range, placed.offset), text, moveRanges };
    return { ...before, comparison: (await comparer.compare(document, placed, trueFen, options)) ?? null };
  });
  return {
    title,
    trueFen,
    history,
    lastMove,
    variant,
    labels: document.kit?.isAnswer === true ? 'states' : 'models',
    predictions: await Promise.all(compared),
    lists: lists.filter((list) => label === undefined || list.label === label),
  };
}

const samePath = (a: readonly VariationStep[], b: readonly VariationStep[]): boolean =>
  a.length === b.length && a.every((step, i) => step.ply === b[i]?.ply && step.index === b[i]?.index);
