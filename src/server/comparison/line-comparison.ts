import { Comparers } from '../../core/metrics/comparers.ts';
import type { ComparedPrediction, ComparisonResult, LineComparisonParams, LspRange } from '../../protocol/lsp.ts';
import type { Comparer } from './comparer.ts';

const COMPARERS = new Comparers();
const START = { line: 0, character: 0 };
const NOWHERE: LspRange = { start: START, end: START };

/** Everything about states that were predicted for the end of a line that is no document's; null for a line without states. */
export async function compareLine(
  { title, history, lastMove, variant, labels, m, predictions }: LineComparisonParams,
  comparer: Pick<Comparer, 'compareStates'>,
): Promise<ComparisonResult | null> {
  const trueFen = history.at(-1)?.fen;
  if (trueFen === undefined) return null;
  const compared = predictions.map(async ({ label, fen }): Promise<ComparedPrediction> => {
    const options = { moves: true, setBased: true, conditional: true, affordance: { m } };
    return {
      label,
      fen,
      range: NOWHERE,
      text: COMPARERS.of(variant).text({ trueFen, predictedFen: fen ?? undefined, history }),
      comparison: (await comparer.compareStates({ variant, trueFen, predictedFen: fen, history, options })) ?? null,
      moveRanges: history.map(() => null),
    };
  });
  return { title, trueFen, history, lastMove, variant, labels, predictions: await Promise.all(compared), lists: [] };
}
