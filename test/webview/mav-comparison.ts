import type { CompareOptions } from '../../src/core/metrics/compare.ts';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import type { ComparisonResult } from '../../src/protocol/lsp.ts';
import type { Comparer } from '../../src/server/comparison/comparer.ts';
import { compareAt } from '../../src/server/comparison/comparison.ts';
import { type PlacedPrediction, ServerDocument } from '../../src/server/documents/document.ts';
import { Views } from '../../src/server/games/views.ts';

/** Scores in this thread. */
const comparer = {
  compare(_: ServerDocument, { prediction }: PlacedPrediction, trueFen: string, options: CompareOptions) {
    const { variant, fen } = prediction;
    const scored = new PairComparer(variant).compare({ trueFen, predictedFen: fen ?? undefined }, options);
    return Promise.resolve(scored.ok ? scored.value : undefined);
  },
} as Pick<Comparer, 'compare'> as Comparer;

/** What the server says of a position of a MAV text. */
export async function mavComparison(text: string, position: number): Promise<ComparisonResult> {
  const uri = 'file:///a.mav';
  const document = new ServerDocument(uri, 'mav', 1, text);
  while (document.step());
  const result = await compareAt(document, { uri, game: 0, ply: position, path: [] }, comparer, new Views());
  if (result === null) throw new Error('nothing to compare there');
  return result;
}
